import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { populate } from '@snug/server/app/seed/bulk.ts';
import { newId } from '@snug/server/base/ids.ts';
import { openDataFolder } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { runCommand } from '@snug/testkit/backup-commands.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import type { Figures, Measurement, Row } from './measurement.ts';

const MESSAGES = 300_000;
const FILES = 25;
const FILE_BYTES = 4_000_000;
const SENDERS = 10;
const WINDOW_MS = 3_000;

/** The delay of results with and without a running backup of some 200 MB. */
export const backup: Measurement = {
  name: 'backup',
  title: 'Delay of sends with ten senders, during a backup of 200 MB',
  goals: [],
  async run({ folder }) {
    const server = await ServerProcess.start();
    try {
      await server.end('SIGTERM');
      await populateServer(server.data);
      await server.start();
      return await measure(server, join(folder, 'snug.tar'));
    } finally {
      await server.remove();
    }
  },
};

async function measure(server: ServerProcess, archive: string): Promise<Row[]> {
  const ann = await TestPerson.add(server, 'Ann');
  const roomId = await ann.createRoom();
  const senders = await Promise.all(Array.from({ length: SENDERS }, () => ann.connect()));
  await sendUntil(wait(WINDOW_MS), senders, roomId);
  const without = await sendUntil(wait(WINDOW_MS), senders, roomId);
  const started = performance.now();
  const backup = runCommand('backup', server.data, [archive]);
  const during = await sendUntil(backup, senders, roomId);
  const { code, stderrLines } = await backup;
  const taken = performance.now() - started;
  if (code !== 0) throw new Error(stderrLines.join());
  rmSync(archive);
  return [
    { of: 'without', figures: toLatencyFigures(without) },
    { of: 'during', figures: { ...toLatencyFigures(during), 'backup, ms': taken } },
  ];
}

/** Each sender sends as fast as it gets results. Returns their delays in ms. */
export async function sendUntil(
  end: Promise<unknown>,
  senders: readonly TestSocket[],
  roomId: string,
): Promise<number[]> {
  const latencies: number[] = [];
  const talk = { isOver: false };
  void end.finally(() => {
    talk.isOver = true;
  });
  const send = async (live: TestSocket) => {
    while (!talk.isOver) {
      const started = performance.now();
      const { error } = await live.request('send_message', {
        roomId,
        text: 'A message of the usual length.',
      });
      if (error) throw new Error(error.message);
      latencies.push(performance.now() - started);
    }
  };
  await Promise.all(senders.map(send));
  return latencies;
}

async function populateServer(data: string): Promise<void> {
  const { db, unlock } = await openDataFolder(data);
  await populate(db, { users: 50, rooms: 10, messages: MESSAGES }, () => {});
  await addFiles(db, join(data, 'files'));
  await db.destroy();
  unlock();
}

async function addFiles(db: Db, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { id: ownerId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  for (let count = 0; count < FILES; count++) {
    const key = randomBytes(16).toString('hex');
    writeFileSync(join(folder, key), randomBytes(FILE_BYTES));
    const nothing = { width: null, height: null, duration: null, peaks: null };
    const kind = { name: 'noise', contentType: 'application/octet-stream', size: FILE_BYTES };
    await db
      .insertInto('files')
      .values({ id: newId(), key, ownerId, ...kind, ...nothing, createdAt: Date.now(), state: 'sent' })
      .execute();
  }
}

export function toLatencyFigures(waits: number[]): Figures {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { 'median, ms': at(0.5), 'p99, ms': at(0.99), 'longest, ms': at(0.9999) };
}
