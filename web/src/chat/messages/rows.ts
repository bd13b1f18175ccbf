import type { RoomLog, Upload } from '@snug/client';
import {
  type MessageFile,
  type Person,
  type Reactions,
  type Reply,
  type TextMention,
  toReply,
  toTextMentions,
} from '@snug/protocol';
import { formatDate } from '../../ui/text/format-time.ts';
import type { ShownMessage as Message, ShownItem } from './edit/pending-edits.ts';

/** A message of the log (`stored`) or of the outbox. */
export interface Row {
  id: string;
  roomId: string;
  author: Person;
  text: string;
  mentions?: readonly TextMention[] | undefined;
  file: MessageFile | undefined;
  upload?: Upload | undefined;
  progress?: number | undefined;
  /** ms since 1970. Outbox rows use the clock of this device, so their time serves only for sorting. */
  createdAt: number;
  status: 'stored' | 'waiting' | 'failed';
  error?: string | undefined;
  /** Undefined if nobody reacted. */
  reactions?: Reactions | undefined;
  /** One's own reactions. */
  mine?: readonly string[] | undefined;
  /** Those with emoji of the workspace. */
  customReactions?: Reactions | undefined;
  customMine?: readonly string[] | undefined;
  seq?: number;
  isPinned?: boolean | undefined;
  /** One line without actions stands in place of the message: an admin removed it, or the server posted it. */
  line?: 'removed' | Message['notice'] | Message['exported'];
  reply?: Reply | undefined;
  /** The first message of the conversation to which a reply belongs. */
  rootId?: string | undefined;
  /** ms since 1970. Undefined without edits. */
  editedAt?: number | undefined;
  /** The number of stored edits. */
  revision?: number | undefined;
  /** The text is that of an edit that the log does not show yet. */
  isEditPending?: true | undefined;
  /** Shows the author for this row and the rows after it. */
  startsRun: boolean;
  /** In the conversation that begins with this message. Undefined if nobody has answered it. */
  replyCount?: number | undefined;
}

export interface Day {
  date: string;
  rows: Row[];
}

type RowContent = Omit<Row, 'startsRun' | 'replyCount'>;

const RUN_MS = 5 * 60_000;

/** Keeps the identity of a row while it does not change, so that memoized components do not render it again. */
const rowCache = new WeakMap<Message, Row>();

export function groupByDay(
  messages: readonly Message[],
  items: readonly ShownItem[],
  me: Person,
  replies: RoomLog['replies'] = {},
): Day[] {
  const days: Day[] = [];
  let head: Row | undefined;
  /** Of the last day, in ms since 1970. */
  let [midnight, nextMidnight] = [0, 0];
  const add = (entry: RowContent, message?: Message) => {
    const { createdAt } = entry;
    let day = days.at(-1);
    if (!day || createdAt < midnight || createdAt >= nextMidnight) {
      midnight = new Date(createdAt).setHours(0, 0, 0, 0);
      nextMidnight = new Date(createdAt).setHours(24, 0, 0, 0);
      day = { date: formatDate(createdAt), rows: [] };
      days.push(day);
      head = undefined;
    }
    const startsRun = !entry.line && !(head && isSameRun(head, entry));
    const row = toRow(entry, startsRun, message, replies);
    if (row.line) head = undefined;
    else if (row.startsRun) head = row;
    day.rows.push(row);
  };
  for (const message of messages) add(rowCache.get(message) ?? fromMessage(message), message);
  for (const entry of fromOutboxItems(messages, items, me)) add(entry);
  return days;
}

function toRow(
  entry: RowContent,
  startsRun: boolean,
  message: Message | undefined,
  replies: NonNullable<RoomLog['replies']>,
): Row {
  const replyCount = (message && replies[message.id]?.count) || undefined;
  const cached = message && rowCache.get(message);
  if (cached?.startsRun === startsRun && cached.replyCount === replyCount) return cached;
  const row = { ...entry, startsRun, replyCount };
  if (message) rowCache.set(message, row);
  return row;
}

function isSameRun(head: Row, entry: RowContent): boolean {
  return entry.author.uid === head.author.uid && entry.createdAt - head.createdAt < RUN_MS;
}

function fromMessage(message: Message): RowContent {
  const {
    id,
    roomId,
    seq,
    author,
    text = '',
    file,
    createdAt,
    reactions,
    mine,
    removed,
    notice,
    exported,
  } = message;
  const { customReactions, customMine, reply, rootId, editedAt, revision, isEditPending } = message;
  const line = removed ? ('removed' as const) : (notice ?? exported);
  const marks = { isPinned: message.pinnedAt !== undefined, line };
  const content = { text, mentions: toTextMentions(message), file, reactions, mine, ...marks };
  const shown = { customReactions, customMine, reply, rootId, editedAt, revision, isEditPending };
  return { id, roomId, author, createdAt, seq, status: 'stored', ...content, ...shown };
}

/** Skips items that are in the log already: an event can arrive before the result of its command. */
function fromOutboxItems(
  messages: readonly Message[],
  items: readonly ShownItem[],
  me: Person,
): RowContent[] {
  if (items.length === 0) return [];
  const stored = new Set(messages.map(message => message.id));
  const newest = messages.at(-1)?.createdAt ?? 0;
  const sources = new Map(messages.map(message => [message.id, toReply(message)]));
  return items
    .filter(item => !stored.has(item.id))
    .map(item => {
      const { id, roomId, text = '', mentions, file, upload, progress, createdAt, status, error } = item;
      const { reply, rootId } = item;
      return {
        id,
        roomId,
        author: me,
        text,
        // Until the server has named the people, the text shows as typed.
        mentions: mentions?.map(mention => ({ ...mention, person: undefined })),
        file,
        upload: file ? undefined : upload,
        reply: reply && (sources.get(reply.id) ?? reply),
        rootId,
        progress,
        createdAt: Math.max(createdAt, newest),
        status: status === 'failed' ? ('failed' as const) : ('waiting' as const),
        error,
      };
    });
}

/** Rows of the outbox have no actions, but buttons of their own. Removed messages have none. */
export function findStoredRow(days: readonly Day[], id: string): Row | undefined {
  return days.flatMap(day => day.rows).find(row => row.id === id && row.status === 'stored' && !row.line);
}
