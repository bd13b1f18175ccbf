import { MAX_LISTED_REACTIONS, type Person } from '@snug/protocol';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { PERSON_COLUMNS, type PersonRow, presentPerson } from '../../people/profiles/person.ts';

const select = prepared<
  [roomId: string, messageId: string, emoji: string, after: string, limit: number],
  PersonRow
>(
  `select ${PERSON_COLUMNS} from "reactions" r join "users" u on u."id" = r."userId"
   where r."roomId" = $1 and r."messageId" = $2 and r."emoji" = $3 and r."userId" > $4
   order by r."userId" limit $5`,
);

interface ReactionsInput {
  roomId: string;
  messageId: string;
  emoji: string;
  after?: string | undefined;
}

/** One page of the people who reacted with this emoji, by id. */
export async function listReactions(
  db: Db,
  { roomId, messageId, emoji, after = '' }: ReactionsInput,
): Promise<{ people: Person[]; next?: string }> {
  const rows = await select(db, roomId, messageId, emoji, after, MAX_LISTED_REACTIONS + 1);
  const people = rows.slice(0, MAX_LISTED_REACTIONS).map(presentPerson);
  const last = people.at(-1);
  return { people, ...(rows.length > people.length && last && { next: last.uid }) };
}
