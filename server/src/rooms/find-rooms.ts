import {
  type CommandInput,
  type CommandOutput,
  type ListedRoom,
  MAX_FOUND_ROOMS,
  MAX_JOINED_ROOMS,
  matchesName,
} from '@snug/protocol';
import { type Actor, accessRooms } from '../access.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../db/schema.ts';
import { listBans } from './member-store.ts';
import { omitUnreadable, readReadableRooms } from './readable-rooms.ts';
import { findRoomIds } from './room-names.ts';
import { readListedRooms } from './room-rows.ts';

const selectOwnPrivate = prepared<[uid: string, limit: number], { id: string; name: string }>(
  `select r."id" as "id", r."name" as "name" from (
     select "roomId" from "members" where "userId" = $1 and "role" is not null and "request" is null
     order by "roomId" desc limit $2
   ) as m join "rooms" r on r."id" = m."roomId" where r."kind" = 'private' and r."deletedAt" is null`,
);

/** The first result begins with the private rooms of the person. */
export async function findRooms(
  db: Db,
  actor: Actor,
  input: CommandInput<'find_rooms'>,
): Promise<CommandOutput<'find_rooms'>> {
  const { uid, now, scope } = actor;
  if (scope?.roomIds) return { rooms: await findAmong(db, actor, scope.roomIds, input) };
  const own = input.after ? [] : await findOwnPrivate(db, uid, input.text);
  const { roomIds, ...next } = await findRoomIds(db, input);
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

async function findOwnPrivate(db: Db, uid: string, text: string): Promise<string[]> {
  const rooms = await selectOwnPrivate(db, uid, MAX_JOINED_ROOMS);
  const found = rooms.filter(({ name }) => matchesName(name, text));
  return found.slice(0, MAX_FOUND_ROOMS).map(({ id }) => id);
}

async function readInOrder(db: Db, roomIds: readonly string[]): Promise<ListedRoom[]> {
  const rows = new Map((await readListedRooms(db, roomIds)).map(row => [row.id, row]));
  return roomIds.flatMap(roomId => rows.get(roomId) ?? []);
}
