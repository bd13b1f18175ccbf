import { type InviteCursor, MAX_EXAMINED_INVITES } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { isActive, readInvites, type StoredInvite } from './invite-store.ts';

interface Place {
  id: string;
  at: number;
  expiresAt: number;
}

const selectBefore = prepared<[at: number, id: string, limit: number], Place>(
  `select "id", "createdAt" as "at", "expiresAt" from "invites"
   where "revokedAt" is null and "uses" < "maxUses" and ("createdAt", "id") < ($1, $2)
   order by "createdAt" desc, "id" desc limit $3`,
);

const START: InviteCursor = { at: Number.MAX_SAFE_INTEGER, id: '' };

/** Active invitations of everyone, the newest first. Examines `MAX_EXAMINED_INVITES`, so there can be few or none before `next`. */
export async function listNewestInvites(
  db: Db,
  { now, before = START, limit }: { now: number; before?: InviteCursor | undefined; limit: number },
): Promise<{ invites: StoredInvite[]; next?: InviteCursor }> {
  const examined = await selectBefore(db, before.at, before.id, MAX_EXAMINED_INVITES);
  const active = examined.filter(({ expiresAt }) => expiresAt > now);
  const places = active.slice(0, limit);
  const invites = await readInvites(
    db,
    places.map(({ id }) => id),
  );
  const last = findLast(places, active, examined);
  return {
    // Those of guests can be over before they expire.
    invites: invites.filter(invite => isActive(invite, now)),
    ...(last && { next: { at: last.at, id: last.id } }),
  };
}

/** The place after which the next page begins; undefined if there is none. */
function findLast(places: readonly Place[], active: readonly Place[], examined: readonly Place[]) {
  if (places.length < active.length) return places.at(-1);
  return examined.length === MAX_EXAMINED_INVITES ? examined.at(-1) : undefined;
}
