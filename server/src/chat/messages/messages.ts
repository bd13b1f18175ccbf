import {
  CommandError,
  type CommandOutput,
  cleanMessage,
  type Event,
  type Mention,
  type Message,
  roomTopic,
  toReply,
} from '@snug/protocol';
import type { LockKey, Mutation, MutationContext, MutationResult, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { attachFile } from '../../files/files.ts';
import { joinByWriting } from '../../people/members/change-membership.ts';
import { followByReply } from '../conversations/follows.ts';
import { addReply } from '../conversations/reply-counts.ts';
import { addMentions, readMentions } from '../mentions/mentions.ts';
import { accessRoomAsSender } from '../rooms/access.ts';
import { appendMessage, appendToLog } from '../rooms/room-store.ts';
import { countMessage, findMessageCount } from '../rooms/room-writers-store.ts';
import { TRIMMED_SEQ } from '../rooms/trimmed-log.ts';
import { type Answered, accessAnswered, accessMessageAsSender } from './access.ts';
import { insertMessage } from './message-store.ts';
import { toTrimmedReply } from './reply.ts';

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
    const answered = replyTo === undefined ? undefined : await accessAnswered(db, call, roomId, replyTo);
    const source = answered?.source;
    const file = fileId === undefined ? undefined : await attachFile(db, call, fileId, roomId);
    const { seq, incarnation, at } = await appendMessage(db, roomId, access, call);
    const content = {
      ...(text !== undefined && { text }),
      ...(await readMentions(db, call, roomId, access, input)),
      ...(file && { file }),
      ...(answered && toReplyFields(answered, author)),
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
    const conversation = await extendConversation(db, call, message, source);
    const { output, publications } = toSentResult(message, incarnation, conversation.replies);
    const mentioned = await addMentions(db, call, message, source);
    // Only open rooms have writers who are not members.
    const isNew = access.role === null || access.request !== null;
    const joined = isNew ? await joinByWriting(db, call, roomId, access.role) : [];
    return { output, publications: [...publications, ...mentioned, ...conversation.publications, ...joined] };
  },
};

/** Counts a reply, and lets its author and that of the first message follow the conversation. */
async function extendConversation(
  db: Db,
  call: MutationContext,
  { roomId, rootId }: Message,
  source: Message | undefined,
): Promise<{ replies?: number; publications: Publication[] }> {
  if (rootId === undefined) return { publications: [] };
  const { count, isFirst } = await addReply(db, roomId, rootId);
  const root = isFirst && source?.id === rootId ? source : undefined;
  return { replies: count, publications: await followByReply(db, call, { roomId, rootId }, root) };
}

async function repeatSend(
  db: Db,
  call: MutationContext,
  input: NewMessage,
): Promise<MutationResult<{ message: Message }>> {
  const stored = await accessMessageAsSender(db, call, input.roomId, input.id);
  return toUnchangedResult(requireSameMessage(stored, input));
}

/** A reply to a reply belongs to the same conversation. */
function toReplyFields(
  { source, rootId }: Answered,
  author: Message['author'],
): Pick<Message, 'reply' | 'rootId'> {
  return { reply: source ? toReply(source) : toTrimmedReply(rootId, author), rootId };
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
