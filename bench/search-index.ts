import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openData } from '../server/src/data-folder.ts';
import type { Db } from '../server/src/db/schema.ts';
import { populate } from '../server/src/seed/bulk.ts';
import { Histogram } from './load/histogram.ts';
import type { Figures, Measurement } from './measurement.ts';
import { startWriter } from './writer-alone.ts';

const SENDERS = 100;
const SEND_MS = 3_000;
const MESSAGES = 1_000_000;
const SEARCHES = 200;
/** In every message, in some, and in few, of those that `populate` writes. */
const WORDS = ['message', 'ten', 'said'];

const TABLE = `create virtual table words using fts5(text, content='', contentless_delete=1)`;
/** All of a room's messages together, the newest last: so a room is searched from its end, without looking at others. */
const rowOf = (message: string) =>
  `(select rowid from rooms where id = ${message}."roomId") << 40 | ${message}."seq"`;
const TRIGGER = `create trigger index_words after insert on messages
  begin insert into words(rowid, text) values (${rowOf('new')}, new."text"); end`;
const FILL = `insert into words(rowid, text) select ${rowOf('m')}, m."text" from messages m order by "roomId", "seq"`;

/** What full-text search would cost those who send, and take and give otherwise: docs/decisions/025-search-when-asked-for.md. */
export const searchIndex: Measurement = {
  name: 'search-index',
  title: `An index of all words: ${SENDERS} senders at once, then a million messages`,
  goals: [],
  async run({ index, quick, folder }) {
    const sendMs = quick ? 100 : SEND_MS;
    const data = join(folder, 'data');
    return [
      { of: 'sends without it', figures: await sendFor(sendMs, []) },
      { of: 'sends with it', figures: await sendFor(sendMs, [TABLE, TRIGGER]) },
      ...(index === 0 ? [{ of: 'made later', figures: await make(data, quick ? 10_000 : MESSAGES) }] : []),
    ];
  },
};

async function sendFor(ms: number, statements: readonly string[]): Promise<Figures> {
  const { send, end } = await startWriter(db => runAll(db, statements));
  let sent = 0;
  const cpu = process.cpuUsage();
  const until = performance.now() + ms;
  const sender = async () => {
    while (performance.now() < until) {
      await send();
      sent++;
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, sender));
  const { user, system } = process.cpuUsage(cpu);
  await end();
  return { 'sends a second': (sent * 1_000) / ms, 'CPU, µs a send': (user + system) / sent };
}

/** The index of messages that are there. */
async function make(data: string, messages: number): Promise<Figures> {
  const { db, path, unlock } = await openData(data);
  await populate(db, { users: 100, rooms: 50, messages }, () => {});
  await runAll(db, ['pragma wal_checkpoint(truncate)', TABLE]);
  const before = statSync(path).size;
  const started = performance.now();
  await runAll(db, [FILL]);
  const seconds = (performance.now() - started) / 1_000;
  await runAll(db, ['pragma wal_checkpoint(truncate)']);
  const bytes = (statSync(path).size - before) / messages;
  const times = await search(db);
  await db.destroy();
  unlock();
  return {
    'made, messages a second': messages / seconds,
    'bytes a message': bytes,
    'of a message': before / messages,
    'search, p99 ms': times.at(0.99),
  };
}

/** The newest twenty messages of a room with a word. */
async function search(db: Db): Promise<Histogram> {
  const { rows: rooms } = await sql<{ rowid: number }>`select rowid from rooms`.execute(db);
  const times = new Histogram();
  for (let count = 0; count < SEARCHES; count++) {
    const room = (rooms[count % rooms.length]?.rowid ?? 0) * 2 ** 40;
    const started = performance.now();
    await sql`select rowid from words where words match ${WORDS[count % WORDS.length]}
      and rowid between ${room} and ${room + 2 ** 40 - 1} order by rowid desc limit 20`.execute(db);
    times.add(performance.now() - started);
  }
  return times;
}

async function runAll(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
