import { toTime } from '../../account/export/export-source.ts';
import { PAGE_SIZE, readPages } from '../../account/export/pages.ts';
import { trimmedBeforeOf } from '../../chat/rooms/trimmed-log.ts';
import { prepared } from '../../db/prepared.ts';
import type { SourcePart } from '../format/line-source.ts';
import type { BlockLine, FollowLine, LevelLine, ReadLine, SavedLine, StatusLine } from '../format/lines.ts';
import { isWholeWorkspace, type RowSource, timeField, toFlag } from './scope.ts';

interface ReadRow {
  uid: string;
  roomId: string;
  messageId: string | null;
}

interface FollowRow extends ReadRow {
  rootId: string;
  follows: number | null;
  at: number;
}

interface SavedRow {
  uid: string;
  roomId: string;
  messageId: string;
  savedAt: number;
  remindAt: number | null;
}

interface StatusRow {
  uid: string;
  emoji: string | null;
  text: string | null;
  until: number | null;
}

/** The newest message up to the cursor. */
const lastRead = (row: string) =>
  `(select m."id" from "messages" m where m."roomId" = ${row}."roomId" and m."seq" <= ${row}."seq"
     and m."seq" >= ${trimmedBeforeOf('r')} order by m."seq" desc limit 1) as "messageId"`;
const joinRoom = (row: string, openOnly: string) =>
  `join "rooms" r on r."id" = ${row}."roomId" and r."deletedAt" is null and (${openOnly} = 0 or r."kind" = 'open')`;

const selectReads = prepared<[uid: string, roomId: string, openOnly: number, limit: number], ReadRow>(
  `select c."userId" as "uid", c."roomId" as "roomId", ${lastRead('c')} from "reads" c ${joinRoom('c', '$3')}
   where (c."userId", c."roomId") > ($1, $2) order by c."userId", c."roomId" limit $4`,
);
const selectFollows = prepared<
  [uid: string, roomId: string, rootId: string, openOnly: number, limit: number],
  FollowRow
>(
  `select c."userId" as "uid", c."roomId" as "roomId", c."rootId" as "rootId", c."follows" as "follows", c."at" as "at", ${lastRead('c')}
   from "own_conversations" c ${joinRoom('c', '$4')}
   where (c."userId", c."roomId", c."rootId") > ($1, $2, $3) order by c."userId", c."roomId", c."rootId" limit $5`,
);
const selectSaved = prepared<
  [uid: string, roomId: string, messageId: string, openOnly: number, limit: number],
  SavedRow
>(
  `select s."userId" as "uid", s."roomId" as "roomId", s."messageId" as "messageId", s."savedAt" as "savedAt", s."remindAt" as "remindAt"
   from "saved" s ${joinRoom('s', '$4')}
   where (s."userId", s."roomId", s."messageId") > ($1, $2, $3) order by s."userId", s."roomId", s."messageId" limit $5`,
);
const selectBlocks = prepared<[uid: string, blocked: string, limit: number], BlockLine>(
  `select "userId" as "uid", "blockedId" as "blocked" from "blocks" where ("userId", "blockedId") > ($1, $2)
   order by "userId", "blockedId" limit $3`,
);
const selectStatuses = prepared<[uid: string, limit: number], StatusRow>(
  `select "userId" as "uid", "emoji" as "emoji", "text" as "text", "until" as "until" from "statuses" where "userId" > $1
   order by "userId" limit $2`,
);
const selectLevels = prepared<[uid: string, limit: number], LevelLine>(
  `select "userId" as "uid", "level" as "level" from "default_levels" where "userId" > $1 order by "userId" limit $2`,
);

/** What only `--personal` exports. Of single rooms, without what people have beside the rooms. */
export function listPersonalParts(source: RowSource): SourcePart[] {
  const ofRooms: SourcePart[] = [
    { name: 'reads.jsonl', read: () => readReads(source) },
    { name: 'follows.jsonl', read: () => readFollows(source) },
    { name: 'saved.jsonl', read: () => readSaved(source) },
  ];
  if (!isWholeWorkspace(source.scope)) return ofRooms;
  return [
    ...ofRooms,
    { name: 'blocks.jsonl', read: () => readBlocks(source) },
    { name: 'statuses.jsonl', read: () => readStatuses(source) },
    { name: 'levels.jsonl', read: () => readLevels(source) },
  ];
}

async function* readReads(source: RowSource): AsyncGenerator<readonly ReadLine[]> {
  const pages = readPages<ReadRow>(last =>
    selectReads(source.read, last?.uid ?? '', last?.roomId ?? '', toFlag(source.scope.openOnly), PAGE_SIZE),
  );
  for await (const rows of pages)
    yield keepRooms(source, rows).map(({ uid, roomId, messageId }) => ({
      uid,
      room: roomId,
      ...(messageId !== null && { message: messageId }),
    }));
}

async function* readFollows(source: RowSource): AsyncGenerator<readonly FollowLine[]> {
  const pages = readPages<FollowRow>(last =>
    selectFollows(
      source.read,
      last?.uid ?? '',
      last?.roomId ?? '',
      last?.rootId ?? '',
      toFlag(source.scope.openOnly),
      PAGE_SIZE,
    ),
  );
  for await (const rows of pages)
    yield keepRooms(source, rows).map(({ uid, roomId, rootId, follows, messageId, at }) => ({
      uid,
      room: roomId,
      root: rootId,
      ...(follows !== null && { follows: true as const }),
      ...(messageId !== null && { read: messageId }),
      at: toTime(at),
    }));
}

async function* readSaved(source: RowSource): AsyncGenerator<readonly SavedLine[]> {
  const pages = readPages<SavedRow>(last =>
    selectSaved(
      source.read,
      last?.uid ?? '',
      last?.roomId ?? '',
      last?.messageId ?? '',
      toFlag(source.scope.openOnly),
      PAGE_SIZE,
    ),
  );
  for await (const rows of pages)
    yield keepRooms(source, rows).map(({ uid, roomId, messageId, savedAt, remindAt }) => ({
      uid,
      room: roomId,
      message: messageId,
      at: toTime(savedAt),
      ...timeField('remindAt', remindAt),
    }));
}

function keepRooms<Row extends { roomId: string }>(
  { scope }: RowSource,
  rows: readonly Row[],
): readonly Row[] {
  const { rooms } = scope;
  return rooms === undefined ? rows : rows.filter(({ roomId }) => rooms.includes(roomId));
}

function readBlocks({ read }: RowSource): AsyncGenerator<readonly BlockLine[]> {
  return readPages<BlockLine>(last => selectBlocks(read, last?.uid ?? '', last?.blocked ?? '', PAGE_SIZE));
}

async function* readStatuses({ read }: RowSource): AsyncGenerator<readonly StatusLine[]> {
  const pages = readPages<StatusRow>(last => selectStatuses(read, last?.uid ?? '', PAGE_SIZE));
  for await (const rows of pages)
    yield rows
      .filter(({ emoji, text }) => emoji !== null || text !== null)
      .map(({ uid, emoji, text, until }) => ({
        uid,
        ...(emoji !== null && { emoji }),
        ...(text !== null && { text }),
        ...timeField('until', until),
      }));
}

function readLevels({ read }: RowSource): AsyncGenerator<readonly LevelLine[]> {
  return readPages<LevelLine>(last => selectLevels(read, last?.uid ?? '', PAGE_SIZE));
}
