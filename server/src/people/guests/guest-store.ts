import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

export interface Guest {
  /** Whose invitation it was. */
  inviter: string | null;
  /** The end of the access, which may be over; null for none. */
  until: number | null;
}

const COLUMNS = `"guestInviter" as "inviter", "guestUntil" as "until"`;
const setGuest = prepared<[uid: string, inviter: string | null, until: number | null], never>(
  `update "users" set "guest" = 1, "guestInviter" = $2, "guestUntil" = $3 where "id" = $1`,
);
const setUntil = prepared<[uid: string, until: number | null], never>(
  `update "users" set "guestUntil" = $2 where "id" = $1 and "guest" = 1`,
);
const setMember = prepared<[uid: string, updatedAt: string], { version: number }>(
  `update "users" set "guest" = null, "guestInviter" = null, "guestUntil" = null, "version" = "version" + 1, "updatedAt" = $2
   where "id" = $1 returning "version"`,
);
const selectGuest = prepared<[uid: string], Guest>(
  `select ${COLUMNS} from "users" where "id" = $1 and "guest" = 1`,
);
const selectGuests = preparedIn<[], Guest & { uid: string }>(
  `select "id" as "uid", ${COLUMNS} from "users" where "id" in ($values) and "guest" = 1`,
);
const selectEnding = prepared<
  [inviter: string, from: number, to: number, limit: number],
  { uid: string; until: number }
>(
  `select "id" as "uid", "guestUntil" as "until" from "users" indexed by "users_guests_ending"
   where "guestInviter" = $1 and "guestUntil" is not null and "guestUntil" > $2 and "guestUntil" <= $3 and "deletedAt" is null
   order by "guestUntil" limit $4`,
);
const selectRooms = prepared<[uid: string, limit: number], { roomId: string }>(
  `select m."roomId" as "roomId" from "members" m join "rooms" r on r."id" = m."roomId"
   where m."userId" = $1 and m."role" is not null and r."deletedAt" is null limit $2`,
);

/** Of a new account. */
export async function makeGuest(db: Db, uid: string, { inviter, until }: Guest): Promise<void> {
  await setGuest(db, uid, inviter, until);
}

/** Undefined for a member. */
export async function findGuest(db: Db, uid: string): Promise<Guest | undefined> {
  return (await selectGuest(db, uid))[0];
}

/** Those of the people who are guests. */
export async function readGuests(db: Db, uids: readonly string[]): Promise<ReadonlyMap<string, Guest>> {
  const rows = await selectGuests(db, uids);
  return new Map(rows.map(({ uid, ...guest }) => [uid, guest]));
}

export async function setGuestUntil(db: Db, uid: string, until: number | null): Promise<void> {
  await setUntil(db, uid, until);
}

/** Returns the new version of the person. */
export async function endGuest(db: Db, uid: string, updatedAt: string): Promise<number> {
  return (await setMember(db, uid, updatedAt))[0]?.version ?? 0;
}

/** The guests whom a person has invited and whose access ends in this time, the first one first. */
export function listEnding(
  db: Db,
  inviter: string,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<{ uid: string; until: number }[]> {
  return selectEnding(db, inviter, from, to, limit);
}

/** The ids of the rooms that a guest is in. */
export async function listGuestRooms(db: Db, uid: string, limit: number): Promise<string[]> {
  return (await selectRooms(db, uid, limit)).map(({ roomId }) => roomId);
}
