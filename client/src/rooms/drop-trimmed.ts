import type { Message, Room } from '@snug/protocol';

interface TrimmedCopy {
  room: Room;
  messages: readonly Message[];
  hasOlder: boolean;
}

/** Without what is below the beginning of the room's log: its messages, its last message, and quotes in answers to them. */
export function dropTrimmed<Copy extends TrimmedCopy>(copy: Copy): Copy {
  const { trimmedBefore = 0, lastMessage } = copy.room;
  if (trimmedBefore === 0) return copy;
  const messages = trimMessages(copy.messages, trimmedBefore);
  const isBeginning = messages.length < copy.messages.length;
  const { lastMessage: _, ...room } = copy.room;
  return {
    ...copy,
    room: lastMessage && lastMessage.seq < trimmedBefore ? room : copy.room,
    messages,
    hasOlder: copy.hasOlder && !isBeginning,
  };
}

/** Without those below the seq, and without what the others quote of them. */
export function trimMessages(messages: readonly Message[], before: number): readonly Message[] {
  return messages.filter(({ seq }) => seq >= before).map(message => dropQuote(message, before));
}

/** As the server sends an answer to a trimmed message: nothing of that one is left but its id. */
function dropQuote(message: Message, trimmedBefore: number): Message {
  const { reply, author } = message;
  if (!reply || reply.seq >= trimmedBefore) return message;
  return { ...message, reply: { id: reply.id, seq: 0, author, deleted: true } };
}

/** The copy after a trim; the same one if it has it already. */
export function trimCopy<Copy extends TrimmedCopy>(copy: Copy, trimmedBefore = 0): Copy {
  if (trimmedBefore <= (copy.room.trimmedBefore ?? 0)) return copy;
  return dropTrimmed({ ...copy, room: { ...copy.room, trimmedBefore } });
}
