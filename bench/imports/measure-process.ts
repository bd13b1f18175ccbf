import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Figures } from '../measurement.ts';
import type { ImportTask } from './work.ts';

/** Printed by the process at its end. */
const REPORT = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  console.log(JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS / 1024 }));
});`;

/** Runs one of the scripts of this folder. */
export async function measureProcess(
  name: 'work' | 'populate-work' | 'export-work',
  task: ImportTask,
): Promise<Figures> {
  const preload = `data:text/javascript,${encodeURIComponent(REPORT)}`;
  const args = ['--import', preload, join(import.meta.dirname, `${name}.ts`), JSON.stringify(task)];
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}`);
  const { cpu, memory } = JSON.parse(output.trim().split('\n').at(-1) ?? '') as {
    cpu: number;
    memory: number;
  };
  return { 'time, s': (performance.now() - started) / 1000, 'processor, s': cpu, 'memory, MB': memory };
}
