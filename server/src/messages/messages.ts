import { CommandError, type CommandOutput, type Message, roomTopic } from '@snug/protocol';
import type { Mutation } from '../db/mutation.ts';
import { findPerson } from '../profiles/person.ts';
import { nextInLog } from '../rooms/room-store.ts';
import { findMessage, insertMessage } from './message-store.ts';

interface NewMessage {
  id: string;
  roomId: string;
  text: string;
}

/**
 * Stores a message at the end of its room's log. A message that is stored already is answered as it is, so a
 * sender who does not know whether it arrived sends it again.
 */
export const sendMessage: Mutation<NewMessage, CommandOutput<'send_message'>> = async (db, call, input) => {
  const stored = await findMessage(db, input.id);
  if (stored) return { output: { message: sameOrRefuse(stored, call.uid, input) }, publications: [] };
  const author = await findPerson(db, call.uid);
  if (!author) throw new CommandError('signed_out');
  const { id, roomId, text } = input;
  const { seq, at } = await nextInLog(db, roomId, call.now, { isMessage: true });
  const message: Message = { id, roomId, seq, changedSeq: seq, author, createdAt: at, text };
  await insertMessage(db, message);
  return {
    output: { message },
    publications: [{ topic: roomTopic(roomId), event: { type: 'message_sent', roomId, seq, message } }],
  };
};

// An id stands for one message for ever: answering "sent" to another one would lose it.
function sameOrRefuse(stored: Message, uid: string, { roomId, text }: NewMessage): Message {
  if (stored.author.uid === uid && stored.roomId === roomId && stored.text === text) return stored;
  throw new CommandError('id_taken');
}
