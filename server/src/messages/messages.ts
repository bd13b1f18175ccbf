import { CommandError, type CommandOutput, type Event, type Message, roomTopic } from '@snug/protocol';
import { accessMessageAsAuthor, accessMessageAsSender, accessRoom, accessSelf } from '../access.ts';
import type { Mutation, MutationResult } from '../db/mutation.ts';
import type { DeletedFile } from '../files/file-store.ts';
import { attachFile, releaseFile } from '../files/files.ts';
import { appendToLog, findLastMessageSeq, setLastMessage } from '../rooms/room-store.ts';
import { countMessage, uncountMessage } from '../rooms/room-writers-store.ts';
import { eraseMessage, insertMessage } from './message-store.ts';

interface NewMessage {
  id: string;
  roomId: string;
  text?: string | undefined;
  fileId?: string | undefined;
}

/**
 * Stores a message at the end of its room's log. A message that is stored already is answered as it is, so a
 * sender who does not know whether it arrived sends it again.
 */
export const sendMessage: Mutation<NewMessage, CommandOutput<'send_message'>> = {
  lockKeys: ({ uid }, { roomId, fileId }) => [
    `room:${roomId}`,
    ...(fileId === undefined ? [] : [`person:${uid}` as const]),
  ],

  async run(db, call, input) {
    const stored = await accessMessageAsSender(db, call.uid, input.roomId, input.id);
    if (stored) return toUnchangedResult(requireSameMessage(stored, input));
    const author = await accessSelf(db, call.uid);
    const { id, roomId, text, fileId } = input;
    await accessRoom(db, call.uid, roomId);
    const file = fileId === undefined ? undefined : await attachFile(db, call, fileId, roomId);
    const { seq, incarnation, at } = await appendToLog(db, roomId, call, { isMessage: true });
    const content = { ...(text !== undefined && { text }), ...(file && { file }) };
    const message: Message = {
      id,
      roomId,
      seq,
      changedSeq: seq,
      author,
      createdAt: at,
      ...content,
    };
    await insertMessage(db, message);
    await countMessage(db, roomId, call.uid, seq);
    return toChangedResult(message, { type: 'message_sent', roomId, seq, incarnation, message });
  },
};

interface MessageRef {
  roomId: string;
  messageId: string;
}

/** With the file, if the message had one, whose bytes nobody needs any more. */
interface DeletionResult {
  message: Message;
  deletedFile?: DeletedFile;
}

/** Erases a message of the caller's own; the room shows the one before as its last. */
export const deleteMessage: Mutation<MessageRef, DeletionResult> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, input) {
    const stored = await accessMessageAsAuthor(db, call.uid, input.roomId, input.messageId);
    if (stored.deletedAt !== undefined) return toUnchangedResult(stored);
    const { id, roomId, text: _, reactions: __, file, ...rest } = stored;
    const { seq, incarnation, at } = await appendToLog(db, roomId, call);
    await eraseMessage(db, stored, seq, at);
    await uncountMessage(db, roomId, call.uid);
    const deletedFile = file && (await releaseFile(db, file.id, 'sent'));
    if ((await findLastMessageSeq(db, roomId)) === stored.seq) await setLastMessage(db, roomId);
    const message: Message = { ...rest, id, roomId, changedSeq: seq, deletedAt: at };
    const { output, publications } = toChangedResult(message, {
      type: 'message_deleted',
      roomId,
      seq,
      incarnation,
      message,
    });
    return { output: { ...output, ...(deletedFile && { deletedFile }) }, publications };
  },
};

/** The outcome of a change of a message, told to its room. */
export function toChangedResult(message: Message, event: Event): MutationResult<{ message: Message }> {
  return { output: { message }, publications: [{ topic: roomTopic(message.roomId), event }] };
}

/** The outcome where all is as it should be already. */
export function toUnchangedResult(message: Message): MutationResult<{ message: Message }> {
  return { output: { message }, publications: [] };
}

// In its room an id stands for one message for ever: answering "sent" to another one would lose it. What a deleted
// message said is gone, so any content is taken for the same.
function requireSameMessage(stored: Message, { text, fileId }: NewMessage): Message {
  const isSame = stored.deletedAt !== undefined || (stored.text === text && stored.file?.id === fileId);
  if (isSame) return stored;
  throw new CommandError('id_taken');
}
