import { toTime } from '../../account/export/export-source.ts';
import { readPages } from '../../account/export/pages.ts';
import { parseMentions } from '../../chat/mentions/message-mentions.ts';
import { prepared, preparedIn } from '../../db/prepared.ts';
import type { Db } from '../../db/schema.ts';
import type { MessageLine } from '../format/lines.ts';
import { findRoomRow, findStart } from './room-rows.ts';
import type { RowSource } from './scope.ts';

interface MessageRow {
  id: string;
  seq: number;
  authorId: string;
  createdAt: number;
  text: string | null;
  fileId: string | null;
  reactions: string | null;
  customReactions: string | null;
  deletedAt: number | null;
  removed: number | null;
  revision: number | null;
  editedAt: number | null;
  replyTo: string | null;
  rootId: string | null;
  mentions: string | null;
  pinnedAt: number | null;
  pinnedBy: string | null;
  notice: string | null;
}

interface ReactionRow {
  messageId: string;
  emoji: string;
  uid: string;
}

const COLUMNS = `"id", "seq", "authorId", "createdAt", "text", "fileId", "reactions", "customReactions", "deletedAt", "removed",
  "revision", "editedAt", "replyTo", "rootId", "mentions", "pinnedAt", "pinnedBy", "notice"`;
const selectPage = prepared<[roomId: string, after: number, limit: number], MessageRow>(
  `select ${COLUMNS} from "messages" where "roomId" = $1 and "seq" > $2 order by "seq" limit $3`,
);
const selectPins = prepared<[roomId: string, before: number], MessageRow>(
  `select ${COLUMNS} from "messages" indexed by "messages_pinned"
   where "roomId" = $1 and "pinnedAt" is not null and "deletedAt" is null and "seq" < $2 order by "seq"`,
);
const selectReactions = preparedIn<[roomId: string], ReactionRow>(
  `select "messageId" as "messageId", "emoji" as "emoji", "userId" as "uid" from "reactions"
   where "roomId" = $1 and "messageId" in ($values) order by "messageId", "emoji", "userId"`,
);

/** Of 10,000 units each at most. */
const PAGE_SIZE = 250;
/** Of the messages of one statement, unless a single message has more. */
const MAX_REACTIONS = 20_000;

/** In the order of the log, kept pins of a trimmed beginning first. Nothing for a room outside of the scope. */
export async function* readMessageLines(
  source: RowSource,
  roomId: string,
): AsyncGenerator<readonly MessageLine[]> {
  const { read } = source;
  const room = await findRoomRow(source, roomId);
  if (!room) return;
  const start = await findStart(source, room);
  if (start === undefined && room.trimmedPins === 1 && room.trimmedBefore !== null)
    yield* presentRows(read, roomId, await selectPins(read, roomId, room.trimmedBefore));
  const first = start ?? room.trimmedBefore ?? 0;
  const pages = readPages<MessageRow>(
    last => selectPage(read, roomId, last?.seq ?? first - 1, PAGE_SIZE),
    PAGE_SIZE,
  );
  for await (const rows of pages) yield* presentRows(read, roomId, rows);
}

async function* presentRows(
  read: Db,
  roomId: string,
  rows: readonly MessageRow[],
): AsyncGenerator<readonly MessageLine[]> {
  for (const page of splitByReactions(rows)) {
    const withReactions = page.filter(row => countReactions(row) > 0).map(({ id }) => id);
    const reactions = groupReactions(await selectReactions(read, withReactions, roomId));
    yield page.map(row => presentMessage(row, reactions.get(row.id)));
  }
}

function* splitByReactions(rows: readonly MessageRow[]): Generator<readonly MessageRow[]> {
  let page: MessageRow[] = [];
  let sum = 0;
  for (const row of rows) {
    const count = countReactions(row);
    if (page.length > 0 && sum + count > MAX_REACTIONS) {
      yield page;
      [page, sum] = [[], 0];
    }
    page.push(row);
    sum += count;
  }
  if (page.length > 0) yield page;
}

function countReactions({ reactions, customReactions }: MessageRow): number {
  return sumCounts(reactions) + sumCounts(customReactions);
}

function sumCounts(stored: string | null): number {
  return stored === null ? 0 : Object.values(parseCounts(stored)).reduce((sum, count) => sum + count, 0);
}

function parseCounts(stored: string | null): Record<string, number> {
  return stored === null ? {} : (JSON.parse(stored) as Record<string, number>);
}

type PeopleByEmoji = Map<string, string[]>;

function groupReactions(rows: readonly ReactionRow[]): ReadonlyMap<string, PeopleByEmoji> {
  const groups = new Map<string, PeopleByEmoji>();
  for (const { messageId, emoji, uid } of rows) {
    const group = groups.get(messageId) ?? new Map<string, string[]>();
    groups.set(messageId, group);
    const uids = group.get(emoji);
    if (uids) uids.push(uid);
    else group.set(emoji, [uid]);
  }
  return groups;
}

function presentMessage(row: MessageRow, people: PeopleByEmoji | undefined): MessageLine {
  const { id, text, replyTo, rootId, deletedAt, notice } = row;
  const line = {
    id,
    at: toTime(row.createdAt),
    by: row.authorId,
    ...(replyTo !== null && { replyTo }),
    ...(rootId !== null && { root: rootId }),
    ...(notice !== null && { notice }),
  };
  if (deletedAt !== null)
    return { ...line, deleted: toTime(deletedAt), ...(row.removed !== null && { removed: true as const }) };
  return {
    ...line,
    ...(text !== null && { text }),
    ...(row.mentions !== null && { mentions: parseMentions(row.mentions) }),
    ...(row.fileId !== null && { file: row.fileId }),
    ...(people && { reactions: presentReactions(row, people) }),
    ...(row.revision !== null &&
      row.editedAt !== null && { edited: { count: row.revision, at: toTime(row.editedAt) } }),
    ...(row.pinnedAt !== null &&
      row.pinnedBy !== null && { pinned: { by: row.pinnedBy, at: toTime(row.pinnedAt) } }),
  };
}

/** The counts have the order of the emoji, and the rows have the people. */
function presentReactions(
  { reactions, customReactions }: MessageRow,
  people: PeopleByEmoji,
): Record<string, string[]> {
  const ordered = [
    ...Object.keys(parseCounts(reactions)),
    ...Object.keys(parseCounts(customReactions)).map(name => `:${name}:`),
  ];
  return Object.fromEntries(
    [...new Set([...ordered, ...people.keys()])].flatMap(emoji => {
      const uids = people.get(emoji);
      return uids ? [[emoji, uids]] : [];
    }),
  );
}
