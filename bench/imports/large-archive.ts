import { Readable } from 'node:stream';
import { deriveId } from '@snug/server/base/derived-id.ts';
import type { FileLine, RoomLine } from '@snug/server/export/format/lines.ts';
import type {
  ImportedMessage,
  ImportedPerson,
  ImportSource,
} from '@snug/server/moving/import/import-source.ts';
import { Ledger } from '@snug/server/moving/import/ledger.ts';
import { Random } from '@snug/testkit/random.ts';

export interface ArchiveCounts {
  people: number;
  rooms: number;
  messages: number;
  /** Of each file; 0 for an archive without files. */
  fileBytes: number;
}

const START = Date.UTC(2020, 0, 1);
/** Between two rooms, whose messages overlap in time. */
const ROOM_INTERVAL_MS = 60_000;
/** Of the messages of one large room of Slack. */
const [THREAD_SHARE, REACTED_SHARE, FILE_SHARE, EDITED_SHARE] = [0.47, 0.24, 0.07, 0.035];
const MENTION_SHARE = 0.15;
const BATCH = 1_000;
const RECENT = 100;
const EMOJI = ['👍', '❤️', '🎉', '😂', '👀'];
const WORDS =
  'the plan for next week is that we meet again on tuesday and look at the numbers together'.split(' ');

/** Makes its messages while they are read, the same in each run, and as fast as possible, because this is no part of an import. */
export function createLargeArchive(counts: ArchiveCounts): ImportSource {
  const ledger = new Ledger();
  const bytes = Buffer.alloc(counts.fileBytes, 'A text file.\n');
  const people = Array.from({ length: counts.people }, (_, index): ImportedPerson => {
    const id = deriveId(0, 'person', index);
    return { id, sourceId: `U${index}`, name: `Bench person ${index}` };
  });
  return {
    kind: 'slack',
    title: 'Bench archive',
    workspace: 'bench',
    ledger,
    async *people() {
      for (let from = 0; from < people.length; from += BATCH) {
        const page = people.slice(from, from + BATCH);
        ledger.read('person', page.length);
        yield page;
      }
    },
    async *emoji() {},
    async *rooms() {
      for (let index = 0; index < counts.rooms; index++) {
        ledger.read('room');
        yield [createRoom(index, people)];
      }
    },
    async *messages(room) {
      const count = Math.floor(counts.messages / counts.rooms);
      for (const batch of createBatches(room, count, people, counts.fileBytes > 0)) {
        for (const { file, reactions = {}, mentions = [] } of batch.messages) {
          ledger.read('message');
          if (file !== undefined) ledger.read('file');
          ledger.read('mention', mentions.length);
          for (const uids of Object.values(reactions)) ledger.read('reaction', uids.length);
        }
        yield batch;
      }
    },
    openFile: async () => Readable.from([bytes]),
    close: async () => {},
  };
}

function createRoom(index: number, people: readonly ImportedPerson[]): RoomLine {
  const createdAt = START + index * ROOM_INTERVAL_MS;
  return {
    id: deriveId(createdAt, 'room', index),
    kind: 'open',
    name: `Bench room ${index}`,
    description: '',
    createdAt: new Date(createdAt).toISOString(),
    members: people.slice(0, 200).map(({ id: uid }, at) => ({ uid, role: at === 0 ? 'admin' : 'member' })),
  };
}

function* createBatches(room: RoomLine, count: number, people: readonly ImportedPerson[], hasFiles: boolean) {
  const random = new Random(count);
  let recent: ImportedMessage[] = [];
  let at = Date.parse(room.createdAt);
  for (let from = 0; from < count; from += BATCH) {
    const messages: ImportedMessage[] = [];
    const files: FileLine[] = [];
    for (let index = from; index < Math.min(from + BATCH, count); index++) {
      at += random.below(60_000);
      const message = createMessage({ room, index, at, people, recent, hasFiles, random });
      if (message.file !== undefined) files.push({ id: message.file, name: 'notes.txt' });
      messages.push(message);
      recent.push(message);
    }
    recent = recent.slice(-RECENT);
    yield { messages, files };
  }
}

/** Without a hash, which readers make of the ids of their archives. */
function toMessageId(at: number, index: number): string {
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${index.toString(16).padStart(12, '0')}`;
}

function createMessage({
  room,
  index,
  at,
  people,
  recent,
  hasFiles,
  random,
}: {
  room: RoomLine;
  index: number;
  at: number;
  people: readonly ImportedPerson[];
  recent: readonly ImportedMessage[];
  hasFiles: boolean;
  random: Random;
}): ImportedMessage {
  const by = random.pick(people)?.id ?? '';
  const words = WORDS.slice(0, 3 + random.below(WORDS.length - 3)).join(' ');
  const mentioned = random.chance(MENTION_SHARE) ? random.pick(people) : undefined;
  const name = `@${mentioned?.name ?? ''}`;
  const time = new Date(at).toISOString();
  const message: ImportedMessage = { id: toMessageId(at, index), at: time, by, text: words };
  if (mentioned) {
    message.text = `${words} ${name} done`;
    message.mentions = [{ uid: mentioned.id, start: words.length + 1, length: name.length }];
  }
  const answered = random.chance(THREAD_SHARE) ? random.pick(recent) : undefined;
  if (answered) Object.assign(message, { replyTo: answered.id, root: answered.root ?? answered.id });
  if (random.chance(EDITED_SHARE)) message.edited = { count: 1, at: time };
  if (hasFiles && random.chance(FILE_SHARE)) message.file = deriveId(at, 'file', room.id, index);
  if (random.chance(REACTED_SHARE)) {
    const uids = new Set([random.pick(people)?.id ?? '', random.pick(people)?.id ?? '']);
    message.reactions = { [random.pick(EMOJI) ?? '👍']: [...uids] };
  }
  return message;
}
