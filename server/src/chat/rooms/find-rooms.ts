import {
  type CommandInput,
  type CommandOutput,
  FoldedName,
  type ListedRoom,
  MAX_FOUND_ROOMS,
  MAX_JOINED_ROOMS,
  matchesName,
  splitNameQuery,
} from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import { readFolded, type StoredName } from '../../db/name-search.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import { NAMES_PER_TURN, type TakeTurn } from '../../db/take-turn.ts';
import { listBans } from '../../people/members/bans.ts';
import { accessRooms } from './access.ts';
import { omitUnreadable, readReadableRooms } from './readable-rooms.ts';
import { findRoomIds } from './room-names.ts';
import { readListedRooms } from './room-rows.ts';

/** Above the id of every room. */
const AFTER_ALL = '\u{10ffff}';

/** The newest private rooms of a person before one of them. */
const selectOwnPrivate = prepared<[uid: string, before: string, limit: number], StoredName>(
  `select r."id" as "id", r."name" as "name", r."folded" as "folded"
   from "members" m cross join "rooms" r
   where m."userId" = $1 and m."roomId" < $2 and m."role" is not null and m."request" is null
     and r."id" = m."roomId" and r."kind" = 'private' and r."deletedAt" is null
   order by m."roomId" desc limit $3`,
);

/** The first result begins with the private rooms of the person. */
export async function findRooms(
  db: Db,
  actor: Actor,
  input: CommandInput<'find_rooms'>,
  takeTurn: TakeTurn = async () => {},
): Promise<CommandOutput<'find_rooms'>> {
  const { uid, now, scope, guest } = actor;
  if (scope?.roomIds) return { rooms: await findAmong(db, actor, scope.roomIds, input) };
  const own = input.after ? [] : await findOwnPrivate(db, uid, input.text, takeTurn);
  // Open rooms do not exist for guests, and neither do the places of a search among them.
  if (guest) return { rooms: await readReadableRooms(db, actor, own) };
  const { roomIds, ...next } = await findRoomIds(db, { ...input, takeTurn });
  const bans = await listBans(db, uid, now);
  const rooms = await readInOrder(db, [...own, ...roomIds.filter(id => !bans.has(id))]);
  return { rooms: await omitUnreadable(db, actor, rooms), ...next };
}

/** Of the few rooms that an access token opens. */
async function findAmong(
  db: Db,
  actor: Actor,
  roomIds: readonly string[],
  { text, after }: CommandInput<'find_rooms'>,
): Promise<ListedRoom[]> {
  const readable = await accessRooms(db, actor, after ? [] : roomIds);
  const rooms = await readReadableRooms(db, actor, [...readable.keys()]);
  return rooms.filter(({ name }) => matchesName(name, text));
}

/** Reads each part in its turn, because the names of a thousand rooms can have a megabyte, and many searches can wait. */
async function findOwnPrivate(db: Db, uid: string, text: string, takeTurn: TakeTurn): Promise<string[]> {
  const words = splitNameQuery(text);
  const found: string[] = [];
  let before: string | undefined = AFTER_ALL;
  for (let read = 0; before !== undefined && read < MAX_JOINED_ROOMS; read += NAMES_PER_TURN) {
    await takeTurn();
    const part: StoredName[] = await selectOwnPrivate(db, uid, before, NAMES_PER_TURN);
    for (const room of part) if (new FoldedName(readFolded(room)).hasAll(words)) found.push(room.id);
    const isOver = part.length < NAMES_PER_TURN || found.length >= MAX_FOUND_ROOMS;
    before = isOver ? undefined : part.at(-1)?.id;
  }
  return found.slice(0, MAX_FOUND_ROOMS);
}

async function readInOrder(db: Db, roomIds: readonly string[]): Promise<ListedRoom[]> {
  const rows = new Map((await readListedRooms(db, roomIds)).map(row => [row.id, row]));
  return roomIds.flatMap(roomId => rows.get(roomId) ?? []);
}
