import { MAX_BOTS, type Person } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from '../../people/profiles/person.ts';

const selectByOwner = prepared<[ownerId: string, limit: number], PersonRow>(
  `select ${PERSON_COLUMNS} from "users" u where u."ownerId" = $1 and u."deletedAt" is null order by u."id" limit $2`,
);

/** The oldest first, without deleted ones. */
export async function listBots(db: Db, ownerId: string): Promise<Person[]> {
  return (await selectByOwner(db, ownerId, MAX_BOTS)).map(presentPerson);
}
