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

const selectOwnPrivate = prepared<[uid: string, limit: number], StoredName>(
  `select r."id" as "id", r."name" as "name", r."folded" as "folded" from (
     select "roomId" from "members" where "userId" = $1 and "role" is not null and "request" is null
     order by "roomId" desc limit $2
   ) as m join "rooms" r on r."id" = m."roomId" where r."kind" = 'private' and r."deletedAt" is null`,
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

async function findOwnPrivate(db: Db, uid: string, text: string, takeTurn: TakeTurn): Promise<string[]> {
  const words = splitNameQuery(text);
  const rooms = await selectOwnPrivate(db, uid, MAX_JOINED_ROOMS);
  const found: StoredName[] = [];
  for (let from = 0; from < rooms.length && found.length < MAX_FOUND_ROOMS; from += NAMES_PER_TURN) {
    await takeTurn();
    const part = rooms.slice(from, from + NAMES_PER_TURN);
    found.push(...part.filter(room => new FoldedName(readFolded(room)).hasAll(words)));
  }
  return found.slice(0, MAX_FOUND_ROOMS).map(({ id }) => id);
}

async function readInOrder(db: Db, roomIds: readonly string[]): Promise<ListedRoom[]> {
  const rows = new Map((await readListedRooms(db, roomIds)).map(row => [row.id, row]));
  return roomIds.flatMap(roomId => rows.get(roomId) ?? []);
}
