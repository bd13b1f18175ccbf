import {
  type CommandOutput,
  type FindCursor,
  FoldedName,
  MAX_FOUND_PEOPLE,
  MAX_GUEST_ROOMS,
  splitNameQuery,
} from '@snug/protocol';
import { accessRooms } from '../../chat/rooms/access.ts';
import type { Actor } from '../../db/mutation.ts';
import { type NameSearchInput, readFolded, type StoredName } from '../../db/name-search.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { NAMES_PER_TURN } from '../../db/take-turn.ts';
import { readPeopleByUid } from './person.ts';

const MAX_EXAMINED_PEOPLE = 1_000;
/** Private and direct ones. */
const MAX_ROOMS = 2 * MAX_GUEST_ROOMS;

const selectOwnRooms = prepared<[uid: string, after: string, limit: number], { roomId: string }>(
  `select "roomId" from "members" where "userId" = $1 and "roomId" >= $2 and "role" is not null
   order by "roomId" limit $3`,
);
const selectPeople = prepared<
  [roomId: string, after: string, limit: number],
  StoredName & { role: string | null; deletedAt: number | null }
>(
  `select u."id" as "id", u."name" as "name", u."folded" as "folded", u."deletedAt" as "deletedAt", m."role" as "role"
   from "members" m join "users" u on u."id" = m."userId"
   where m."roomId" = $1 and m."userId" > $2 order by m."userId" limit $3`,
);

/**
 * What `find_people` finds for a guest: people in the rooms of the guest, or in one of them. It uses no index of all names, whose
 * cursors and times depend on people whom the guest may not see. The cursor names a room of the guest and a person in it.
 */
export async function findAcquainted(
  db: Db,
  actor: Actor,
  { text, after, takeTurn = async () => {} }: NameSearchInput,
  roomId?: string,
): Promise<CommandOutput<'find_people'>> {
  const words = splitNameQuery(text);
  const start = after?.roomId ?? '';
  const limit = roomId === undefined ? MAX_ROOMS : 1;
  const own = (await selectOwnRooms(db, actor.uid, roomId ?? start, limit)).map(room => room.roomId);
  const readable = await accessRooms(db, actor, own);
  const found = new Set<string>();
  let remaining = MAX_EXAMINED_PEOPLE;
  for (const id of own.filter(each => readable.has(each))) {
    let last = id === start ? (after?.words ?? '') : '';
    for (;;) {
      if (remaining <= 0 || found.size >= MAX_FOUND_PEOPLE) return toPage(db, found, toCursor(id, last));
      await takeTurn();
      const people = await selectPeople(db, id, last, NAMES_PER_TURN);
      remaining -= NAMES_PER_TURN;
      for (const { role, deletedAt, ...person } of people) {
        if (found.size >= MAX_FOUND_PEOPLE) break;
        last = person.id;
        if (role === null || deletedAt !== null) continue;
        if (new FoldedName(readFolded(person)).hasAll(words)) found.add(person.id);
      }
      if (people.length < NAMES_PER_TURN && last === (people.at(-1)?.id ?? last)) break;
    }
  }
  return toPage(db, found);
}

function toCursor(roomId: string, last: string): FindCursor {
  return { by: -1, isInside: false, words: last, roomId };
}

async function toPage(
  db: Db,
  found: ReadonlySet<string>,
  next?: FindCursor,
): Promise<CommandOutput<'find_people'>> {
  const people = await readPeopleByUid(db, found);
  return { people: [...found].flatMap(uid => people.get(uid) ?? []), ...(next && { next }) };
}
