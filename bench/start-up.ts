import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../scripts/run.mjs';
import type { Measurement, Row } from './measurement.ts';

const PORT = 39_217;
const WAYS = { built: 'server/dist/main.js', files: 'server/src/main.ts' };

/** From starting the process to the line that says it is ready: the built server, and the same as single files. */
export const startUp: Measurement = {
  name: 'start-up',
  title: 'From starting the process to "Snug is ready"',
  goals: [],
  async run({ index, folder }) {
    const rows: Row[] = [];
    for (const [of, main] of Object.entries(WAYS)) {
      // The very first start makes the database and fills the caches.
      if (index === 0) await startOnce(main, folder);
      rows.push({ of, figures: { 'to ready, ms': await startOnce(main, folder) } });
    }
    return rows;
  },
};

async function startOnce(main: string, data: string): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [main], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(PORT), SNUG_DATA: data, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const taken = performance.now() - started;
  child.kill('SIGTERM');
  await once(child, 'exit');
  return taken;
}
