import { MAX_LISTED_SESSIONS, type Person } from '@snug/protocol';
import type { SessionTable } from '../db/account-tables.ts';
import { prepared, preparedIn } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import { parseStoredTime, toStoredTime } from '../db/stored-time.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from '../people/profiles/person.ts';

interface SessionRow extends PersonRow {
  sessionId: string;
  usedAt: string;
  overAt: string;
  guestUntil: number | null;
}

const selectByToken = prepared<[token: string], SessionRow>(
  `select s."id" as "sessionId", s."updatedAt" as "usedAt", s."expiresAt" as "overAt", u."guestUntil" as "guestUntil",
     ${PERSON_COLUMNS}
   from "sessions" s join "users" u on u."id" = s."userId" where s."token" = $1 and u."ownerId" is null`,
);

/** Times in ms since 1970. */
export interface FoundSession {
  id: string;
  me: Person;
  usedAt: number;
  expiresAt: number;
  /** The end of the access of a guest. */
  guestUntil: number | null;
}

/** A session, also an expired one, with its person; undefined if it was signed out. */
export async function findByToken(db: Db, token: string): Promise<FoundSession | undefined> {
  const [row] = await selectByToken(db, token);
  if (!row) return undefined;
  const { sessionId: id, usedAt, overAt, guestUntil } = row;
  return {
    id,
    me: presentPerson(row),
    usedAt: parseStoredTime(usedAt),
    expiresAt: parseStoredTime(overAt),
    guestUntil,
  };
}

const selectActive = preparedIn<[now: string], { id: string }>(
  `select "id" from "sessions" where "expiresAt" > $1 and "id" in ($values)`,
);
const capAll = prepared<[uid: string, expiresAt: string], never>(
  `update "sessions" set "expiresAt" = $2 where "userId" = $1 and "expiresAt" > $2`,
);

/** The newest first, at most `MAX_LISTED_SESSIONS`. */
export async function listSessions(
  db: Db,
  uid: string,
  now: number,
): Promise<Pick<SessionTable, 'id' | 'createdAt' | 'userAgent'>[]> {
  return db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'userAgent'])
    .where('userId', '=', uid)
    .where('expiresAt', '>', toStoredTime(now))
    .orderBy('createdAt', 'desc')
    .limit(MAX_LISTED_SESSIONS)
    .execute();
}

export function findSession(
  db: Db,
  id: string,
): Promise<Pick<SessionTable, 'id' | 'createdAt' | 'userAgent'>[]> {
  return db.selectFrom('sessions').select(['id', 'createdAt', 'userAgent']).where('id', '=', id).execute();
}

export async function findActive(db: Db, ids: readonly string[], now: number): Promise<Set<string>> {
  const rows = await selectActive(db, ids, toStoredTime(now));
  return new Set(rows.map(({ id }) => id));
}

export async function findSignInTime(db: Db, id: string): Promise<number | undefined> {
  const row = await db.selectFrom('sessions').select('createdAt').where('id', '=', id).executeTakeFirst();
  return row && parseStoredTime(row.createdAt);
}

export async function touch(db: Db, id: string, now: number, expiresAt: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ updatedAt: toStoredTime(now), expiresAt: toStoredTime(expiresAt) })
    .where('id', '=', id)
    .execute();
}

/** The sessions of a guest end with their access. An expired session stays so. */
export async function capSessions(db: Db, uid: string, until: number | null): Promise<void> {
  if (until !== null) await capAll(db, uid, toStoredTime(until));
}

const deleteOwn = prepared<[id: string, uid: string], { id: string }>(
  `delete from "sessions" where "id" = $1 and "userId" = $2 returning "id"`,
);

/** False if the person has no such session. */
export async function deleteSession(db: Db, uid: string, id: string): Promise<boolean> {
  return (await deleteOwn(db, id, uid)).length > 0;
}

/** `except`: one that goes on. */
export async function deleteSessions(db: Db, uid: string, except = ''): Promise<string[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('userId', '=', uid)
    .where('id', '<>', except)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes at most `limit` sessions. Nobody needs to know where a person was signed in once. */
export async function deleteExpired(db: Db, now: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', 'in', row =>
      row.selectFrom('sessions').select('id').where('expiresAt', '<=', toStoredTime(now)).limit(limit),
    )
    // Checked again, because a session may be extended at this moment.
    .where('expiresAt', '<=', toStoredTime(now))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
