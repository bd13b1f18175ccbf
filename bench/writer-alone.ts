import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { populate } from '@snug/server/app/seed/bulk.ts';
import { newId } from '@snug/server/base/ids.ts';
import type { SnugMutations } from '@snug/server/commands/mutations.ts';
import { openStore } from '@snug/server/commands/open-store.ts';
import { openDataFolder } from '@snug/server/db/open.ts';
import { Writer } from '@snug/server/db/writer.ts';
import type { Row } from './measurement.ts';

const ROUND_MS = 1_000;
const SENDERS = [1, 10, 100, 200];

/** Sends that the writer and its thread commit and sync, without a network. */
export async function measureWriter(): Promise<Row[]> {
  const { send, end } = await startWriter();
  const rows: Row[] = [];
  for (const senders of SENDERS) rows.push(await measure(senders, send));
  await end();
  return rows;
}

/** Returns a function that sends a message through a writer with its own store. */
async function startWriter() {
  const folder = mkdtempSync(join(tmpdir(), 'snug-bench-'));
  const { db, unlock } = await openDataFolder(folder);
  const [uid = ''] = await populate(db, { users: 1, rooms: 1, messages: 0 }, () => {});
  const [room] = await db.selectFrom('rooms').select('id').execute();
  await db.destroy();
  unlock();
  const { store } = await openStore({
    data: folder,
    onFatalError: throwFailure,
    prepare: async () => {},
  });
  const writer = new Writer<SnugMutations>({
    runBatch: store.runBatch,
    onCommit: () => {},
    onFailure: throwFailure,
  });
  const content = { roomId: room?.id ?? '', text: 'A message of the usual length, more or less.' };
  const send = () => writer.write('send_message', { uid }, { id: newId(), ...content });
  const end = async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  };
  return { send, end };
}

async function measure(senders: number, send: () => Promise<unknown>): Promise<Row> {
  const waits: number[] = [];
  const until = performance.now() + ROUND_MS;
  const sender = async () => {
    while (performance.now() < until) {
      const started = performance.now();
      await send();
      waits.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
  const figures = { 'a second': (waits.length / ROUND_MS) * 1000, 'p99, ms': p99 };
  return { of: `writer alone, ${senders} at once`, figures };
}

function throwFailure(error: unknown): never {
  throw new Error('the writer failed', { cause: error });
}
