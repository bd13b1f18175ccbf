import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../scripts/build.mjs';
import { ROOT } from '../scripts/run.mjs';
import { spread } from './median.ts';

const ROUNDS = 5;
const PORT = 39_217;

/** From starting the process to the line that says it is ready: the built server, and the same as single files. */
export async function measureStartUp(): Promise<string[]> {
  await build();
  const data = mkdtempSync(join(tmpdir(), 'snug-bench-'));
  const ways = { built: 'server/dist/main.js', files: 'server/src/main.ts' };
  const taken: Record<string, number[]> = { built: [], files: [] };
  // In turn, so that whatever else the machine does falls on both; the first round fills the caches.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [way, main] of Object.entries(ways)) {
      const ms = await startOnce(main, data);
      if (round > 0) taken[way]?.push(ms);
    }
  }
  rmSync(data, { recursive: true });
  return Object.entries(taken).map(([way, values]) => `${way}: ${spread(values)} ms to ready`);
}

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
