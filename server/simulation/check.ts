import type { Db } from '../src/db/schema.ts';
import { readPage } from '../src/messages/message-store.ts';
import { listRooms } from '../src/rooms/room-store.ts';
import { logOf, type Sent, type World } from './world.ts';

/** Throws where the promise is broken: each message once, in its author's order, the same for everyone. */
export async function checkPromise(world: World, db: Db): Promise<void> {
  const rooms = await listRooms(db);
  for (const roomId of world.roomIds) {
    const { messages } = await readPage(db, roomId, Number.MAX_SAFE_INTEGER, 1_000_000);
    const stored = messages.map(({ author, text = '' }) => ({ author: author.uid, roomId, text }));
    equal(
      `${roomId}: seq without holes`,
      messages.map(message => message.seq),
      messages.map((_, index) => index + 1),
    );
    equal(`${roomId}: position`, rooms.find(room => room.id === roomId)?.seq, messages.length);
    const sent = world.sent.filter(message => message.roomId === roomId);
    equal(`${roomId}: each message once`, stored.map(textOf).toSorted(), sent.map(textOf).toSorted());
    for (const { person, chat } of world.clients) {
      const own = ({ author }: Sent) => author === person.uid;
      equal(`${roomId}: order of ${person.name}`, stored.filter(own), sent.filter(own));
      equal(`${roomId}: what ${person.name} sees`, logOf(chat, roomId)?.messages, messages);
    }
  }
  for (const { person, chat } of world.clients) {
    equal(`list of rooms of ${person.name}`, chat.roomList.rooms.get(), rooms);
  }
}

function textOf({ text }: Sent): string {
  return text;
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
