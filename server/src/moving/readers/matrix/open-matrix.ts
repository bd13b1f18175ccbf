import * as v from 'valibot';
import type { RoomLine } from '../../../export/format/lines.ts';
import type { Archive } from '../../archive/archive.ts';
import { ArchiveError } from '../../archive/archive-error.ts';
import type { ImportSource } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';
import { SortedRooms } from '../../import/sorted-rooms/sorted-rooms.ts';
import { ArchiveFiles, type ReaderOptions } from '../archive-files.ts';
import { readJsonItems } from '../read-json-items.ts';
import { toPages } from '../to-pages.ts';
import {
  MAX_TIME_MS,
  MatrixContent,
  MatrixEvent,
  MatrixHead,
  readPoll,
  readRelation,
} from './matrix-export.ts';
import type { MatrixIndex, StoredItem, StoredMessage } from './matrix-index.ts';
import { findKind } from './matrix-kinds.ts';
import { MatrixMedia } from './matrix-media.ts';
import { readMatrixRoom } from './matrix-messages.ts';
import { MatrixPeople } from './matrix-people.ts';
import { MatrixRoomState } from './matrix-rooms.ts';

/** Ids of Matrix have the name of their server. */
const WORKSPACE = 'matrix';

interface MatrixFile {
  path: string;
  folder: string;
  head: MatrixHead;
}

/** Reads all events once, because an edit or a reaction is an event after its message. Throws an `ArchiveError`. */
export async function openMatrix(
  archive: Archive,
  ledger: Ledger,
  options: ReaderOptions = {},
): Promise<ImportSource> {
  const found = await findFiles(archive);
  if (found.length === 0) throw new ArchiveError('The archive has no room of Element in JSON.');
  const files = new ArchiveFiles(archive, options);
  const index: MatrixIndex = {
    workspace: WORKSPACE,
    ledger,
    files,
    media: new MatrixMedia(files, archive.entries.keys()),
    people: new MatrixPeople(WORKSPACE, ledger),
    rooms: new Map(),
    sorted: new SortedRooms<StoredItem>(options.folder === undefined ? {} : { folder: options.folder }),
    answered: new Set(),
  };
  try {
    const places: Places = new Map();
    for (const file of found) await readFile(archive, file, index, places);
    return toSource(index, found.length);
  } catch (error) {
    await index.sorted.close();
    throw error;
  }
}

function toSource(index: MatrixIndex, count: number): ImportSource {
  const { workspace, ledger, files, people, sorted } = index;
  const persons = people.finish();
  const rooms = new Map<string, { line: RoomLine; rooms: MatrixRoomState[] }>();
  for (const room of index.rooms.values()) {
    const line = room.toLine(workspace, people, ledger);
    const known = rooms.get(line.id);
    if (known) {
      ledger.change('room.joined');
      known.rooms.push(room);
    } else {
      ledger.read('room');
      rooms.set(line.id, { line, rooms: [room] });
    }
  }
  const find = (id: string) => rooms.get(id)?.rooms ?? [];
  return {
    kind: 'matrix',
    title: count === 1 ? 'A room of Matrix' : `${count} rooms of Matrix`,
    workspace,
    ledger,
    people: () => toPages(persons),
    emoji: () => toPages([]),
    rooms: () => toPages([...rooms.values()].map(({ line }) => line)),
    messages: ({ id, name }) => readMatrixRoom(index, { rooms: find(id), name }),
    countRead: ({ id }) => find(id).reduce((sum, { messageCount }) => sum + messageCount, 0),
    openFile: id => files.open(id),
    close: () => sorted.close(),
  };
}

async function findFiles(archive: Archive): Promise<MatrixFile[]> {
  const files: MatrixFile[] = [];
  for (const path of [...archive.entries.keys()].toSorted()) {
    if (!path.toLowerCase().endsWith('.json')) continue;
    const stream = await archive.open(path);
    try {
      for await (const { value } of readJsonItems(stream, 'messages')) {
        const { success, output } = v.safeParse(MatrixHead, value);
        if (success) files.push({ path, folder: path.slice(0, path.lastIndexOf('/') + 1), head: output });
        break;
      }
    } finally {
      stream.destroy();
    }
  }
  return files;
}

/** The place of each message in the sorted rooms, by its id: what belongs to a message follows it. */
type Places = Map<string, { room: string; at: number; key: string }>;

async function readFile(
  archive: Archive,
  file: MatrixFile,
  index: MatrixIndex,
  places: Places,
): Promise<void> {
  const { ledger } = index;
  let isWhole = false;
  for await (const { kind, value } of readJsonItems(await archive.open(file.path), 'messages')) {
    if (kind === 'tail') isWhole = true;
    if (kind !== 'item') continue;
    const { success, output } = v.safeParse(MatrixEvent, value);
    if (success && output.origin_server_ts >= 0 && output.origin_server_ts < MAX_TIME_MS)
      await addEvent(output, file, index, places);
    else {
      ledger.read('message');
      const reason = value === undefined ? 'message.not_json' : 'message.not_valid';
      ledger.skip({ kind: 'message', reason, room: file.head.room_name, entry: file.path, item: value });
    }
  }
  ledger.read('entry');
  if (isWhole) ledger.store('entry');
  else ledger.skip({ kind: 'entry', reason: 'entry.cut', entry: file.path });
}

async function addEvent(
  event: MatrixEvent,
  { folder, head, path }: MatrixFile,
  index: MatrixIndex,
  places: Places,
): Promise<void> {
  const { ledger, people, sorted } = index;
  const { type, event_id: id, sender, content } = event;
  const roomId = event.room_id || path;
  const room = index.rooms.get(roomId) ?? new MatrixRoomState(roomId, head);
  index.rooms.set(roomId, room);
  const kind = findKind(event);
  const skip = (reason: string, item?: unknown) => {
    ledger.read('message');
    const at = new Date(event.origin_server_ts).toISOString();
    ledger.skip({ kind: 'message', reason, room: head.room_name, at, ...(item !== undefined && { item }) });
  };
  if (kind === 'notice') {
    if (event.state_key !== undefined) room.addState(event, people);
    return skip(`notice.${toReason(type)}`);
  }
  if (kind === 'vote') return skip('poll.vote');
  if (kind === 'locked') return skip('message.locked');
  if (kind === 'unknown') return skip('message.type', event);
  if (places.has(id)) return kind === 'reaction' ? undefined : skip('message.twice');
  if (kind === 'reaction' || kind === 'edit') {
    const relation = readRelation(content);
    const target = places.get(relation.event_id);
    people.get(sender);
    if (kind === 'edit') skip(target ? 'log.edit' : 'message.edit', target ? undefined : event);
    if (!target) {
      if (kind === 'reaction') {
        ledger.read('reaction');
        ledger.skip({ kind: 'reaction', reason: 'reaction.message' });
      }
      return undefined;
    }
    places.set(id, target);
    const at = event.origin_server_ts;
    const item: StoredItem =
      kind === 'reaction'
        ? { kind, sender, key: relation.key }
        : { kind, at, sender, content: readNewContent(content) };
    return sorted.add(target.room, `${target.key}1`, item);
  }
  ledger.read('message');
  const message = toMessage(event, folder, kind === 'deleted');
  people.addMessage(sender, message.content?.msgtype === 'm.notice');
  for (const target of [message.thread, message.answered]) {
    if (target === undefined) continue;
    index.answered.add(target);
    const place = places.get(target);
    if (!place || place.at <= message.at) continue;
    ledger.change('reply.older_than_root');
    message.at = place.at;
  }
  room.addMessage(sender, message.at);
  room.messageCount++;
  const key = String(message.at).padStart(15, '0') + String(places.size).padStart(12, '0');
  places.set(id, { room: roomId, at: message.at, key });
  return sorted.add(roomId, `${key}0`, message);
}

function toMessage(event: MatrixEvent, folder: string, isDeleted: boolean): StoredMessage {
  const { event_id: id, sender, content, origin_server_ts: time, type, unsigned } = event;
  const at = Math.floor(time);
  const relation = readRelation(content);
  const isInThread = relation.rel_type === 'm.thread' && relation.event_id !== '';
  const answered = relation['m.in_reply_to'].event_id || undefined;
  const { origin_server_ts: editedAt, content: edited } = unsigned['m.relations']['m.replace'];
  const isEdited = !isDeleted && typeof edited['m.new_content'] === 'object';
  return {
    kind: 'message',
    id,
    at,
    ownAt: at,
    sender,
    content: isDeleted ? undefined : v.parse(MatrixContent, content),
    isSticker: type === 'm.sticker',
    poll: readPoll(content),
    answered: isInThread && relation.is_falling_back ? undefined : answered,
    thread: isInThread ? relation.event_id : undefined,
    edit: isEdited ? { kind: 'edit', at: editedAt, sender, content: readNewContent(edited) } : undefined,
    folder,
  };
}

function readNewContent(content: Readonly<Record<string, unknown>>): MatrixContent {
  const { 'm.new_content': edited } = v.parse(MatrixContent, content);
  return v.parse(MatrixContent, edited ?? content);
}

function toReason(type: string): string {
  return /^[a-z][\w.]{0,60}$/.test(type) ? type : 'other';
}
