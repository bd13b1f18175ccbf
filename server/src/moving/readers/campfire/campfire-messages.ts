import { deriveId } from '../../../base/derived-id.ts';
import type { FileLine, MessageLine } from '../../../export/format/lines.ts';
import type { ImportedBatch, ImportedMessage, ImportedPerson } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';
import type { ArchiveFiles } from '../archive-files.ts';
import { SourceReactions } from '../source-reactions.ts';
import { toMessages } from '../to-messages.ts';
import type { CampfireDatabase, Row } from './campfire-database.ts';
import { findEmbeddedFiles, toCampfireEmoji, writeCampfireText } from './campfire-text.ts';
import { readNumber, readText, readTime } from './campfire-values.ts';

export interface CampfireIndex {
  workspace: string;
  ledger: Ledger;
  files: ArchiveFiles;
  database: CampfireDatabase;
  findPerson: (id: number) => ImportedPerson | undefined;
  /** Of somebody whose row is gone. */
  unknown: () => ImportedPerson;
  /** Paths of files by their key. */
  paths: ReadonlyMap<string, string>;
}

const MAX_BATCH = 200;
/** Rails writes both times of a new row one after the other. */
const MAX_CREATION_MS = 2_000;
const MESSAGES = `select m.id, m.creator_id, m.created_at, t.body, t.created_at as text_at, t.updated_at as edited_at
  from messages m left join action_text_rich_texts t on t.record_type = 'Message' and t.record_id = m.id and t.name = 'body'
  where m.room_id = ? order by m.created_at, m.id`;
const BOOSTS = 'select booster_id, content from boosts where message_id = ? order by id';
const FILES = `select b.id, b.key, b.filename from active_storage_attachments a
  join active_storage_blobs b on b.id = a.blob_id
  where a.record_type = 'Message' and a.record_id = ? and a.name = 'attachment' order by a.id`;
const FILE = 'select id, key, filename from active_storage_blobs where id = ?';

/** `rooms`: several for direct rooms of the same people. */
export async function* readCampfireRoom(
  index: CampfireIndex,
  { rooms, name }: { rooms: readonly number[]; name: string },
): AsyncGenerator<ImportedBatch> {
  let messages: ImportedMessage[] = [];
  let files: FileLine[] = [];
  for (const row of mergeRooms(rooms.map(room => index.database.iterate(MESSAGES, room)))) {
    messages.push(...readMessage(index, row, name, files));
    if (messages.length < MAX_BATCH) continue;
    yield { messages, files };
    messages = [];
    files = [];
  }
  if (messages.length > 0) yield { messages, files };
}

/** In the order of time. */
function* mergeRooms(rooms: readonly Iterator<Row>[]): Generator<Row> {
  let heads = rooms.flatMap(room => readHead(room));
  for (;;) {
    const [first, ...others] = heads.toSorted((a, b) => a.at - b.at);
    if (!first) return;
    yield first.row;
    heads = [...readHead(first.room), ...others];
  }
}

function readHead(room: Iterator<Row>): { room: Iterator<Row>; row: Row; at: number }[] {
  const { done, value: row } = room.next();
  return done ? [] : [{ room, row, at: readTime(row, 'created_at') ?? 0 }];
}

function readMessage(index: CampfireIndex, row: Row, room: string, files: FileLine[]): ImportedMessage[] {
  const { ledger, workspace, findPerson, database } = index;
  const sourceId = readNumber(row, 'id');
  const at = readTime(row, 'created_at');
  ledger.read('message');
  const reactions = new SourceReactions(ledger);
  for (const boost of database.all(BOOSTS, sourceId)) {
    const content = readText(boost, 'content');
    const uid = (findPerson(readNumber(boost, 'booster_id')) ?? index.unknown()).id;
    reactions.add(toCampfireEmoji(content), uid, content);
  }
  const skip = (reason: string): ImportedMessage[] => {
    reactions.skipAll();
    ledger.skip({ kind: 'message', reason, room, item: { id: sourceId } });
    return [];
  };
  if (at === undefined) return skip('message.no_time');
  const id = deriveId(at, workspace, 'message', sourceId);
  const body = readText(row, 'body');
  const own = readFiles(index, sourceId, body, room);
  const texts = writeCampfireText(body, own.missing, index);
  if (texts.length === 0 && own.files.length === 0) return skip('message.empty');
  files.push(...own.files);
  const by = (findPerson(readNumber(row, 'creator_id')) ?? index.unknown()).id;
  const line: MessageLine = { id, at: new Date(at).toISOString(), by };
  const reacted = reactions.finish();
  if (reacted) line.reactions = reacted;
  const editedAt = readTime(row, 'edited_at') ?? 0;
  if (editedAt > (readTime(row, 'text_at') ?? editedAt) + MAX_CREATION_MS)
    line.edited = { count: 1, at: new Date(editedAt).toISOString() };
  return toMessages(line, { texts, files: own.files, deriveId: part => deriveId(at, id, part) }, ledger);
}

function readFiles(
  { database, files, paths, ledger, workspace }: CampfireIndex,
  message: number,
  body: string,
  room: string,
): { files: FileLine[]; missing: string[] } {
  const rows = [
    ...database.all(FILES, message),
    ...findEmbeddedFiles(body).flatMap(id => database.all(FILE, id)),
  ];
  const found: FileLine[] = [];
  const missing: string[] = [];
  for (const row of rows) {
    const name = readText(row, 'filename');
    const path = paths.get(readText(row, 'key'));
    const file = path === undefined ? undefined : files.find([path]);
    ledger.read('file');
    if (file)
      found.push(files.add(deriveId(0, workspace, 'file', message, readNumber(row, 'id')), file, name));
    else {
      ledger.skip({ kind: 'file', reason: 'file.not_in_archive', room, item: { name } });
      missing.push(name);
    }
  }
  return { files: found, missing };
}
