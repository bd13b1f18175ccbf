import type { EventOf, ListedRoom, Message, Person, Room, RoomState } from '@snug/protocol';

/** The same id for the same number. */
export function idOf(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

export const ROOM_ID = idOf(1);
export const ANN: Person = { uid: idOf(2), name: 'Ann', createdAt: 0, version: 1 };

export function aMessage(
  seq: number,
  { changedSeq = seq, roomId = ROOM_ID, text = `message ${seq}` } = {},
): Message {
  return {
    id: idOf(100 + seq),
    roomId,
    seq,
    changedSeq,
    author: ANN,
    createdAt: seq * 1_000,
    text,
  };
}

export function messages(from: number, to: number): Message[] {
  return Array.from({ length: to - from + 1 }, (_, index) => aMessage(from + index));
}

export function aRoom(seq: number, { id = ROOM_ID, name = 'Room', createdAt = 0 } = {}): Room {
  const room = { id, name, description: 'A room', createdAt, seq };
  if (seq === 0) return room;
  const { id: messageId, author, createdAt: saidAt, text } = aMessage(seq);
  return { ...room, lastMessage: { id: messageId, seq, author, createdAt: saidAt, text: text ?? '' } };
}

/** The same room as the list shows it. */
export function aRow(seq: number, options?: Parameters<typeof aRoom>[1]): ListedRoom {
  const { description: _, ...row } = aRoom(seq, options);
  return row;
}

/** The answer of `open_room` without `since`: the newest page of a room of `seq` messages. */
export function newestPage(seq: number, from = 1): RoomState {
  return {
    room: aRoom(seq),
    admins: [],
    seq,
    reset: true,
    messages: messages(from, seq),
    hasOlder: from > 1,
  };
}

/** The answer of a catch-up: what changed after `since`. */
export function changes(since: number, seq: number): RoomState {
  return {
    room: aRoom(seq),
    admins: [],
    seq,
    reset: false,
    messages: messages(since + 1, seq),
    hasOlder: false,
  };
}

export function sent(seq: number, roomId = ROOM_ID): EventOf<'message_sent'> {
  return { type: 'message_sent', roomId, seq, message: aMessage(seq, { roomId }) };
}

export function seqs(log: { messages: readonly Message[] } | undefined): number[] | undefined {
  return log?.messages.map(message => message.seq);
}
