import { CommandError, type CommandInput, type CommandOutput, MAX_FAVOURITES } from '@snug/protocol';
import { accessRoom } from '../access.ts';
import type { Mutation } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { changeOptions } from './change-membership.ts';
import { findMembership, hasMaxFavourites, type StoredMembership, toMembership } from './member-store.ts';
import type { RoomAccess } from './room-access-store.ts';

type Options = Pick<StoredMembership, 'favourite' | 'muted' | 'hiddenSeq'>;

export const setRoomOptions: Mutation<CommandInput<'set_room_options'>, CommandOutput<'set_room_options'>> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, ...change }) {
    const access = await accessRoom(db, call, roomId);
    const known = await findMembership(db, roomId, call.uid);
    assertAllowed(access, change);
    const next = applyChange(known, change, access.seq);
    if (!hasChanged(known, next))
      return { output: { membership: toMembership(known, access.version ?? 0, call.now) }, publications: [] };
    if (next.favourite !== null && known.favourite === null) await assertCanAdd(db, call.uid);
    const { membership, publication } = await changeOptions(db, call, roomId, next);
    return { output: { membership }, publications: [publication] };
  },
};

type Change = Omit<CommandInput<'set_room_options'>, 'roomId'>;

function assertAllowed({ role, kind }: RoomAccess, { hiddenSeq }: Change): void {
  if (role === null) throw new CommandError('forbidden', 'Join this room first');
  if (typeof hiddenSeq === 'number' && kind !== 'direct')
    throw new CommandError('forbidden', 'You can only hide direct conversations');
}

/** `seq`: the end of the log, so that the next message shows the room again. */
function applyChange(known: Options, { favourite, muted, hiddenSeq }: Change, seq: number): Options {
  return {
    favourite: toFlag(favourite, known.favourite),
    muted: toFlag(muted, known.muted),
    hiddenSeq: hiddenSeq === undefined ? known.hiddenSeq : hiddenSeq && Math.min(hiddenSeq, seq),
  };
}

function toFlag(isOn: boolean | undefined, known: number | null): number | null {
  return isOn === undefined ? known : isOn ? 1 : null;
}

function hasChanged(known: Options, next: Options): boolean {
  return (
    known.favourite !== next.favourite || known.muted !== next.muted || known.hiddenSeq !== next.hiddenSeq
  );
}

async function assertCanAdd(db: Db, uid: string): Promise<void> {
  if (await hasMaxFavourites(db, uid))
    throw new CommandError('limit_exceeded', `You can have at most ${MAX_FAVOURITES} favourites`);
}
