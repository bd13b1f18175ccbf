import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Without it, stripping the types of a thousand modules takes most of the time of a command. The server uses it, too. */
export const NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache');
const SERVER_FOLDER = join(import.meta.dirname, '..', '..', 'server', 'src');
const MODULES = {
  backup: 'backup/backup-main.ts',
  restore: 'backup/restore-main.ts',
  rollback: 'backup/rollback-main.ts',
  import: 'moving/import/import-main.ts',
  export: 'moving/export/export-main.ts',
  compare: 'moving/compare/compare-main.ts',
  files: 'app/files-cli/files-main.ts',
} as const;

export interface CommandExit {
  /** Null if a signal ended it. */
  code: number | null;
  stdout: string;
  stderrLines: string[];
}

export interface RunningCommand {
  child: ChildProcess;
  ended: Promise<CommandExit>;
}

/** `shell`: a prefix of the command line. `settings`: environment variables. */
export function startCommand(
  name: keyof typeof MODULES,
  data: string,
  args: readonly string[],
  shell = '',
  settings: NodeJS.ProcessEnv = {},
): RunningCommand {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE };
  const program = [
    '-c',
    `${shell} exec "$0" "$@"`,
    process.execPath,
    join(SERVER_FOLDER, MODULES[name]),
    ...args,
  ];
  const child = spawn('sh', program, { env: { ...env, SNUG_DATA: data, ...settings } });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', chunk => (output.stdout += chunk));
  child.stderr.on('data', chunk => (output.stderr += chunk));
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout: output.stdout,
    stderrLines: output.stderr.split('\n').filter(line => line !== ''),
  }));
  return { child, ended };
}

export function runCommand(...of: Parameters<typeof startCommand>): Promise<CommandExit> {
  return startCommand(...of).ended;
}
