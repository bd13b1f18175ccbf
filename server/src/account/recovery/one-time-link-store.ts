import type { OneTimeLinkTable } from '../../db/account-tables.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';

const insertRow = prepared<
  [hash: string, uid: string, kind: string, email: string | null, noticeId: string | null, expiresAt: number],
  never
>(
  `insert into "one_time_links" ("hash", "userId", "kind", "email", "noticeId", "expiresAt")
   values ($1, $2, $3, $4, $5, $6)`,
);
const select = prepared<[hash: string, kind: string, now: number], OneTimeLinkTable>(
  `select * from "one_time_links" where "hash" = $1 and "kind" = $2 and "expiresAt" > $3`,
);
const take = prepared<[hash: string, kind: string, uid: string, now: number], OneTimeLinkTable>(
  `delete from "one_time_links" where "hash" = $1 and "kind" = $2 and "userId" = $3 and "expiresAt" > $4 returning *`,
);
const removeKind = prepared<[uid: string, kind: string], never>(
  `delete from "one_time_links" where "userId" = $1 and "kind" = $2`,
);
const removeAll = prepared<[uid: string], never>(`delete from "one_time_links" where "userId" = $1`);
const removeExpired = prepared<[now: number, limit: number], { hash: string }>(
  `delete from "one_time_links" where "hash" in (
     select "hash" from "one_time_links" where "expiresAt" <= $1 order by "expiresAt" limit $2) returning "hash"`,
);

type Kind = OneTimeLinkTable['kind'];

/** A person has one link of each kind: it replaces the one before. */
export async function insertLink(db: Db, link: OneTimeLinkTable): Promise<void> {
  const { hash, userId, kind, email, noticeId, expiresAt } = link;
  await removeKind(db, userId, kind);
  await insertRow(db, hash, userId, kind, email, noticeId, expiresAt);
}

export async function findLink(
  db: Db,
  hash: string,
  kind: Kind,
  now: number,
): Promise<OneTimeLinkTable | undefined> {
  return (await select(db, hash, kind, now))[0];
}

/** One statement, so that of concurrent calls one gets it. Undefined if it is used or expired. */
export async function takeLink(
  db: Db,
  { hash, kind, uid }: { hash: string; kind: Kind; uid: string },
  now: number,
): Promise<OneTimeLinkTable | undefined> {
  return (await take(db, hash, kind, uid, now))[0];
}

/** Without a kind: all of them. */
export async function deleteLinks(db: Db, uid: string, kind?: Kind): Promise<void> {
  await (kind === undefined ? removeAll(db, uid) : removeKind(db, uid, kind));
}

/** Deletes at most `limit` links. Returns their number. */
export async function deleteExpired(db: Db, now: number, limit: number): Promise<number> {
  return (await removeExpired(db, now, limit)).length;
}
