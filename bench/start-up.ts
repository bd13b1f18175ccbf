import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '@snug/scripts/run.mjs';
import { freePort } from '@snug/testkit/server-process.ts';
import type { Measurement, Row } from './measurement.ts';
import { populateFolder } from './populate-folder.ts';
import { readStartOptions } from './targets/start-options.ts';

const FULL = { users: 1_000, rooms: 100, messages: 1_000_000 };
const QUICK = { users: 10, rooms: 2, messages: 1_000 };
const VARIANTS = [
  { of: 'Snug', main: 'server/dist/main.js', isFull: true },
  { of: 'without messages', main: 'server/dist/main.js', isFull: false },
  { of: 'without messages, as single files', main: 'server/src/main.ts', isFull: false },
];

/** B7: the duration of a restart. */
export const startUp: Measurement = {
  name: 'start-up',
  title:
    'B7 From the start of the process to its first healthy response, with a million messages and 1,000 people',
  goals: [{ figure: 'to healthy, ms', atMost: 400 }],
  async run({ index, quick, folder }) {
    if (index === 0) await populateFolder(join(folder, 'full'), quick ? QUICK : FULL);
    const rows: Row[] = [];
    for (const { of, main, isFull } of VARIANTS) {
      const data = join(folder, isFull ? 'full' : 'empty');
      // The first start creates the database and fills caches.
      if (index === 0) await startOnce(main, data);
      rows.push({ of, figures: await startOnce(main, data) });
    }
    return rows;
  },
};

/** Starts and stops a server. `root`: the checkout of the server. */
export async function startOnce(main: string, data: string, root = ROOT): Promise<Row['figures']> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [...readStartOptions(), main], {
    cwd: root,
    env: { ...process.env, PORT: String(port), SNUG_DATA: data, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').then(() => {
    throw new Error(`the server of ${root} ended`);
  });
  await Promise.race([once(child.stdout, 'data'), exited]);
  const ready = performance.now() - started;
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`);
  const healthy = performance.now() - started;
  child.kill('SIGTERM');
  await exited.catch(() => {});
  if (!ok) throw new Error('the server is not healthy');
  return { 'to ready, ms': ready, 'to healthy, ms': healthy };
}
