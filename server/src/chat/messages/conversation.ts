import {
  CommandError,
  type CommandInput,
  type CommandOutput,
  MAX_RESULT_BYTES,
  type Message,
} from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { findOwnConversation } from '../conversations/follow-store.ts';
import { findCursor } from '../reads/read-store.ts';
import { accessRoom } from '../rooms/access.ts';
import { accessConversation, accessMessageIfAny } from './access.ts';
import {
  type ConversationRef,
  countConversation,
  readRepliesAfter,
  readRepliesBefore,
} from './message-store.ts';

const MAX_PAGE_BYTES = MAX_RESULT_BYTES - 300;

type ConversationPage = CommandOutput<'get_messages'>;

/** A page of the first message of a conversation and its replies. Throws `not_found`. */
export async function readConversation(
  db: Db,
  actor: Actor,
  input: CommandInput<'get_messages'> & { conversation: string },
): Promise<ConversationPage> {
  const { roomId, conversation } = input;
  const rootId = await accessConversation(db, actor, roomId, conversation);
  const ref = { roomId, rootId };
  // Before the rows, which are as of this position or later.
  const counted = await countConversation(db, ref);
  if (!counted) throw new CommandError('not_found');
  const { count, ...position } = counted;
  const found = await accessMessageIfAny(db, actor, roomId, rootId);
  const root = found?.deletedAt === undefined ? found : undefined;
  const page = await readPage(db, ref, root, position.seq, input);
  const own = await readOwnPlace(db, actor, ref, position.seq);
  return { ...position, ...page, conversation: { rootId, count, ...own } };
}

/** `readSeq`: by rule U10. A member without a cursor has read everything. */
async function readOwnPlace(
  db: Db,
  actor: Actor,
  { roomId, rootId }: ConversationRef,
  end: number,
): Promise<Pick<NonNullable<ConversationPage['conversation']>, 'follows' | 'readSeq'>> {
  const { uid } = actor;
  const { role } = await accessRoom(db, actor, roomId);
  if (role === null) return { follows: false };
  const { follows, seq } = await findOwnConversation(db, { uid, roomId, rootId });
  const room = await findCursor(db, uid, roomId);
  return { follows, readSeq: Math.max(seq, room?.seq ?? end) };
}

/** The root is the oldest message. It leaves out the oldest replies that do not fit beside it. */
async function readPage(
  db: Db,
  ref: ConversationRef,
  root: Message | undefined,
  seq: number,
  { before, after, limit }: CommandInput<'get_messages'>,
): Promise<Omit<ConversationPage, 'seq' | 'incarnation' | 'conversation'>> {
  const isInside = root && root.seq > (after ?? -1) && root.seq < (before ?? Number.MAX_SAFE_INTEGER);
  const bytes = MAX_PAGE_BYTES - (isInside ? jsonBytes(root) : 0);
  const end = before ?? Number.MAX_SAFE_INTEGER;
  if (after !== undefined) {
    const page = await readRepliesAfter(db, ref, after, limit, bytes);
    return { ...withRoot(page.messages, isInside && root), hasNewer: page.hasNewer, hasOlder: !isInside };
  }
  const page = await readRepliesBefore(db, ref, end, limit, bytes);
  const messages = withRoot(page.messages, !page.hasOlder && isInside && root);
  return { ...messages, hasOlder: page.hasOlder, hasNewer: end <= seq };
}

function withRoot(replies: Message[], root: Message | undefined | false): { messages: Message[] } {
  return { messages: root ? [root, ...replies] : replies };
}
