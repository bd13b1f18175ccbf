import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  cleanMessage,
  MAX_EDIT_IDS,
  type Message,
} from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import { readMentions, removeMentions } from '../mentions/mentions.ts';
import { mentionsEveryone } from '../mentions/message-mentions.ts';
import { accessRoomAsWriter } from '../rooms/access.ts';
import { appendToLog } from '../rooms/room-store.ts';
import { accessMessageAsAuthor } from './access.ts';
import { findEditIds, storeEdit } from './edit-store.ts';
import { toChangedResult, toUnchangedResult } from './messages.ts';

/** A repeated edit, and one that changes nothing, is a success. Throws `stale` if the author saw another text. */
export const editMessage: Mutation<CommandInput<'edit_message'>, CommandOutput<'edit_message'>> = {
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, id, revision, editId, ...input }) {
    const access = await accessRoomAsWriter(db, call, roomId);
    const stored = await accessMessageAsAuthor(db, call, roomId, id);
    if (stored.deletedAt !== undefined) throw new CommandError('not_found');
    const editIds = await findEditIds(db, roomId, id);
    if (editIds.includes(editId)) return toUnchangedResult(stored);
    const { text } = input;
    const mentions = await readMentions(db, call, roomId, access, input);
    if (isSame(cleanMessage(stored), { text, ...mentions })) return toUnchangedResult(stored);
    const { revision: storedRevision = 0 } = stored;
    if (revision !== storedRevision) throw new CommandError('stale');
    const { seq, incarnation, at } = await appendToLog(db, roomId, call);
    const { mentions: _, mentioned: __, ...rest } = stored;
    const change = { text, ...mentions, revision: storedRevision + 1, editedAt: at, changedSeq: seq };
    const message: Message = { ...rest, ...change };
    await storeEdit(db, message, [...editIds, editId].slice(-MAX_EDIT_IDS));
    const unmentioned = await removeMentions(db, message);
    const notEveryone = mentionsEveryone(stored.mentions) && !mentionsEveryone(message.mentions);
    const event = {
      type: 'message_edited' as const,
      roomId,
      seq,
      incarnation,
      message,
      ...(notEveryone && { notEveryone }),
    };
    const { output, publications } = toChangedResult(message, event);
    return { output, publications: [...publications, ...unmentioned] };
  },
};

function isSame(
  { mentions: before = [], ...stored }: Pick<Message, 'text' | 'mentions'>,
  { mentions: now = [], text }: Pick<Message, 'text' | 'mentions'>,
): boolean {
  return (
    stored.text === text &&
    before.length === now.length &&
    before.every(({ uid, start, length }, index) => {
      const other = now[index];
      return other?.uid === uid && other.start === start && other.length === length;
    })
  );
}
