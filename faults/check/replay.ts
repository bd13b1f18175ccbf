import type { Message, RoomEvent } from '@snug/protocol';
import type { Db } from '@snug/server/db/schema.ts';
import { readPage } from '@snug/server/messages/message-store.ts';
import { listAdmins } from '@snug/server/rooms/admin-store.ts';
import { findRoom } from '@snug/server/rooms/room-store.ts';
import { stable } from '@snug/testkit/compare.ts';
import type { Ear, Heard, Told } from '../observed-events.ts';
import type { Problem } from './problem.ts';

/**
 * Where one connection heard all of a room from its first message on, its events alone lead to what is stored. The
 * client's own way of applying them is not used, so that a fault that it makes up for shows, too.
 */
export async function checkReplays(told: Told, db: Db): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [roomId, events] of told.events) {
    const room = await findRoom(db, roomId);
    const opened = openedOf(told.ears, roomId);
    if (!room || !opened) continue;
    for (let seq = opened.seq + 1; seq <= room.seq; seq++) {
      if (!events.has(seq))
        problems.push({ fault: 'event missing', what: `${seq} of ${room.seq} in ${roomId}` });
    }
    const { messages } = await readPage(db, roomId, Number.MAX_SAFE_INTEGER, 1_000_000);
    const replayed = replay(opened, events);
    const stored = {
      name: room.name,
      admins: await listAdmins(db, roomId),
      messages: messages,
    };
    if (stable(replayed) !== stable(stored))
      problems.push({ fault: 'replay differs', what: differenceOf(replayed, stored) });
  }
  return problems;
}

/** How many rooms somebody heard all of. */
export function countReplays({ ears, events }: Told): number {
  return [...events.keys()].filter(roomId => openedOf(ears, roomId)).length;
}

interface RoomAsTold {
  name: string;
  admins: string[];
  messages: Message[];
}

type Opened = NonNullable<Heard['opened']>;

/** What a connection that still stands was told of the room while nothing had been said there. */
function openedOf(ears: readonly Ear[], roomId: string): Opened | undefined {
  const ear = ears.find(({ isOver, rooms }) => !isOver && rooms.get(roomId)?.opened?.isEmpty);
  return ear?.rooms.get(roomId)?.opened;
}

function replay({ room, admins, seq }: Opened, events: ReadonlyMap<number, RoomEvent>): RoomAsTold {
  const messages = new Map<number, Message>();
  const granted = new Set(admins);
  let { name } = room;
  const rising = [...events.values()].filter(event => event.seq > seq).toSorted((a, b) => a.seq - b.seq);
  for (const event of rising) {
    if (event.type === 'room_edited') name = event.room.name;
    else if (event.type === 'admin_changed') {
      if (event.admin) granted.add(event.uid);
      else granted.delete(event.uid);
    } else if (event.type === 'message_deleted') messages.delete(event.message.seq);
    else messages.set(event.message.seq, event.message);
  }
  const bySeq = [...messages.values()].toSorted((a, b) => a.seq - b.seq);
  return { name, admins: [...granted].toSorted(), messages: bySeq };
}

function differenceOf(replayed: RoomAsTold, stored: RoomAsTold): string {
  const at = stored.messages.findIndex((row, index) => stable(row) !== stable(replayed.messages[index]));
  const [is, was] = at < 0 ? [stored, replayed] : [stored.messages[at], replayed.messages[at]];
  return `stored is ${stable(is).slice(0, 400)}, told was ${stable(was ?? null).slice(0, 400)}`;
}
