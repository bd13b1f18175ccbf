import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openData } from '../server/src/data-folder.ts';
import { runBatch } from '../server/src/db/batch.ts';
import type { Db } from '../server/src/db/schema.ts';
import { MUTATIONS } from '../server/src/mutations.ts';
import { isBehind } from '../server/src/search/word-index.ts';
import { populate } from '../server/src/seed/bulk.ts';
import { Histogram } from './load/histogram.ts';
import type { Figures, Measurement } from './measurement.ts';
import { startWriter } from './writer-alone.ts';

const SENDERS = 100;
const SEND_MS = 3_000;
const MESSAGES = 1_000_000;

/** Indexes each message in the change that sends it. */
const AT_ONCE = [
  `insert into "indexed_rooms" ("roomId", "seq") select "id", 0 from "rooms"`,
  `create trigger index_words after insert on "messages" begin
    insert into "message_words" (rowid, "text") values (
      (select "number" from "indexed_rooms" i where i."roomId" = new."roomId") << 32 | new."seq", new."text"); end`,
];

/** What the index of words costs those who send, and what it takes otherwise: docs/decisions/026-index-of-words.md. */
export const searchIndex: Measurement = {
  name: 'search-index',
  title: `The index of words: ${SENDERS} senders at once, then a million messages`,
  goals: [],
  async run({ index, quick, folder }) {
    const sendMs = quick ? 100 : SEND_MS;
    const data = join(folder, 'data');
    return [
      { of: 'sends, indexed later', figures: await sendFor(sendMs, []) },
      { of: 'sends, indexed at once', figures: await sendFor(sendMs, AT_ONCE) },
      ...(index === 0 ? [{ of: 'the index', figures: await fill(data, quick ? 10_000 : MESSAGES) }] : []),
    ];
  },
};

async function sendFor(ms: number, statements: readonly string[]): Promise<Figures> {
  const { send, end } = await startWriter(async db => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  });
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

async function fill(data: string, messages: number): Promise<Figures> {
  const { db, path, unlock } = await openData(data);
  await populate(db, { users: 100, rooms: 50, messages }, () => {});
  const before = await sizeOf(db, path);
  const job = { mutation: 'index_messages', call: { uid: '', now: Date.now() }, input: {} };
  const steps = new Histogram();
  const started = performance.now();
  while (await isBehind(db)) {
    const began = performance.now();
    await runBatch(db, MUTATIONS, [job]);
    steps.add(performance.now() - began);
  }
  const seconds = (performance.now() - started) / 1_000;
  const bytes = (await sizeOf(db, path)) - before;
  await db.destroy();
  unlock();
  return {
    'messages a second': messages / seconds,
    'a step, p99 ms': steps.at(0.99),
    'bytes a message': bytes / messages,
    'of all': before / messages,
  };
}

/** Bytes, with nothing left in the log. */
async function sizeOf(db: Db, path: string): Promise<number> {
  await sql.raw('pragma wal_checkpoint(truncate)').execute(db);
  return statSync(path).size;
}
