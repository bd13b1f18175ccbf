import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', 'server', 'src', 'db', 'sqlite', 'backup');

export interface Ended {
  /** Null where a signal ended it. */
  code: number | null;
  stdout: string;
  /** Line by line. */
  complaints: string[];
}

export interface Started {
  child: ChildProcess;
  ended: Promise<Ended>;
}

/** Starts what `npm run backup` or `npm run restore` runs, on a data folder. `shell`: goes before it. */
export function startCommand(
  name: 'backup' | 'restore',
  data: string,
  args: readonly string[],
  shell = '',
): Started {
  const { PATH, HOME, TMPDIR } = process.env;
  const program = [
    '-c',
    `${shell} exec "$0" "$@"`,
    process.execPath,
    join(FOLDER, `${name}-main.ts`),
    ...args,
  ];
  const child = spawn('sh', program, { env: { PATH, HOME, TMPDIR, SNUG_DATA: data } });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', chunk => (said.stdout += chunk));
  child.stderr.on('data', chunk => (said.stderr += chunk));
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout: said.stdout,
    complaints: said.stderr.split('\n').filter(line => line !== ''),
  }));
  return { child, ended };
}

export function runCommand(...of: Parameters<typeof startCommand>): Promise<Ended> {
  return startCommand(...of).ended;
}
