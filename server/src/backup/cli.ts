import { resolve } from 'node:path';
import { describeCount } from '../base/describe-count.ts';
import { nameSome } from '../base/name-some.ts';
import { readUser } from '../base/owned-files.ts';
import { setPrivateUmask } from '../base/private-files.ts';
import { StartError } from '../base/start-error.ts';
import { type Config, readConfig } from '../config/config.ts';
import { BackupError } from './backup-error.ts';
import type { Counts } from './manifest.ts';

const MAX_NAMED_FILES = 20;

export interface CliArguments extends Config {
  args: readonly string[];
}

/** Ends the process with the command's exit code, or with 1 and one line of error. */
export async function runCli(
  failureText: string,
  run: (line: CliArguments) => Promise<number>,
): Promise<never> {
  setPrivateUmask();
  try {
    process.exit(await run({ ...readConfig(process.env), args: process.argv.slice(2) }));
  } catch (error) {
    process.stderr.write(`${failureText} ${formatError(error)}\n`);
    process.exit(1);
  }
}

/** npm runs scripts in the project's folder, and passes the caller's folder in INIT_CWD. */
export function resolvePath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '', path);
}

/** The process ends only after the command has removed its files. */
export function abortOnSignals(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop.abort(new BackupError('It was stopped.')));
  return stop.signal;
}

export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** "3 rooms, 1,200 messages and 1 file". */
export function describeContent(
  { rooms, messages, files }: Pick<Counts, 'rooms' | 'messages' | 'files'>,
  { withFiles }: { withFiles: boolean },
): string {
  const [shownRooms, shownMessages] = [describeCount(rooms, 'room'), describeCount(messages, 'message')];
  if (!withFiles) return `${shownRooms} and ${shownMessages}`;
  return `${shownRooms}, ${shownMessages} and ${describeCount(files, 'file')}`;
}

/** Some of the missing files, by their keys or ids. */
export function nameFiles(names: readonly string[]): string {
  return nameSome(names, MAX_NAMED_FILES);
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function showProgress(share: number): void {
  if (!process.stderr.isTTY) return;
  const isDone = share >= 1;
  process.stderr.write(isDone ? '\r\u001B[K' : `\r${Math.floor(share * 100)} %`);
}

export function showRows(count: number, all?: number): void {
  if (!process.stderr.isTTY) return;
  const isDone = count === all;
  process.stderr.write(isDone ? '\r\u001B[K' : `\r${count}${all === undefined ? '' : ` of ${all}`} rows`);
}

export function formatError(error: unknown, user = readUser()): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof BackupError || error instanceof StartError) return error.message;
  // Errors of the disk and of SQLite are for the operator, all others for developers.
  if (!('code' in error)) return String(error.stack);
  if (error.code === 'ENOENT' && 'path' in error) return `There is no ${String(error.path)}.`;
  if (error.code !== 'EACCES') return `${error.message}.`;
  // Of a release, the command of root goes on as the owner of the data folder.
  return `${error.message}. This command runs as ${user.username} (${user.uid}): choose a folder of this user, or give it the file with chown.`;
}
