import { Readable } from 'node:stream';
import { Random } from '@snug/testkit/random.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import { deriveId } from '../../../../base/derived-id.ts';
import type { EmojiLine, FileLine, RoomLine } from '../../../../export/format/lines.ts';
import type { ImportedMessage, ImportedPerson, ImportSource } from '../../import-source.ts';
import { Ledger } from '../../ledger.ts';
import type { Decide } from '../../people/decision.ts';

/** In memory, for tests. */
export interface Archive {
  people: ImportedPerson[];
  emoji: EmojiLine[];
  rooms: RoomLine[];
  /** By the id of the room. */
  messages: Map<string, ImportedMessage[]>;
  files: Map<string, FileLine>;
  bytes: Map<string, Buffer>;
}

export interface ArchiveSize {
  people?: number;
  rooms?: number;
  /** In all rooms. */
  messages?: number;
  /** Lines that a reader would not write, such as messages of nobody. */
  hasFaults?: boolean;
}

export const START = Date.UTC(2023, 0, 1);
const MINUTE_MS = 60_000;
const EMOJI = ['👍', '❤️', '🎉', '👍🏽', '1️⃣', '😀'];
const WORDS = 'the cat sat on a warm mat and https://example.com/page said **hello** to `all` of us 😀'.split(
  ' ',
);

type Draw = () => number;

/** Equal for equal arguments, with all kinds of people, rooms and messages. */
export function generateArchive(seed: number, size: ArchiveSize = {}): Archive {
  const {
    people: peopleCount = 12,
    rooms: roomCount = 6,
    messages: messageCount = 200,
    hasFaults = false,
  } = size;
  const random = new Random(seed).next;
  const archive: Archive = {
    people: Array.from({ length: peopleCount }, (_, index) => generatePerson(index)),
    emoji: [],
    rooms: [],
    messages: new Map(),
    files: new Map(),
    bytes: new Map(),
  };
  addEmoji(archive);
  for (let index = 0; index < roomCount; index++) {
    const room = generateRoom(archive, index, random);
    archive.rooms.push(room);
    const count = Math.floor(messageCount / roomCount);
    archive.messages.set(room.id, generateMessages(archive, { room, count, hasFaults }, random));
  }
  return archive;
}

function generatePerson(index: number): ImportedPerson {
  const id = deriveId(0, 'person', index);
  const kinds: Partial<ImportedPerson>[] = [
    { email: `person${index}@example.com` },
    {},
    { email: `person${index}@example.com`, emailConfirmed: true },
    { bot: true },
    { guest: {} },
    { suspendedAt: '2022-06-01T00:00:00.000Z', email: `person${index}@example.com` },
    { placeholder: true },
    { deletedAt: '2022-07-01T00:00:00.000Z', name: 'Someone who left' },
  ];
  const kind = index < 3 ? kinds[0] : kinds[index % kinds.length];
  return {
    id,
    sourceId: `U${index}`,
    name: `Person ${index}`,
    // Most archives do not have it.
    ...(index % 2 === 0 && { joinedAt: '2021-01-01T00:00:00.000Z' }),
    ...kind,
  };
}

function addEmoji({ emoji, bytes, files }: Archive): void {
  const file = deriveId(0, 'emoji');
  bytes.set(file, Buffer.from(PNG));
  files.set(file, { id: file, name: 'parrot.png' });
  emoji.push({ name: 'party_parrot', key: 'party_parrot', file }, { name: 'pp', key: 'party_parrot' });
  emoji.push({ name: 'gone_emoji', key: 'gone_emoji' });
}

function generateRoom({ people }: Archive, index: number, random: Draw): RoomLine {
  const id = deriveId(START, 'room', index);
  const kind = (['open', 'private', 'direct'] as const)[index % 3] ?? 'open';
  const inside = people.filter(({ bot }, at) => at < 3 || (!bot && random() < 0.6));
  const at = Math.floor(index / 3) % 3;
  const [first, second] = [people[at], people[(at + 1) % 3]];
  const members = (kind === 'direct' ? [first, second] : inside).flatMap((person, place) =>
    person
      ? [
          {
            uid: person.id,
            role: place === 0 && kind !== 'direct' ? ('admin' as const) : ('member' as const),
          },
        ]
      : [],
  );
  return {
    id,
    kind,
    name: kind === 'direct' ? '' : `Room ${index}`,
    description: kind === 'direct' ? '' : `What room ${index} is for`,
    createdAt: new Date(START).toISOString(),
    ...(first && { createdBy: first.id }),
    ...(kind === 'direct' && { people: members.map(({ uid }) => uid) }),
    ...(index % 5 === 3 && { archivedAt: '2024-01-01T00:00:00.000Z' }),
    members,
  };
}

function generateMessages(
  archive: Archive,
  { room, count, hasFaults }: { room: RoomLine; count: number; hasFaults: boolean },
  random: Draw,
): ImportedMessage[] {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const { people, files, bytes } = archive;
  const authors = room.kind === 'direct' ? people.filter(({ id }) => room.people?.includes(id)) : people;
  const messages: ImportedMessage[] = [];
  let at = START;
  for (let index = 0; index < count; index++) {
    at += random() < 0.2 ? 0 : Math.floor(random() * MINUTE_MS);
    const message: ImportedMessage = {
      id: deriveId(at, room.id, index),
      at: new Date(at).toISOString(),
      by: pick(authors).id,
      text: Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(WORDS)).join(' '),
    };
    const answered = messages.length > 0 && random() < 0.47 ? pick(messages.slice(-50)) : undefined;
    if (answered) Object.assign(message, { replyTo: answered.id, root: answered.root ?? answered.id });
    if (random() < 0.035) message.edited = { count: 1 + Math.floor(random() * 3), at: message.at };
    if (random() < 0.03) message.pinned = { by: pick(authors).id, at: message.at };
    if (random() < 0.24) message.reactions = generateReactions(people, random);
    if (random() < 0.2) addMention(message, random() < 0.2 ? undefined : pick(people));
    if (random() < 0.07) {
      const file = deriveId(at, 'file', room.id, index);
      files.set(file, { id: file, name: `file ${index}.txt` });
      if (random() < 0.9) bytes.set(file, Buffer.from(`The bytes of ${file}`));
      message.file = file;
      if (random() < 0.5) delete message.text;
      if (message.text === undefined) delete message.mentions;
    }
    if (random() < 0.04) {
      messages.push(toDeleted(message, random() < 0.5));
      continue;
    }
    if (hasFaults && random() < 0.1) addFault(message, random);
    messages.push(message);
  }
  return messages;
}

function toDeleted({ id, at, by, root }: ImportedMessage, isRemoved: boolean): ImportedMessage {
  return {
    id,
    at,
    by,
    ...(root !== undefined && { root }),
    deleted: at,
    ...(isRemoved && { removed: true }),
  };
}

function generateReactions(people: readonly ImportedPerson[], random: Draw): Record<string, string[]> {
  const emoji = [...EMOJI, ':party_parrot:'].filter(() => random() < 0.3);
  return Object.fromEntries(
    emoji.map((name, index) => [
      name,
      people.filter((_, at) => at === index || random() < 0.3).map(({ id }) => id),
    ]),
  );
}

function addMention(message: ImportedMessage, person: ImportedPerson | undefined): void {
  const name = `@${person?.name ?? 'room'}`;
  const start = (message.text ?? '').length + 1;
  message.text = `${message.text ?? ''} ${name} `.trimEnd();
  message.mentions = [{ uid: person?.id ?? null, start, length: name.length }];
}

function addFault(message: ImportedMessage, random: Draw): void {
  const faults: (() => void)[] = [
    () => (message.by = deriveId(0, 'nobody')),
    () => (message.text = ' \u0000 '),
    () => (message.text = 'x'.repeat(12_000)),
    () => (message.text = 'a lone \ud800 half'),
    () => Object.assign(message, { replyTo: deriveId(0, 'nothing'), root: deriveId(0, 'nothing') }),
    () => (message.reactions = { ':unknown:': [message.by], 'not an emoji': [message.by, message.by] }),
    () => (message.at = '2022-01-01T00:00:00.000Z'),
    () => (message.at = '2999-01-01T00:00:00.000Z'),
    () => (message.mentions = [{ uid: message.by, start: 0, length: 2 }]),
    () => (message.file = deriveId(0, 'no file')),
    () => (message.pinned = { by: deriveId(0, 'nobody'), at: message.at }),
  ];
  faults[Math.floor(random() * faults.length)]?.();
}

/** Counts what it reads, as a reader does. */
export function toSource(archive: Archive, { workspace = 'test', batch = 100 } = {}): ImportSource {
  const ledger = new Ledger();
  return {
    kind: 'slack',
    title: 'Test export',
    workspace,
    ledger,
    async *people() {
      ledger.read('person', archive.people.length);
      yield archive.people;
    },
    async *emoji() {
      ledger.read('emoji', archive.emoji.length);
      yield archive.emoji;
    },
    async *rooms() {
      ledger.read('room', archive.rooms.length);
      yield archive.rooms;
    },
    async *messages({ id }) {
      const all = archive.messages.get(id) ?? [];
      for (let from = 0; from < all.length; from += batch) {
        const messages = all.slice(from, from + batch);
        for (const message of messages) readMessage(ledger, message);
        const files = messages.flatMap(({ file }) =>
          file === undefined ? [] : (archive.files.get(file) ?? []),
        );
        yield { messages, files };
      }
    },
    async openFile(id) {
      const bytes = archive.bytes.get(id);
      return bytes && Readable.from([bytes]);
    },
    async close() {},
  };
}

function readMessage(
  ledger: Ledger,
  { extra, file, mentions = [], reactions = {}, pinned }: ImportedMessage,
): void {
  if (!extra) ledger.read('message');
  if (file !== undefined) ledger.read('file');
  ledger.read('mention', mentions.length);
  for (const uids of Object.values(reactions)) ledger.read('reaction', uids.length);
  if (pinned) ledger.read('pin');
}

/** Everybody is new. */
export const decideAllNew: Decide = async ({ email, bot, deletedAt, placeholder, suspendedAt, guest }) =>
  bot || deletedAt !== undefined || placeholder
    ? { as: 'author' }
    : {
        as: 'new',
        ...(email !== undefined && { email }),
        ...(suspendedAt !== undefined && { suspended: true }),
        ...(guest && { guest: true }),
      };
