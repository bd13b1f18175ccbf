import { sql } from 'kysely';
import { newId } from '../../base/ids.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { toStoredTime } from '../../db/stored-time.ts';

const insertAccount = prepared<[id: string, uid: string, createdAt: string], never>(
  `insert into "accounts" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt")
   values ($1, $2, 'bot', $2, $3, $3)`,
);

/** The account is no way to sign in. It keeps the sweep of incomplete sign-ups away, also that of earlier releases. */
export async function insertBot(
  db: Db,
  { id, name, ownerId, now }: { id: string; name: string; ownerId: string; now: number },
): Promise<void> {
  const createdAt = toStoredTime(now);
  const email = `${id}@bots.invalid`;
  await db
    .insertInto('users')
    .values({
      id,
      name,
      ownerId,
      email,
      emailVerified: sql<boolean>`false`,
      avatar: null,
      createdAt,
      updatedAt: createdAt,
    })
    .execute();
  await insertAccount(db, newId(), id, createdAt);
}

export async function markDeleted(db: Db, uid: string, now: number): Promise<void> {
  await db.updateTable('users').set({ deletedAt: now }).where('id', '=', uid).execute();
}
