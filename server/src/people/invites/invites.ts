import {
  CommandError,
  type CommandInput,
  type ListedRoom,
  MAX_ACTIVE_INVITES,
  type Person,
} from '@snug/protocol';
import { accessRoomAsInviter } from '../../chat/rooms/access.ts';
import type { RoomAccess } from '../../chat/rooms/room-access-store.ts';
import { readListedRooms } from '../../chat/rooms/room-rows.ts';
import { createHourlySweep } from '../../cluster/jobs/hourly-sweep.ts';
import type { JobDefinition } from '../../cluster/jobs/job-runner.ts';
import {
  type LockKey,
  type Mutation,
  type MutationContext,
  type Mutations,
  type Publication,
  SYSTEM_CALLER,
} from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { accessCreation } from '../../workspace/access.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import type { FixedSettings } from '../../workspace/settings/settings.ts';
import { assertGuestEnd } from '../guests/guest-end.ts';
import { assertCanBeIn } from '../guests/guest-rooms.ts';
import { acceptRoom, changeMembership } from '../members/change-membership.ts';
import { findMembership, NO_REQUEST } from '../members/member-store.ts';
import { appendMemberStep } from '../members/members.ts';
import { accessSelf } from '../profiles/access.ts';
import { accessInvite, accessInviteAsManager, assertIsFor, type UsableInvite } from './access.ts';
import {
  deleteExpiredBefore,
  findInvite,
  hasMaxInvites,
  insertInvite,
  recordUse,
  revoke,
  type StoredInvite,
  takeUse,
} from './invite-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const SWEEP_SIZE = 200;

/** How long an expired invitation still names who came by it. */
const RETENTION_MS = 30 * DAY_MS;

type NewInvite = CommandInput<'create_invite'> & { id: string; fixed?: FixedSettings };

/** An invitation needs the lock of its creator. Returns the stored invitation, if the creator repeats its id. */
export const createInvite: Mutation<NewInvite, StoredInvite> = {
  lockKeys: ({ uid }, { roomIds }) => toLockKeys({ createdBy: uid, roomIds }),

  async run(db, call, { id, maxUses, expiresInDays, guest = false, guestUntil, fixed = {}, ...input }) {
    const { uid, now } = call;
    const known = await findInvite(db, id);
    if (known && known.createdBy !== uid) throw new CommandError('id_taken');
    if (known) return { output: known, publications: [] };
    await accessSelf(db, uid);
    const roomIds = [...new Set(input.roomIds)];
    const accesses = [];
    for (const roomId of roomIds) accesses.push(await accessRoomAsInviter(db, call, roomId));
    if (guest) await assertCanInviteGuests(db, call, accesses, { guestUntil, fixed });
    if (await hasMaxInvites(db, uid, now))
      throw new CommandError(
        'limit_exceeded',
        `You can have at most ${MAX_ACTIVE_INVITES} active invitations. Revoke one first.`,
      );
    const times = { createdAt: now, expiresAt: now + expiresInDays * DAY_MS, revokedAt: null };
    const guests = guest ? { guest: 1, guestUntil: guestUntil ?? null } : { guest: null, guestUntil: null };
    const invite: StoredInvite = { id, createdBy: uid, roomIds, maxUses, uses: 0, ...times, ...guests };
    await insertInvite(db, invite);
    const isForOthers = accesses.some(({ role }) => role === null);
    if (isForOthers)
      await recordAudit(db, call, { action: 'create_invite', room: await findFirst(db, roomIds) });
    return { output: invite, publications: [] };
  },
};

/** Throws `invalid_input` and `forbidden`. */
async function assertCanInviteGuests(
  db: Db,
  call: MutationContext,
  rooms: readonly Pick<RoomAccess, 'kind'>[],
  { guestUntil, fixed }: { guestUntil: number | undefined; fixed: FixedSettings },
): Promise<void> {
  if (rooms.length !== 1 || rooms[0]?.kind !== 'private')
    throw new CommandError('invalid_input', 'roomIds: must be one private room for guests');
  assertGuestEnd(guestUntil, call.now);
  await accessCreation(db, call, 'guests', fixed);
}

async function findFirst(db: Db, roomIds: readonly string[]): Promise<ListedRoom | undefined> {
  return (await readListedRooms(db, roomIds.slice(0, 1)))[0];
}

/** The parts of an invitation that never change, for the locks. */
export type InviteRef = Pick<StoredInvite, 'id' | 'createdBy' | 'roomIds'>;

export function toLockKeys({ createdBy, roomIds }: Omit<InviteRef, 'id'>): LockKey[] {
  return [...roomIds.map((roomId): LockKey => `room:${roomId}`), `person:${createdBy}`];
}

export const revokeInvite: Mutation<InviteRef, object> = {
  lockKeys: (_call, invite) => toLockKeys(invite),

  async run(db, call, { id }) {
    const { createdBy, roomIds, revokedAt } = await accessInviteAsManager(db, call, id);
    await revoke(db, id, call.now);
    const entry = { action: 'revoke_invite' as const, targetId: createdBy };
    if (revokedAt === null) await recordAudit(db, call, { ...entry, room: await findFirst(db, roomIds) });
    return { output: {}, publications: [] };
  },
};

/** Takes a use if it adds the caller to a room. */
export const redeemInvite: Mutation<InviteRef, { rooms: ListedRoom[] }> = {
  // The lock of the caller bounds their rooms, and orders this and the deletion of their account.
  lockKeys: ({ uid }, invite) => [...toLockKeys(invite), `person:${uid}`],

  async run(db, call, { id }) {
    const me = await accessSelf(db, call.uid);
    const invite = await accessInvite(db, call, id);
    assertIsFor(invite, me.guest === true);
    const publications = await addToRooms(db, call, invite, me);
    if (publications.length > 0) {
      if (!(await takeUse(db, id, call.now))) throw new CommandError('not_found');
      await recordUse(db, id, call.uid);
    }
    const { usableRoomIds } = invite;
    const rooms = new Map((await readListedRooms(db, usableRoomIds)).map(room => [room.id, room]));
    return { output: { rooms: usableRoomIds.flatMap(roomId => rooms.get(roomId) ?? []) }, publications };
  },
};

/** Nothing for rooms of which the person is a member. */
export async function addToRooms(
  db: Db,
  call: MutationContext,
  { usableRoomIds }: UsableInvite,
  person: Pick<Person, 'uid' | 'guest'>,
): Promise<Publication[]> {
  const { uid } = person;
  const publications: Publication[] = [];
  for (const room of await readListedRooms(db, usableRoomIds)) {
    const { role, request } = await findMembership(db, room.id, uid);
    if (role !== null && request === null) continue;
    await assertCanBeIn(db, person, room.kind);
    if (role !== null) publications.push(...(await acceptRoom(db, call, room.id, uid)));
    else publications.push(await changeMembership(db, call, room.id, uid, { role: 'member', ...NO_REQUEST }));
    if (room.kind === 'private' && role === null)
      publications.push(await appendMemberStep(db, call, room.id, uid, 'member', true));
  }
  return publications;
}

export const deleteExpiredInvites: Mutation<{ limit: number }, { count: number }> = {
  lockKeys: () => [],

  async run(db, { now }, { limit }) {
    const count = await deleteExpiredBefore(db, now - RETENTION_MS, limit);
    return { output: { count }, publications: [] };
  },
};

export const INVITE_MUTATIONS = {
  create_invite: createInvite,
  revoke_invite: revokeInvite,
  redeem_invite: redeemInvite,
  delete_expired_invites: deleteExpiredInvites,
} satisfies Mutations;

/** Deletes invitations 30 days after their expiry. */
export function createInviteSweep(writer: MutationWriter<typeof INVITE_MUTATIONS>): JobDefinition {
  return createHourlySweep('invite_sweep', SWEEP_SIZE, batch =>
    writer.write('delete_expired_invites', SYSTEM_CALLER, batch),
  );
}
