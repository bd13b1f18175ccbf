import { MAX_ADMINS } from '@snug/protocol';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';

const selectAdmin = prepared<[roomId: string, uid: string], { userId: string }>(
  `select "userId" from "members" where "roomId" = $1 and "userId" = $2 and "role" = 'admin'`,
);
const selectAdmins = prepared<[roomId: string, limit: number], { userId: string }>(
  `select "userId" from "members" where "roomId" = $1 and "role" = 'admin' order by "userId" limit $2`,
);
const grantAdmin = prepared<[roomId: string, uid: string, at: number], { userId: string }>(
  `insert into "members" ("roomId", "userId", "role", "joinedAt") values ($1, $2, 'admin', $3)
   on conflict ("roomId", "userId") do update set "role" = excluded."role", "joinedAt" = excluded."joinedAt"
   where "members"."role" is null returning "userId"`,
);
const revokeAdmin = prepared<[roomId: string, uid: string], { userId: string }>(
  `update "members" set "role" = null, "joinedAt" = null
   where "roomId" = $1 and "userId" = $2 and "role" = 'admin' returning "userId"`,
);

export async function isAdmin(db: Db, roomId: string, uid: string): Promise<boolean> {
  return (await selectAdmin(db, roomId, uid)).length > 0;
}

/** In a stable order, at most `MAX_ADMINS`. */
export async function listAdmins(db: Db, roomId: string): Promise<string[]> {
  const rows = await selectAdmins(db, roomId, MAX_ADMINS);
  return rows.map(row => row.userId);
}

/** Adds or removes an admin. Returns false if nothing changed. */
export async function storeAdmin(
  db: Db,
  roomId: string,
  uid: string,
  admin: boolean,
  now: number,
): Promise<boolean> {
  const rows = admin ? await grantAdmin(db, roomId, uid, now) : await revokeAdmin(db, roomId, uid);
  return rows.length > 0;
}
