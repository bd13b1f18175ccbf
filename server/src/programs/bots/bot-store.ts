import { MAX_BOTS, type Person } from '@snug/protocol';
import { sql } from 'kysely';
import { newId } from '../../base/ids.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { toStoredTime } from '../../db/stored-time.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson, readPeople } from '../../people/profiles/person.ts';

/** Of each person, also of people. */
export interface BotRow {
  person: Person;
  ownerId: string | null;
  deletedAt: number | null;
}

const select = prepared<[uid: string], PersonRow & Pick<BotRow, 'deletedAt'>>(
  `select ${PERSON_COLUMNS}, u."deletedAt" as "deletedAt" from "users" u where u."id" = $1`,
);
const selectByOwner = prepared<[ownerId: string, limit: number], PersonRow>(
  `select ${PERSON_COLUMNS} from "users" u where u."ownerId" = $1 and u."deletedAt" is null order by u."id" limit $2`,
);
export async function findBot(db: Db, uid: string): Promise<BotRow | undefined> {
  const [row] = await select(db, uid);
  return row && { person: presentPerson(row), ownerId: row.ownerId, deletedAt: row.deletedAt };
}

/** Undefined for a person, and for a bot without rights: a deleted one, or one whose owner is gone. */
export async function findOwner(db: Db, { uid, bot: isBot }: Person): Promise<Person | undefined> {
  const bot = isBot && (await findBot(db, uid));
  if (!bot || bot.ownerId === null || bot.deletedAt !== null) return undefined;
  const [owner] = await readPeople(db, [bot.ownerId]);
  return owner;
}

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
