import type { Chat, RoomLog } from '@snug/client';
import { compareCursors, type ListedRoom, type Person, toListCursor } from '@snug/protocol';
import { readPage } from '@snug/server/chat/messages/message-store.ts';
import { addOwnReactions } from '@snug/server/chat/reactions/own-reactions.ts';
import { findRoom, listJoinedRooms, listOpenRooms } from '@snug/server/chat/rooms/room-rows.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { listAdmins } from '@snug/server/people/members/member-store.ts';
import { assertEqual } from './compare.ts';

export interface Observer {
  person: Pick<Person, 'uid' | 'name'>;
  chat: Chat;
}

/** Throws unless a person who has read all of these rooms sees exactly the stored state. */
export async function assertView(
  { person, chat }: Observer,
  db: Db,
  roomIds: readonly string[],
): Promise<void> {
  for (const roomId of roomIds) {
    const stored = await readPage(db, roomId, Number.MAX_SAFE_INTEGER, 1_000_000);
    const messages = await addOwnReactions(db, person.uid, roomId, stored.messages);
    const { room, admins } = getRoomLog(chat, roomId) ?? {};
    assertEqual(`${roomId}: name for ${person.name}`, room?.name, (await findRoom(db, roomId))?.name);
    assertEqual(`${roomId}: admins for ${person.name}`, admins, await listAdmins(db, roomId));
    assertEqual(`${roomId}: what ${person.name} sees`, getRoomLog(chat, roomId)?.messages, messages);
  }
  const [seen, stored] = [chat.roomList.rooms.get(), await readList(db, person.uid)];
  assertEqual(`list of rooms of ${person.name}`, seen?.map(withoutNames), stored.map(withoutNames));
}

/** A list keeps the people as they were, and a page shows their newest copies. */
function withoutNames({ people, lastMessage, ...room }: ListedRoom) {
  return {
    ...room,
    people: people?.map(({ uid }) => uid),
    lastMessage: lastMessage && { ...lastMessage, author: lastMessage.author.uid },
  };
}

/** The open rooms, and the person's own rooms and requests, by activity. */
async function readList(db: Db, uid: string): Promise<ListedRoom[]> {
  const pages = [
    await listOpenRooms(db, { limit: 50 }),
    await listJoinedRooms(db, uid, { limit: 50 }),
    await listJoinedRooms(db, uid, { limit: 50, mine: 'requests' }),
  ];
  const rooms = new Map(pages.flatMap(page => page.rooms).map(room => [room.id, room]));
  return [...rooms.values()].toSorted((a, b) => compareCursors(toListCursor(a), toListCursor(b)));
}

export function getRoomLog(chat: Chat, roomId: string): RoomLog | undefined {
  return chat.room(roomId).view.get().log;
}
