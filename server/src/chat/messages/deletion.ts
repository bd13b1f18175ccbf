import type { Message } from '@snug/protocol';
import type { Mutation, MutationContext, MutationResult } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { DeletedFile } from '../../files/file-store.ts';
import { releaseFile } from '../../files/files.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { removeReply } from '../conversations/reply-counts.ts';
import { removeMentions } from '../mentions/mentions.ts';
import { countPins } from '../pins/pin-store.ts';
import { appendToLog, findLastMessageSeq, setLastMessage } from '../rooms/room-store.ts';
import { uncountMessages } from '../rooms/room-writers-store.ts';
import { eraseIfTrimmed } from '../trims/trim-store.ts';
import { accessMessageAsModerator, accessMessageOrPinAsAuthor } from './access.ts';
import { eraseMessage } from './message-store.ts';
import { toChangedResult, toUnchangedResult } from './messages.ts';

interface MessageRef {
  roomId: string;
  messageId: string;
}

export interface DeletionResult {
  message: Message;
  deletedFile?: DeletedFile;
}

/** By the author. */
export const deleteMessage: Mutation<MessageRef, DeletionResult> = {
  isUnrepeatable: true,
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, messageId }) {
    const stored = await accessMessageOrPinAsAuthor(db, call, roomId, messageId);
    return stored.deletedAt === undefined ? eraseStored(db, call, stored) : toUnchangedResult(stored);
  },
};

/** By an admin: the message leaves a line in its place. */
export const removeMessage: Mutation<MessageRef, DeletionResult> = {
  isUnrepeatable: true,
  lockKeys: (_call, { roomId }) => [`room:${roomId}`],

  async run(db, call, { roomId, messageId }) {
    const { message: stored, room } = await accessMessageAsModerator(db, call, roomId, messageId);
    if (stored.deletedAt !== undefined) return toUnchangedResult(stored);
    await recordAudit(db, call, { action: 'remove_message', room, targetId: stored.author.uid });
    return eraseStored(db, call, stored, { removed: true });
  },
};

/** The previous message becomes the last one of the room. The caller holds the room's lock. */
export async function eraseStored(
  db: Db,
  call: MutationContext,
  stored: Message,
  mark: Pick<Message, 'removed'> = {},
): Promise<MutationResult<DeletionResult>> {
  const { id, roomId, seq: place, author, createdAt, rootId, file } = stored;
  const { seq, incarnation, at } = await appendToLog(db, roomId, call);
  await eraseMessage(db, stored, seq, at, mark.removed === true);
  await uncountMessages(db, roomId, author.uid, 1);
  const deletedFile = file && (await releaseFile(db, file.id, 'sent'));
  if ((await findLastMessageSeq(db, roomId)) === place) await setLastMessage(db, roomId);
  const kept = { id, roomId, seq: place, author, createdAt, ...(rootId !== undefined && { rootId }) };
  const message: Message = { ...kept, changedSeq: seq, deletedAt: at, ...mark };
  const replies = rootId === undefined ? undefined : await removeReply(db, roomId, rootId);
  const pinCount = stored.pinnedAt === undefined ? undefined : await countPins(db, roomId);
  if (stored.pinnedAt !== undefined) await eraseIfTrimmed(db, roomId, place);
  const event = {
    type: 'message_deleted' as const,
    roomId,
    seq,
    incarnation,
    message,
    ...(pinCount !== undefined && { pinCount }),
    ...(replies !== undefined && { replies }),
  };
  const { output, publications } = toChangedResult(message, event);
  const unmentioned = await removeMentions(db, message);
  return {
    output: { ...output, ...(deletedFile && { deletedFile }) },
    publications: [...publications, ...unmentioned],
  };
}
