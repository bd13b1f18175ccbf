import type { Person } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson, readPeople } from './person.ts';

/** Of each person, also of people. */
export interface BotRow {
  person: Person;
  ownerId: string | null;
  deletedAt: number | null;
}

const select = prepared<[uid: string], PersonRow & Pick<BotRow, 'deletedAt'>>(
  `select ${PERSON_COLUMNS}, u."deletedAt" as "deletedAt" from "users" u where u."id" = $1`,
);

export async function findBot(db: Db, uid: string): Promise<BotRow | undefined> {
  const [row] = await select(db, uid);
  return row && { person: presentPerson(row), ownerId: row.ownerId, deletedAt: row.deletedAt };
}

/** Undefined for a person, and for a bot without rights: a deleted one, or one whose owner is gone. */
export async function findBotOwner(db: Db, { uid, bot: isBot }: Person): Promise<Person | undefined> {
  const bot = isBot && (await findBot(db, uid));
  if (!bot || bot.ownerId === null || bot.deletedAt !== null) return undefined;
  const [owner] = await readPeople(db, [bot.ownerId]);
  return owner;
}
