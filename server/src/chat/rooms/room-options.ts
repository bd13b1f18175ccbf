import {
  CommandError,
  type CommandInput,
  MAX_FAVOURITES,
  MAX_JOINED_ROOMS,
  type Membership,
} from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { changeOptions } from '../../people/members/change-membership.ts';
import {
  findMembership,
  hasMaxFavourites,
  hasMaxRooms,
  type StoredMembership,
} from '../../people/members/member-store.ts';
import { presentMembership } from '../../people/members/present-membership.ts';
import { accessRoom } from './access.ts';
import type { RoomAccess } from './room-access-store.ts';

type Options = Pick<
  StoredMembership,
  'favourite' | 'muted' | 'level' | 'levelByDefault' | 'hiddenSeq' | 'request'
>;

interface ChangedOptions {
  membership: Membership;
  /** Whether the unread messages of the room are to be counted. */
  isUncounted: boolean;
}

export const setRoomOptions: Mutation<CommandInput<'set_room_options'>, ChangedOptions> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, ...change }) {
    const access = await accessRoom(db, call, roomId);
    const known = await findMembership(db, roomId, call.uid);
    assertAllowed(access, change);
    const next = applyChange(known, change, access.seq);
    if (!hasChanged(known, next)) {
      const membership = await presentMembership(db, known, access.version ?? 0, call.now);
      return { output: { membership, isUncounted: false }, publications: [] };
    }
    if (next.favourite !== null && known.favourite === null) await assertCanAdd(db, call.uid);
    if (next.request === null && known.request !== null) await assertCanAccept(db, call.uid);
    const { publications, ...output } = await changeOptions(db, call, roomId, next);
    return { output, publications };
  },
};

type Change = Omit<CommandInput<'set_room_options'>, 'roomId'>;

function assertAllowed(
  { role, kind, request: known }: RoomAccess,
  { level, hiddenSeq, request }: Change,
): void {
  if (role === null) throw new CommandError('forbidden', 'Join this room first');
  if (typeof hiddenSeq === 'number' && kind !== 'direct')
    throw new CommandError('forbidden', 'You can only hide direct conversations');
  if (level === 'mentions' && kind === 'direct')
    throw new CommandError('forbidden', 'All messages of a direct conversation are for you');
  if (request === 'declined' && known === null)
    throw new CommandError('forbidden', 'You have accepted this conversation');
}

/** `seq`: the end of the log, so that the next message shows the room again. */
function applyChange(known: Options, change: Change, seq: number): Options {
  const { favourite, hiddenSeq, request } = change;
  return {
    favourite: toFlag(favourite, known.favourite),
    ...applyLevel(known, change),
    hiddenSeq: hiddenSeq === undefined ? known.hiddenSeq : hiddenSeq && Math.min(hiddenSeq, seq),
    request: request === undefined ? known.request : request,
  };
}

/** A muted room keeps its level for the time after. */
function applyLevel(
  { muted, level, levelByDefault }: Options,
  change: Change,
): Pick<Options, 'muted' | 'level' | 'levelByDefault'> {
  if (change.level === undefined) return { muted: toFlag(change.muted, muted), level, levelByDefault };
  if (change.level === 'nothing') return { muted: 1, level, levelByDefault };
  return { muted: null, level: change.level, levelByDefault: null };
}

function toFlag(isOn: boolean | undefined, known: number | null): number | null {
  return isOn === undefined ? known : isOn ? 1 : null;
}

function hasChanged(known: Options, next: Options): boolean {
  return (
    known.favourite !== next.favourite ||
    known.muted !== next.muted ||
    known.level !== next.level ||
    known.levelByDefault !== next.levelByDefault ||
    known.hiddenSeq !== next.hiddenSeq ||
    known.request !== next.request
  );
}

async function assertCanAdd(db: Db, uid: string): Promise<void> {
  if (await hasMaxFavourites(db, uid))
    throw new CommandError('limit_exceeded', `You can have at most ${MAX_FAVOURITES} favourites`);
}

async function assertCanAccept(db: Db, uid: string): Promise<void> {
  if (await hasMaxRooms(db, uid))
    throw new CommandError('limit_exceeded', `You can be in at most ${MAX_JOINED_ROOMS} rooms`);
}
