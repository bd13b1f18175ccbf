import { type Message, type RoomEvent, toReply } from '@snug/protocol';
import { readPage } from '@snug/server/chat/messages/message-store.ts';
import { findRoom } from '@snug/server/chat/rooms/room-rows.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { listAdmins } from '@snug/server/people/members/member-store.ts';
import { stableStringify } from '@snug/testkit/compare.ts';
import type { FrameRecorder, ObservedEvents, ObservedRoom } from '../observed-events.ts';
import type { Problem } from './problem.ts';

/** Does not use the client's code, which could hide a fault. */
export async function checkReplays(observed: ObservedEvents, db: Db): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [roomId, events] of observed.events) {
    const room = await findRoom(db, roomId);
    const opened = findOpened(observed.recorders, roomId);
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
    if (stableStringify(replayed) !== stableStringify(stored))
      problems.push({ fault: 'replay differs', what: describeDifference(replayed, stored) });
  }
  return problems;
}

export function countReplays({ recorders, events }: ObservedEvents): number {
  return [...events.keys()].filter(roomId => findOpened(recorders, roomId)).length;
}

interface ReplayedRoom {
  name: string;
  admins: string[];
  messages: Message[];
}

type Opened = NonNullable<ObservedRoom['opened']>;

/** The state of an empty room that an open connection received. */
function findOpened(recorders: readonly FrameRecorder[], roomId: string): Opened | undefined {
  const recorder = recorders.find(({ isClosed, rooms }) => {
    const room = rooms.get(roomId);
    return !isClosed && room?.opened?.isEmpty && !room.isBridged;
  });
  return recorder?.rooms.get(roomId)?.opened;
}

function replay({ room, admins, seq }: Opened, events: ReadonlyMap<number, RoomEvent>): ReplayedRoom {
  const messages = new Map<number, Message>();
  /** With deleted ones. */
  const byId = new Map<string, Message>();
  const granted = new Set(admins);
  let { name } = room;
  const rising = [...events.values()].filter(event => event.seq > seq).toSorted((a, b) => a.seq - b.seq);
  for (const event of rising) {
    if ('message' in event) byId.set(event.message.id, event.message);
    if (event.type === 'room_edited') name = event.room.name;
    else if (event.type === 'admin_changed') {
      if (event.admin) granted.add(event.uid);
      else granted.delete(event.uid);
    } else if (event.type === 'message_deleted') messages.delete(event.message.seq);
    else if ('message' in event) messages.set(event.message.seq, event.message);
  }
  const bySeq = [...messages.values()]
    .map(message => showSource(message, byId))
    .toSorted((a, b) => a.seq - b.seq);
  return { name, admins: [...granted].toSorted(), messages: bySeq };
}

/** A reply shows its source as it is now. */
function showSource(message: Message, byId: ReadonlyMap<string, Message>): Message {
  const source = message.reply && byId.get(message.reply.id);
  return source ? { ...message, reply: toReply(source) } : message;
}

function describeDifference(replayed: ReplayedRoom, stored: ReplayedRoom): string {
  const at = stored.messages.findIndex(
    (row, index) => stableStringify(row) !== stableStringify(replayed.messages[index]),
  );
  const [is, was] = at < 0 ? [stored, replayed] : [stored.messages[at], replayed.messages[at]];
  return `stored is ${stableStringify(is).slice(0, 400)}, replayed is ${stableStringify(was ?? null).slice(0, 400)}`;
}
