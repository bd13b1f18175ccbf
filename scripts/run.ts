import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Keep the output back, and answer with it. */
  quiet?: boolean;
}

export interface Ended {
  code: number;
  output: string;
}

/** Runs a program to its end, from the root of the project unless told otherwise. */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { cwd = ROOT, env = {}, quiet = false } = options;
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => resolve({ code: code ?? 1, output }));
  });
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
