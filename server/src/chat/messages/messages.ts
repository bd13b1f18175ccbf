import {
  CommandError,
  type CommandOutput,
  cleanMessage,
  type Event,
  type Mention,
  type Message,
  roomTopic,
} from '@snug/protocol';
import type { LockKey, Mutation, MutationContext, MutationResult, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { attachFile } from '../../files/files.ts';
import { joinByWriting } from '../../people/members/change-membership.ts';
import { followAsWriters } from '../conversations/follows.ts';
import { addReply } from '../conversations/reply-counts.ts';
import { addMentions, readMentions } from '../mentions/mentions.ts';
import { accessRoomAsSender } from '../rooms/access.ts';
import { appendMessage, appendToLog } from '../rooms/room-store.ts';
import { countMessage, findMessageCount } from '../rooms/room-writers-store.ts';
import { TRIMMED_SEQ } from '../rooms/trimmed-log.ts';
import { accessMessageAsSender } from './access.ts';
import { type Answered, findAnswered } from './answered.ts';
import { insertMessage } from './message-store.ts';

export interface NewMessage {
  id: string;
  roomId: string;
  text?: string | undefined;
  fileId?: string | undefined;
  replyTo?: string | undefined;
  mentions?: readonly Mention[] | undefined;
}

/** Returns an already stored message unchanged, so that a sender can retry after an unknown outcome. */
export const sendMessage: Mutation<NewMessage, CommandOutput<'send_message'>> = {
  lockKeys({ uid, scope }, { roomId, fileId, replyTo, mentions = [] }) {
    const keys: LockKey[] = [`room:${roomId}`];
    const hasRecipients = replyTo !== undefined || mentions.length > 0;
    if (hasRecipients || fileId !== undefined) keys.push(`person:${uid}`);
    // All bots of a person share a limit.
    if (hasRecipients && scope?.ownerId !== undefined) keys.push(`person:${scope.ownerId}`);
    return keys;
  },

  async run(db, call, input) {
    const { id, roomId, text, fileId, replyTo } = input;
    const sender = await accessRoomAsSender(db, call, roomId, id);
    if (!sender) return repeatSend(db, call, input);
    const { author, access } = sender;
    const answered = replyTo === undefined ? undefined : await findAnswered(db, author, roomId, replyTo);
    const file = fileId === undefined ? undefined : await attachFile(db, call, fileId, roomId);
    const { seq, incarnation, at } = await appendMessage(db, roomId, access, call);
    const content = {
      ...(text !== undefined && { text }),
      ...(await readMentions(db, call, roomId, access, input)),
      ...(file && { file }),
      ...(answered && { reply: answered.reply, rootId: answered.rootId }),
    };
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
    await countMessage(db, { roomId, uid: call.uid, seq }, access.messageCount);
    const conversation = answered ? await extendConversation(db, call, roomId, answered) : undefined;
    const { output, publications } = toSentResult(message, incarnation, conversation?.replies);
    const mentioned = await addMentions(db, call, message);
    // Only open rooms have writers who are not members.
    const isNew = access.role === null || access.request !== null;
    const joined = isNew ? await joinByWriting(db, call, roomId, access.role) : [];
    const followed = conversation?.publications ?? [];
    return { output, publications: [...publications, ...mentioned, ...followed, ...joined] };
  },
};

/** Counts a reply, and lets its author and that of the first message follow the conversation. */
async function extendConversation(
  db: Db,
  call: MutationContext,
  roomId: string,
  { reply, rootId, replies: before, follows }: Answered,
): Promise<{ replies: number; publications: Publication[] }> {
  const replies = await addReply(db, { roomId, rootId }, before);
  const isFirst = before === undefined && replies === 1 && reply.id === rootId && !reply.deleted;
  const followers = [...(follows ? [] : [call.uid]), ...(isFirst ? [reply.author.uid] : [])];
  return { replies, publications: await followAsWriters(db, call, { roomId, rootId }, followers) };
}

async function repeatSend(
  db: Db,
  call: MutationContext,
  input: NewMessage,
): Promise<MutationResult<{ message: Message }>> {
  const stored = await accessMessageAsSender(db, call, input.roomId, input.id);
  return toUnchangedResult(requireSameMessage(stored, input));
}

export type NewNotice = Pick<Message, 'id' | 'roomId' | 'author' | 'text' | 'notice' | 'exported'>;

/** A message that the server posts in a person's name. The caller holds the room's lock. */
export async function postNotice(
  db: Db,
  call: MutationContext,
  { author, id, roomId, ...content }: NewNotice,
): Promise<Publication[]> {
  const { seq, incarnation, at } = await appendToLog(db, roomId, call, { isMessage: true });
  const message: Message = { id, roomId, seq, changedSeq: seq, author, createdAt: at, ...content };
  await insertMessage(db, message);
  const count = await findMessageCount(db, roomId, author.uid);
  await countMessage(db, { roomId, uid: author.uid, seq }, count);
  return toSentResult(message, incarnation).publications;
}

/** `replies`: of the conversation of a reply. */
export function toSentResult(
  message: Message,
  incarnation: string,
  replies?: number,
): MutationResult<CommandOutput<'send_message'>> {
  const { roomId, seq } = message;
  const event = { type: 'message_sent' as const, roomId, seq, incarnation, message };
  return toChangedResult(message, { ...event, ...(replies !== undefined && { replies }) });
}

export function toChangedResult(message: Message, event: Event): MutationResult<{ message: Message }> {
  return { output: { message }, publications: [{ topic: roomTopic(message.roomId), event }] };
}

export function toUnchangedResult(message: Message): MutationResult<{ message: Message }> {
  return { output: { message }, publications: [] };
}

// A success for another message would lose it. The first content of an edited or deleted message is gone, so any
// content counts as the same. Mentions are not compared, because the server keeps only the valid ones. An earlier release may have stored the text as it was sent.
function requireSameMessage(stored: Message, { text, fileId, replyTo }: NewMessage): Message {
  const { deletedAt, revision, reply, file } = stored;
  const isChanged = deletedAt !== undefined || revision !== undefined;
  // The client of a trimmed source drops the answer.
  const isSameReply = reply?.id === replyTo || (reply?.seq === TRIMMED_SEQ && replyTo === undefined);
  const isSame = isChanged || (cleanMessage(stored).text === text && file?.id === fileId && isSameReply);
  if (isSame) return stored;
  throw new CommandError('id_taken');
}
