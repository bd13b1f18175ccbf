import { MAX_BOTS, type Person } from '@snug/protocol';
import { sql } from 'kysely';
import { newId } from '../../base/ids.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { toStoredTime } from '../../db/stored-time.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from '../../people/profiles/person.ts';

const selectByOwner = prepared<[ownerId: string, limit: number], PersonRow>(
  `select ${PERSON_COLUMNS} from "users" u where u."ownerId" = $1 and u."deletedAt" is null order by u."id" limit $2`,
);

/** The oldest first, without deleted ones. */
export async function listBots(db: Db, ownerId: string): Promise<Person[]> {
  return (await selectByOwner(db, ownerId, MAX_BOTS)).map(presentPerson);
}

/** The account is no way to sign in. It keeps the sweep of incomplete sign-ups away, also that of earlier releases. */
export async function insertBot(
  db: Db,
  { id, name, ownerId, now }: { id: string; name: string; ownerId: string; now: number },
): Promise<void> {
  const createdAt = toStoredTime(now);
  const times = { createdAt, updatedAt: createdAt };
  const email = `${id}@bots.invalid`;
  await db
    .insertInto('users')
    .values({ id, name, ownerId, email, emailVerified: sql<boolean>`false`, avatar: null, ...times })
    .execute();
  await db
    .insertInto('accounts')
    .values({ id: newId(), accountId: id, providerId: 'bot', userId: id, ...times })
    .execute();
}

export async function markDeleted(db: Db, uid: string, now: number): Promise<void> {
  await db.updateTable('users').set({ deletedAt: now }).where('id', '=', uid).execute();
}
