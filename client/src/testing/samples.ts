import type { EventOf, ListedRoom, Message, Person, Room, RoomState } from '@snug/protocol';

export function makeId(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

export const ROOM_ID = makeId(1);
export const ANN: Person = { uid: makeId(2), name: 'Ann', createdAt: 0, version: 1 };

export function makeMessage(
  seq: number,
  { changedSeq = seq, roomId = ROOM_ID, text = `message ${seq}` } = {},
): Message {
  return {
    id: makeId(100 + seq),
    roomId,
    seq,
    changedSeq,
    author: ANN,
    createdAt: seq * 1_000,
    text,
  };
}

export function makeMessages(from: number, to: number): Message[] {
  return Array.from({ length: to - from + 1 }, (_, index) => makeMessage(from + index));
}

export function makeRoom(seq: number, { id = ROOM_ID, name = 'Room', createdAt = 0 } = {}): Room {
  const room = { id, name, description: 'A room', createdAt, seq };
  if (seq === 0) return room;
  const { id: messageId, author, createdAt: sentAt, text } = makeMessage(seq);
  return { ...room, lastMessage: { id: messageId, seq, author, createdAt: sentAt, text: text ?? '' } };
}

/** The row of the room in the list. */
export function makeListedRoom(seq: number, options?: Parameters<typeof makeRoom>[1]): ListedRoom {
  const { description: _, ...row } = makeRoom(seq, options);
  return row;
}

/** The result of `open_room` without `since`: the newest page of a room of `seq` messages. */
export function makeNewestPage(seq: number, from = 1): RoomState {
  return {
    room: makeRoom(seq),
    admins: [],
    seq,
    reset: true,
    messages: makeMessages(from, seq),
    hasOlder: from > 1,
  };
}

/** The result of a catch-up: the changes after `since`. */
export function makeCatchUp(since: number, seq: number): RoomState {
  return {
    room: makeRoom(seq),
    admins: [],
    seq,
    reset: false,
    messages: makeMessages(since + 1, seq),
    hasOlder: false,
  };
}

export function makeMessageSent(seq: number, roomId = ROOM_ID): EventOf<'message_sent'> {
  return { type: 'message_sent', roomId, seq, message: makeMessage(seq, { roomId }) };
}

export function listSeqs(log: { messages: readonly Message[] } | undefined): number[] | undefined {
  return log?.messages.map(message => message.seq);
}
