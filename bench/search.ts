import { join } from 'node:path';
import { listTermChoices, parseSearchWords } from '@snug/protocol';
import { openDatabase } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import type { IndexQuery } from '@snug/server/search/search-index.ts';
import { Finder } from '@snug/server/search/sqlite/finder.ts';
import { Follower } from '@snug/server/search/sqlite/follower.ts';
import { MessageSource } from '@snug/server/search/sqlite/message-source.ts';
import { SearchFile } from '@snug/server/search/sqlite/search-file.ts';
import { Random } from '@snug/testkit/random.ts';
import { sql } from 'kysely';
import { Histogram } from './load/histogram.ts';
import type { Figures, Measurement, Row } from './measurement.ts';
import { populateFolder } from './populate-folder.ts';

const MESSAGES = 1_000_000;
const QUICK_MESSAGES = 5_000;
const USERS = 500;
const ROOMS = 1_500;
/** A third is open. */
const PRIVATE_SHARE = 3;
const WORDS = 30_000;
const LIMIT = 40;
const SEARCHES = 1_000;
const ERASED = 500;

/** Planted: two words in a fifth of all messages each, which meet in one of 25; and one in 20,000. */
const FREQUENT = ['alpha', 'beta'];
const RARE = 'zyxrare';

const SEARCHED: Readonly<Record<string, string>> = {
  'frequent word': 'alpha',
  'beginning of a frequent word': '"alp',
  'rare word': RARE,
  'unknown word': 'qqqqqq',
  'two frequent words': 'alpha beta',
  'frequent and rare word': `alpha ${RARE}`,
  'one letter': '"a',
};
const SCOPES = {
  '50 private rooms': [false, 50],
  'all rooms': [true, 1_000],
  'one room': [false, 1],
} as const;

/** Building the index, its size, searches in it before and after merging, and erasing. Without the texts of what it proposes. */
export const search: Measurement = {
  name: 'search',
  title: 'The index of messages on SQLite: build, size, searches, erasure',
  goals: Object.keys(SEARCHED).flatMap(of =>
    Object.keys(SCOPES).map(scope => ({ of, figure: `${scope}, p99 ms`, atMost: 50 })),
  ),
  rounds: 1,
  async run({ index, quick, folder }) {
    const data = join(folder, 'data');
    const messages = quick ? QUICK_MESSAGES : MESSAGES;
    if (index === 0) await fill(data, messages);
    const db = openDatabase(data, { readOnly: true });
    const file = SearchFile.openForWrites(data, 'measured');
    const follower = new Follower(file, new MessageSource(db), () => performance.now());
    const cost = await measureCpu(() => finish(follower));
    const bytes = file.bytes;
    const rows: Row[] = [];
    const unmerged = await searchAll(db, file, quick ? 20 : SEARCHES);
    const merging = await measureCpu(async () => {
      file.merge(-200);
      while (file.merge(200));
    });
    const merged = await searchAll(db, file, quick ? 20 : SEARCHES);
    for (const [of, figures] of Object.entries(merged)) rows.push({ of, figures });
    for (const [of, figures] of Object.entries(unmerged)) rows.push({ of: `${of}, before merging`, figures });
    const erasure = await measureErasure(data, follower);
    rows.push({
      of: 'build',
      figures: { 'CPU, µs a message': (cost * 1_000) / messages, 'bytes a message': bytes / messages },
    });
    rows.push({ of: 'merging', figures: { 'CPU, µs a message': (merging * 1_000) / messages } });
    rows.push({ of: 'erasing', figures: { 'CPU, µs a message': erasure } });
    file.close();
    await db.destroy();
    return rows;
  },
};

async function fill(data: string, messages: number): Promise<void> {
  await populateFolder(data, { users: USERS, rooms: ROOMS, messages });
  const db = openDatabase(data);
  const rooms = await db.selectFrom('rooms').select('id').orderBy('id').execute();
  const random = new Random(1);
  for (const [number, { id }] of rooms.entries()) {
    if (number % PRIVATE_SHARE > 0)
      await db.updateTable('rooms').set({ kind: 'private' }).where('id', '=', id).execute();
    const rows = await db.selectFrom('messages').select('seq').where('roomId', '=', id).execute();
    const texts = JSON.stringify(rows.map(({ seq }) => [seq, createText(random)]));
    await sql`update "messages" set "text" = t.value ->> 1 from json_each(${texts}) as t
      where "roomId" = ${id} and "seq" = t.value ->> 0`.execute(db);
  }
  await db.destroy();
}

/** By Zipf's law. */
function createText(random: Random): string {
  const words = Array.from(
    { length: 3 + Math.floor(random.next() * 12) },
    () => `w${Math.floor(WORDS ** random.next())}x`,
  );
  for (const word of FREQUENT) if (random.next() < 0.2) words.push(word);
  if (random.next() < 1 / 20_000) words.push(RARE);
  return words.join(' ');
}

async function finish(follower: Follower): Promise<void> {
  while (
    (await follower.applyChanges()) ||
    (await follower.compareRooms()) ||
    (await follower.removeRooms()) ||
    (await follower.buildSome())
  );
}

async function measureCpu(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function searchAll(db: Db, file: SearchFile, count: number): Promise<Record<string, Figures>> {
  const rooms = await db.selectFrom('rooms').select('id').where('kind', '=', 'private').execute();
  const finder = new Finder(file);
  const turns = { next: async () => false, now: Date.now };
  const all: Record<string, Figures> = {};
  for (const [of, text] of Object.entries(SEARCHED)) {
    const choices = parseSearchWords(text, true).wanted.flatMap(listTermChoices);
    const figures: Record<string, number> = {};
    for (const [scope, [isOpen, size]] of Object.entries(SCOPES)) {
      const query: IndexQuery = {
        ...(isOpen && { open: { except: [] } }),
        roomIds: rooms.slice(0, size).map(({ id }) => id),
        choices,
        limit: LIMIT,
      };
      const times = new Histogram();
      for (let round = 0; round < count; round++) {
        const began = performance.now();
        await finder.find(query, { waiting: [], isCompared: true }, turns);
        times.add(performance.now() - began);
      }
      figures[`${scope}, p50 ms`] = times.at(0.5);
      figures[`${scope}, p99 ms`] = times.at(0.99);
    }
    all[of] = figures;
  }
  return all;
}

/** In µs of processor for each message of deleted rooms. */
async function measureErasure(data: string, follower: Follower): Promise<number> {
  const db = openDatabase(data);
  const rooms = await db.selectFrom('rooms').select(['id', 'seq']).orderBy('id').execute();
  let erased = 0;
  for (const { id, seq } of rooms) {
    if (erased >= ERASED) break;
    await db.updateTable('rooms').set({ deletedAt: 1 }).where('id', '=', id).execute();
    follower.announce([id]);
    erased += seq;
  }
  await db.destroy();
  return ((await measureCpu(() => finish(follower))) * 1_000) / erased;
}
