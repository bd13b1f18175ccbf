import type { Message } from '@snug/protocol';
import type { Db } from '../src/db/schema.ts';
import { withLiked } from '../src/likes/like-store.ts';
import { readPage } from '../src/messages/message-store.ts';
import { listAdmins } from '../src/rooms/admin-store.ts';
import { findRoom, listRooms, readPosition } from '../src/rooms/room-store.ts';
import { logOf, type World } from './world.ts';

/** Throws where the promise is broken: each message once, in its author's order, the same for everyone. */
export async function checkPromise(world: World, db: Db): Promise<void> {
  for (const roomId of world.roomIds) {
    await checkLog(world, db, roomId);
    for (const { person, chat } of world.clients) {
      const stored = await readPage(db, roomId, Number.MAX_SAFE_INTEGER, 1_000_000);
      const messages = await withLiked(db, person.uid, stored.messages);
      const { room, admins } = logOf(chat, roomId) ?? {};
      equal(`${roomId}: name for ${person.name}`, room?.name, (await findRoom(db, roomId))?.name);
      equal(`${roomId}: admins for ${person.name}`, admins, await listAdmins(db, roomId));
      equal(`${roomId}: what ${person.name} sees`, likedOrNot(logOf(chat, roomId)?.messages), messages);
    }
  }
  const rooms = await listRooms(db);
  for (const { person, chat } of world.clients) {
    equal(`list of rooms of ${person.name}`, chat.roomList.rooms.get(), rooms);
  }
}

/** What is stored of one room, against what was sent to it. */
async function checkLog(world: World, db: Db, roomId: string): Promise<void> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('roomId', '=', roomId)
    .orderBy('seq')
    .execute();
  const likes = await db.selectFrom('likes').selectAll().execute();
  const changes = rows.flatMap(row => [row.seq, row.changedSeq]);
  const isPast = (await readPosition(db, roomId)) >= Math.max(0, ...changes);
  equal(`${roomId}: position`, isPast, true);
  equal(
    `${roomId}: likes`,
    rows.map(row => row.likeCount),
    rows.map(row => likes.filter(like => like.messageId === row.id).length),
  );

  const sent = world.sent.filter(message => message.roomId === roomId);
  equal(`${roomId}: each message once`, rows.length, sent.length);
  const left = rows.filter(row => row.deletedAt === null);
  const leftTexts = new Set(left.map(row => row.text));
  equal(`${roomId}: no words twice`, left.length, leftTexts.size);
  for (const { person } of world.clients) {
    const own = sent
      .filter(({ author, text }) => author === person.uid && leftTexts.has(text))
      .map(({ text }) => text);
    equal(
      `${roomId}: order of ${person.name}`,
      left.filter(row => row.authorId === person.uid).map(row => row.text),
      own,
    );
  }
  const last = left.at(-1)?.id;
  equal(`${roomId}: last message`, (await findRoom(db, roomId))?.lastMessage?.id, last);
}

/** A row that came by events alone was never liked by the one who sees it. */
function likedOrNot(messages: readonly Message[] = []): Message[] {
  return messages.map(message => ({ ...message, liked: message.liked ?? false }));
}

function equal(what: string, actual: unknown, expected: unknown): void {
  const [left, right] = [stable(actual), stable(expected)];
  if (left !== right) throw new Error(`${what}:\n  is        ${cut(left)}\n  should be ${cut(right)}`);
}

function stable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function cut(text = 'undefined'): string {
  return text.length > 600 ? `${text.slice(0, 600)}... (${text.length} characters)` : text;
}
