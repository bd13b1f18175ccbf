import { CommandError, type CommandInput, MAX_REQUESTS, type Person } from '@snug/protocol';
import type { Caller, Mutation } from '../../db/mutation.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { hasBlocked } from '../../people/blocks/block-store.ts';
import { changeMembership } from '../../people/members/change-membership.ts';
import {
  findMembership,
  listRequests,
  MAX_EXAMINED_REQUESTS,
  NO_REQUEST,
  type StoredMembership,
} from '../../people/members/member-store.ts';
import { hasWorkspaceRights } from '../../workspace/access.ts';
import { type FixedSettings, readSetting } from '../../workspace/settings/settings.ts';

export type StoredRequest = Pick<StoredMembership, 'request' | 'requestedBy'>;

/** Looks at no more than the rooms that a person may have. */
const selectShared = prepared<[uid: string, other: string], { roomId: string }>(
  `select m."roomId" as "roomId" from "members" m
   join "members" o on o."roomId" = m."roomId" and o."userId" = $2
   join "rooms" r on r."id" = m."roomId"
   where m."userId" = $1 and m."role" is not null and m."request" is null
     and o."role" is not null and o."request" is null and r."kind" <> 'open' and r."deletedAt" is null limit 1`,
);
/** `joinedAt`: the time of the request. */
const selectAsked = prepared<
  [uid: string, requestedBy: string, limit: number],
  { roomId: string; joinedAt: number }
>(
  `select m."roomId" as "roomId", m."joinedAt" as "joinedAt" from "members" m
   join "room_activity" a on a."roomId" = m."roomId"
   where m."userId" = $1 and m."request" = 'waiting' and m."requestedBy" = $2 limit $3`,
);

/** A bot asks for its owner: otherwise each bot would have the limits of a person. */
export function getAsker({ uid, scope }: Caller): string {
  return scope?.ownerId ?? uid;
}

/**
 * Whether two people share a private or direct room that both have accepted. Where only invited people have accounts, all people
 * know each other.
 */
async function isKnown(db: Db, uid: string, other: string, fixed: FixedSettings): Promise<boolean> {
  if ((await readSetting(db, fixed, 'sign_up')) !== 'open') return true;
  return (await selectShared(db, uid, other)).length > 0;
}

async function hasBlockedCaller(db: Db, uid: string, caller: Caller): Promise<boolean> {
  const asker = getAsker(caller);
  return (
    (await hasBlocked(db, uid, asker)) || (asker !== caller.uid && (await hasBlocked(db, uid, caller.uid)))
  );
}

/** How a new direct room begins for a person whom the caller invites to it. Throws `limit_exceeded` if too many requests wait. */
export async function findDirectRequest(
  db: Db,
  caller: Caller,
  { uid, guest }: Pick<Person, 'uid' | 'guest'>,
  fixed: FixedSettings,
): Promise<StoredRequest> {
  if (uid === caller.uid) return NO_REQUEST;
  if (await hasBlockedCaller(db, uid, caller)) return { request: 'declined', requestedBy: null };
  // They share a private room with the caller.
  if (guest) return NO_REQUEST;
  if (await isKnown(db, uid, getAsker(caller), fixed)) return NO_REQUEST;
  return wait(db, caller, uid);
}

/**
 * The request with which a membership begins if the caller adds a person to a private or open room; the first match counts. `known`:
 * their membership until now. Throws `limit_exceeded` if too many requests wait.
 */
export async function findRoomRequest(
  db: Db,
  caller: Caller,
  { uid, guest }: Pick<Person, 'uid' | 'guest'>,
  known: StoredMembership,
  fixed: FixedSettings,
): Promise<StoredRequest> {
  const isDeclined = known.request === 'declined' || (await hasBlockedCaller(db, uid, caller));
  if (isDeclined) return { request: 'declined', requestedBy: null };
  // Nobody but people of their rooms can add them.
  if (guest) return NO_REQUEST;
  const isTrusted = !(await isStranger(db, caller, uid, fixed));
  if (known.hasLeft === null) return isTrusted ? NO_REQUEST : wait(db, caller, uid);
  return isTrusted ? wait(db, caller, uid) : { request: 'declined', requestedBy: null };
}

async function wait(db: Db, caller: Caller, uid: string): Promise<StoredRequest> {
  if ((await listRequests(db, uid)).length >= MAX_REQUESTS)
    throw new CommandError('limit_exceeded', 'Too many requests wait for this person. Try again later.');
  return { request: 'waiting', requestedBy: getAsker(caller) };
}

/** Workspace admins are strangers to nobody. */
async function isStranger(db: Db, caller: Caller, uid: string, fixed: FixedSettings): Promise<boolean> {
  return !(await hasWorkspaceRights(db, caller)) && !(await isKnown(db, uid, getAsker(caller), fixed));
}

/**
 * Whether the addition of a person counts for the rate limit of requests. It depends on nothing that only this person knows, such as
 * a block, so that the limit reveals nothing to the caller.
 */
export async function isCountedRequest(
  db: Db,
  caller: Caller,
  { roomId, uid, fixed }: { roomId: string; uid: string; fixed: FixedSettings },
): Promise<boolean> {
  const { role } = await findMembership(db, roomId, uid);
  return role === null && (await isStranger(db, caller, uid, fixed));
}

/** The asker's own oldest request, if too many wait for the person. */
export async function findOldestRequest(db: Db, caller: Caller, uid: string): Promise<string | undefined> {
  if ((await listRequests(db, uid)).length < MAX_REQUESTS) return undefined;
  const asked = await selectAsked(db, uid, getAsker(caller), MAX_EXAMINED_REQUESTS);
  return asked.toSorted((a, b) => a.joinedAt - b.joinedAt)[0]?.roomId;
}

/** Gives way to a newer request of its asker, who does not see it. */
export const withdrawRequest: Mutation<Pick<CommandInput<'set_member'>, 'roomId' | 'uid'>, object> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, uid }) {
    const { request, requestedBy } = await findMembership(db, roomId, uid);
    if (request !== 'waiting' || requestedBy !== getAsker(call)) return { output: {}, publications: [] };
    return {
      output: {},
      publications: [await changeMembership(db, call, roomId, uid, { request: 'declined' })],
    };
  },
};
