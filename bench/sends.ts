import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openData } from '../server/src/data-folder.ts';
import { startWriterThread } from '../server/src/db/thread.ts';
import { Writer } from '../server/src/db/writer.ts';
import { newId } from '../server/src/ids.ts';
import type { SnugMutations } from '../server/src/mutations.ts';
import { populate } from '../server/src/seed/bulk.ts';
import { median } from './median.ts';

const ROUNDS = 5;
const ROUND_MS = 1_000;
const SENDERS = [1, 10, 100, 200];

/** Sends that are committed and synced, through the writer and its thread, without a network in front. */
export async function measureSends(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'snug-bench-'));
  const { path, db, unlock } = await openData(folder);
  const [uid = ''] = await populate(db, { users: 1, rooms: 1, messages: 0 }, () => {});
  const [room] = await db.selectFrom('rooms').select('id').execute();
  await db.destroy();
  const thread = startWriterThread(new URL('../server/src/writer-thread.ts', import.meta.url), path, fail);
  const writer = new Writer<SnugMutations>({
    runBatch: thread.runBatch,
    onCommit: () => {},
    onFailure: fail,
  });
  const send = () => {
    const input = {
      id: newId(),
      roomId: room?.id ?? '',
      text: 'A message of the usual length, more or less.',
    };
    return writer.write('send_message', { uid, now: Date.now() }, input);
  };
  const lines: string[] = [];
  for (const senders of SENDERS) lines.push(await measure(senders, send));
  await thread.stop();
  unlock();
  rmSync(folder, { recursive: true });
  return lines;
}

async function measure(senders: number, send: () => Promise<unknown>): Promise<string> {
  const rates: number[] = [];
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const until = performance.now() + ROUND_MS;
    let sent = 0;
    const sender = async () => {
      while (performance.now() < until) {
        const started = performance.now();
        await send();
        waits.push(performance.now() - started);
        sent++;
      }
    };
    await Promise.all(Array.from({ length: senders }, sender));
    rates.push((sent / ROUND_MS) * 1000);
  }
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0;
  return `${senders} at once: ${Math.round(median(rates))} acknowledged a second, p99 ${p99.toFixed(1)} ms`;
}

function fail(error: unknown): never {
  throw new Error('the writer failed', { cause: error });
}
