import type { LineSource } from '../format/line-source.ts';
import type { EmojiLine, FileLine, MessageLine, PersonLine, RoomLine } from '../format/lines.ts';
import type { Counts } from '../format/manifest.ts';
import type { ExportProgress } from '../write/export-entries.ts';
import { SlackNames, toSlackId } from './slack-ids.ts';
import {
  MAX_REPLY_PEOPLE,
  type SlackThread,
  toFileName,
  toSlackMessage,
  toSlackReactions,
  toTimestamp,
} from './slack-message.ts';
import { encodeEntities } from './slack-text.ts';

export interface SlackEntry {
  name: string;
  content: AsyncIterable<Uint8Array>;
  isCompressed: boolean;
}

export interface SlackOptions {
  source: LineSource;
  /** Slack's name of a standard emoji. */
  toShortcode: (emoji: string) => string | undefined;
  /** After each page and each file. Throws to end the export. */
  onProgress?: (progress: ExportProgress) => void;
}

/** What Slack's form has no place for. */
export interface SlackLosses {
  /** Lines that the server posted. */
  notices: number;
  /** With an emoji that Slack does not have. */
  reactions: number;
  /** Before the last one of each message. */
  edits: number;
  /** Of replies: which message of the conversation they answer, if it is not the first one. */
  answers: number;
  /** Of deleted messages. */
  authors: number;
  /** As people spell the names of rooms. */
  roomNames: number;
}

type RoomList = 'channels.json' | 'groups.json' | 'dms.json' | 'mpims.json';
const ROOM_LISTS: readonly RoomList[] = ['channels.json', 'groups.json', 'dms.json', 'mpims.json'];

interface SlackRoom {
  room: RoomLine;
  id: string;
  name: string;
  list: RoomList;
}

interface Pin {
  id: string;
  type: 'C';
  created: number;
  user: string;
}

/**
 * A workspace as an export of Slack has it, to be read once and one entry after the other. Holds the list of files and of the rooms, and
 * of one room the conversations.
 */
export class SlackEntries implements AsyncIterable<SlackEntry> {
  readonly counts: Counts = { people: 0, rooms: 0, messages: 0, reactions: 0, files: 0, emoji: 0 };
  readonly lost: SlackLosses = { notices: 0, reactions: 0, edits: 0, answers: 0, authors: 0, roomNames: 0 };
  /** The ids of files without bytes. */
  readonly missing: string[] = [];
  readonly #source: LineSource;
  readonly #toShortcode: SlackOptions['toShortcode'];
  readonly #onProgress: SlackOptions['onProgress'];
  #allMessages: number | undefined;
  #fileBytes = 0;
  readonly #files = new Map<string, FileLine>();
  readonly #rooms: SlackRoom[] = [];
  /** By room. */
  readonly #pins = new Map<string, Pin[]>();
  readonly #names = new SlackNames();

  constructor({ source, toShortcode, onProgress }: SlackOptions) {
    this.#source = source;
    this.#onProgress = onProgress;
    this.#toShortcode = toShortcode;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SlackEntry, void> {
    yield toEntry('users.json', this.#listPeople());
    for await (const files of this.#source.files())
      for (const { id, name, contentType, size } of files)
        this.#files.set(id, { id, name, contentType, size });
    for await (const rooms of this.#source.rooms())
      for (const room of rooms) this.#rooms.push(this.#nameRoom(room));
    for (const room of this.#rooms) yield* this.#listDays(room);
    for (const list of ROOM_LISTS) yield toEntry(list, this.#listRooms(list));
    yield toEntry('integration_logs.json', emptyPages());
    yield* this.#listEmoji();
  }

  async *#listPeople(): AsyncGenerator<readonly object[]> {
    const names = new SlackNames();
    for await (const people of this.#source.people()) {
      this.counts.people += people.length;
      this.#report();
      yield people.map(person => toSlackUser(person, names));
    }
  }

  #nameRoom(room: RoomLine): SlackRoom {
    this.counts.rooms++;
    this.#allMessages = (this.#allMessages ?? 0) + (room.messages ?? 0);
    if (room.kind === 'direct') {
      const isGroup = (room.people?.length ?? 0) > 2;
      const id = toSlackId(isGroup ? 'G' : 'D', room.id);
      const name = isGroup ? `mpdm-${id.toLowerCase()}-1` : id;
      return { room, id, name, list: isGroup ? 'mpims.json' : 'dms.json' };
    }
    const isOpen = room.kind === 'open';
    const name = this.#names.give(room.name, room.id);
    if (name !== room.name) this.lost.roomNames++;
    return {
      room,
      id: toSlackId(isOpen ? 'C' : 'G', room.id),
      name,
      list: isOpen ? 'channels.json' : 'groups.json',
    };
  }

  /** The log is in the order of time, so a day is a part of it. */
  async *#listDays({ room, name }: SlackRoom): AsyncGenerator<SlackEntry> {
    const threads = await this.#findThreads(room);
    const reader = new DayReader(this.#source.messages(room.id));
    const written: string[] = [];
    for (let day = await reader.findDay(); day !== undefined; day = await reader.findDay()) {
      yield toEntry(`${name}/${day}.json`, this.#writeDay(reader, room, threads, written));
      for (const id of written.splice(0)) yield* this.#listFile(id);
    }
  }

  async *#writeDay(
    reader: DayReader,
    room: RoomLine,
    threads: ReadonlyMap<string, SlackThread>,
    files: string[],
  ): AsyncGenerator<readonly object[]> {
    for await (const page of reader.readDay()) {
      const messages: object[] = [];
      for (const { message, ts } of page) {
        if (message.notice !== undefined) {
          this.lost.notices++;
          continue;
        }
        const thread = threads.get(message.root ?? message.id);
        if (thread && message.root === undefined) Object.assign(thread, { ts, author: message.by });
        const { reactions, lost } = toSlackReactions(message.reactions, this.#toShortcode);
        const file = message.file === undefined ? undefined : this.#files.get(message.file);
        if (file) files.push(file.id);
        this.lost.reactions += lost;
        this.#countLosses(message);
        this.counts.reactions += reactions.reduce((sum, { count }) => sum + count, 0);
        this.counts.messages++;
        this.#addPin(room, message, ts);
        messages.push(toSlackMessage(message, { ts, thread, file, reactions }));
      }
      this.#report();
      yield messages;
    }
  }

  #countLosses({ deleted, edited, replyTo, root }: MessageLine): void {
    if (deleted !== undefined) this.lost.authors++;
    if (edited) this.lost.edits += Math.max(0, edited.count - 1);
    if (replyTo !== undefined && replyTo !== root) this.lost.answers++;
  }

  #report(): void {
    const { counts } = this;
    this.#onProgress?.({ counts, fileBytes: this.#fileBytes, allMessages: this.#allMessages });
  }

  #addPin(room: RoomLine, { pinned }: MessageLine, ts: string): void {
    if (!pinned) return;
    const pins = this.#pins.get(room.id) ?? [];
    pins.push({ id: ts, type: 'C', created: toSeconds(pinned.at), user: toSlackId('U', pinned.by) });
    this.#pins.set(room.id, pins);
  }

  async #findThreads(room: RoomLine): Promise<Map<string, SlackThread>> {
    const threads = new Map<string, SlackThread>();
    const reader = new DayReader(this.#source.messages(room.id));
    while ((await reader.findDay()) !== undefined) {
      for await (const page of reader.readDay())
        for (const { message, ts } of page) if (message.root !== undefined) addReply(threads, message, ts);
    }
    return threads;
  }

  async *#listRooms(list: RoomList): AsyncGenerator<readonly object[]> {
    for (const room of this.#rooms) if (room.list === list) yield [this.#toSlackRoom(room)];
  }

  #toSlackRoom({ room, id, name, list }: SlackRoom): object {
    const members = room.members.filter(({ role }) => role !== undefined).map(({ uid }) => uid);
    const people = (room.people ?? members).map(uid => toSlackId('U', uid));
    const created = toSeconds(room.createdAt);
    const pinned = this.#pins.get(room.id) ?? [];
    const pins = pinned.length > 0 && { pins: pinned };
    if (list === 'dms.json') return { id, created, members: people, ...pins };
    const creator = room.createdBy === undefined ? '' : toSlackId('U', room.createdBy);
    return {
      id,
      name,
      created,
      creator,
      is_archived: room.archivedAt !== undefined,
      is_general: false,
      members: people,
      ...pins,
      topic: { value: '', creator: '', last_set: 0 },
      purpose: { value: encodeEntities(room.description), creator, last_set: created },
    };
  }

  async *#listFile(id: string): AsyncGenerator<SlackEntry> {
    const bytes = await this.#source.openFile(id);
    const file = this.#files.get(id);
    if (!bytes || !file) {
      this.missing.push(id);
      return;
    }
    this.counts.files++;
    this.#fileBytes += file.size ?? 0;
    const name = `__uploads/${toSlackId('F', id)}/${toFileName(file.name)}`;
    try {
      yield { name, content: bytes, isCompressed: false };
    } finally {
      bytes.destroy();
    }
    this.#report();
  }

  /** As the method `emoji.list` of Slack returns them, with the picture in the archive in place of its address. */
  async *#listEmoji(): AsyncGenerator<SlackEntry> {
    const list: Record<string, string> = {};
    const pictures: EmojiLine[] = [];
    for await (const page of this.#source.emoji()) {
      for (const emoji of page) {
        if (emoji.deletedAt !== undefined) continue;
        if (emoji.key !== emoji.name) list[emoji.name] = `alias:${emoji.key}`;
        else if (emoji.file !== undefined) pictures.push(emoji);
      }
    }
    for (const { name, file = '' } of pictures) {
      const bytes = await this.#source.openFile(file);
      if (!bytes) {
        this.missing.push(file);
        continue;
      }
      this.counts.emoji++;
      const ending = /\.[a-z]{3,4}$/.exec(this.#files.get(file)?.name ?? '')?.[0] ?? '.webp';
      list[name] = `emoji/${name}${ending}`;
      yield { name: list[name], content: bytes, isCompressed: false };
    }
    yield { name: 'emoji.json', content: toBytes([JSON.stringify(list)]), isCompressed: true };
  }
}

interface TimedMessage {
  message: MessageLine;
  ts: string;
}

/** The messages of a room by days, each with a `ts` that no other has. */
class DayReader {
  readonly #pages: AsyncIterator<readonly MessageLine[]>;
  #page: readonly MessageLine[] = [];
  #next = 0;
  /** The last `ts`, in microseconds. */
  #last = 0;

  constructor(pages: AsyncIterable<readonly MessageLine[]>) {
    this.#pages = pages[Symbol.asyncIterator]();
  }

  /** The day of the next message. */
  async findDay(): Promise<string | undefined> {
    while (this.#next >= this.#page.length) {
      const { value, done } = await this.#pages.next();
      if (done) return undefined;
      this.#page = value;
      this.#next = 0;
    }
    return this.#page[this.#next]?.at.slice(0, 10);
  }

  async *readDay(): AsyncGenerator<readonly TimedMessage[]> {
    const day = (await this.findDay()) ?? 'none';
    do {
      const from = this.#next;
      const length = this.#page.slice(from).findIndex(({ at }) => !at.startsWith(day));
      this.#next = length === -1 ? this.#page.length : from + length;
      yield this.#page.slice(from, this.#next).map(message => ({ message, ts: this.#toTs(message.at) }));
    } while ((await this.findDay()) === day);
  }

  #toTs(at: string): string {
    this.#last = Math.max(Date.parse(at) * 1000, this.#last + 1);
    return toTimestamp(this.#last);
  }
}

function addReply(threads: Map<string, SlackThread>, { root = '', by }: MessageLine, ts: string): void {
  const thread = threads.get(root) ?? { ts: undefined, author: by, count: 0, people: new Set(), latest: ts };
  thread.count++;
  thread.latest = ts;
  if (thread.people.size < MAX_REPLY_PEOPLE) thread.people.add(by);
  threads.set(root, thread);
}

function toSlackUser(person: PersonLine, names: SlackNames): object {
  const { id, name, email, deletedAt, suspendedAt, bot = false, guest } = person;
  return {
    id: toSlackId('U', id),
    name: names.give(name, id),
    deleted: deletedAt !== undefined || suspendedAt !== undefined,
    real_name: name,
    is_admin: person.workspaceAdmin === true,
    is_owner: false,
    is_bot: bot,
    is_restricted: guest !== undefined,
    is_ultra_restricted: false,
    profile: { real_name: name, display_name: name, ...(email !== undefined && { email }) },
  };
}

function toSeconds(at: string): number {
  return Math.floor(Date.parse(at) / 1000);
}

function toEntry(name: string, pages: AsyncIterable<readonly object[]>): SlackEntry {
  return { name, content: toBytes(toJsonArray(pages)), isCompressed: true };
}

async function* toJsonArray(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map(item => JSON.stringify(item)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* toBytes(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

async function* emptyPages(): AsyncGenerator<readonly object[]> {
  yield [];
}
