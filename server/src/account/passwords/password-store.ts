import { newId } from '../../base/ids.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { toStoredTime } from '../../db/stored-time.ts';
import { PASSWORD_PROVIDER } from '../account-store.ts';

const selectHash = prepared<[uid: string, provider: string], { password: string | null }>(
  `select "password" from "accounts" where "userId" = $1 and "providerId" = $2`,
);
const selectHashByEmail = prepared<[email: string, provider: string], { password: string | null }>(
  `select a."password" as "password" from "users" u join "accounts" a on a."userId" = u."id"
   where u."email" = $1 and a."providerId" = $2`,
);
const updateHash = prepared<[uid: string, provider: string, hash: string, at: string], { id: string }>(
  `update "accounts" set "password" = $3, "updatedAt" = $4 where "userId" = $1 and "providerId" = $2 returning "id"`,
);
const insertHash = prepared<[id: string, uid: string, provider: string, hash: string, at: string], never>(
  `insert into "accounts" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
   values ($1, $2, $3, $2, $4, $5, $5)`,
);

/** Null without a password. */
export async function findPasswordHash(db: Db, uid: string): Promise<string | null> {
  const [row] = await selectHash(db, uid, PASSWORD_PROVIDER);
  return row?.password ?? null;
}

/** `email`: in lower case. Null without an account or a password. */
export async function findPasswordHashByEmail(db: Db, email: string): Promise<string | null> {
  const [row] = await selectHashByEmail(db, email, PASSWORD_PROVIDER);
  return row?.password ?? null;
}

/** In the format of the accounts library, which reads it at the sign-in. */
export async function storePasswordHash(db: Db, uid: string, hash: string, now: number): Promise<void> {
  const at = toStoredTime(now);
  const changed = await updateHash(db, uid, PASSWORD_PROVIDER, hash, at);
  if (changed.length === 0) await insertHash(db, newId(), uid, PASSWORD_PROVIDER, hash, at);
}
