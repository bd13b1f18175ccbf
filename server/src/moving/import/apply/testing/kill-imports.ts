import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChildTask } from './import-child.ts';

const CHILD = join(import.meta.dirname, 'import-child.ts');

/** Short, so that an import needs many lives. */
const MAX_LIFE_MS = 400;

/** Kills an import at random moments, and then lets it end. Returns how many of them were killed before their end. */
export async function killImports(task: ChildTask, kills: number, random: () => number): Promise<number> {
  mkdirSync(join(task.folder, 'scratch'), { recursive: true });
  let killed = 0;
  for (let index = 0; index < kills; index++)
    if ((await runChild(task, random() * MAX_LIFE_MS)) === null) killed++;
  if ((await runChild(task)) !== 0) throw new Error('the last import was killed');
  return killed;
}

/** Returns the exit code; null for a killed process. The time does not count the start of the process. */
async function runChild(task: ChildTask, killAfterMs?: number): Promise<number | null> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  await Promise.race([once(child.stdout, 'data'), ended]);
  if (killAfterMs !== undefined) {
    await Promise.race([wait(killAfterMs), ended]);
    child.kill('SIGKILL');
  }
  const [code] = await ended;
  if (code !== null && code !== 0) throw new Error(`an import failed: ${errors}`);
  return code;
}
