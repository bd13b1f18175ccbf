import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { nameCommand } from '../base/command-name.ts';
import { toFileTimestamp } from '../base/file-timestamp.ts';
import { BackupError } from './backup-error.ts';

/** Archives that Snug has named. Alphabetical order is the order of time. */
const NAME = /^snug-\d{8}T\d{6}Z\.tar$/;
const COUNT = /^[1-9]\d{0,4}$/;

export interface BackupTarget {
  /** Of the archive. */
  path: string;
  /** How many archives stay in the folder; undefined for all. */
  keep: number | undefined;
  /** The archive has only the keys of the files. */
  withoutFiles: boolean;
}

/** `FILE`, or `FOLDER [--keep N]`, with or without files: in a folder that exists, the archive gets a name. Throws a `BackupError`. */
export function readTarget(
  args: readonly string[],
  resolvePath: (path: string) => string,
  now: Date,
): BackupTarget {
  const { positionals, ...options } = parse(args);
  const [first, ...others] = positionals;
  if (!first || others.length > 0) throw new BackupError(`Name one file: ${nameCommand('backup', 'FILE')}`);
  const path = resolvePath(first);
  if (existsSync(path) && statSync(path).isDirectory())
    return { path: join(path, `snug-${toFileTimestamp(now)}.tar`), ...options };
  if (options.keep !== undefined)
    throw new BackupError(`--keep needs a folder that exists. ${path} is none.`);
  return { path, ...options };
}

function parse(args: readonly string[]): Omit<BackupTarget, 'path'> & { positionals: string[] } {
  const usage = `Use ${nameCommand('backup', '[--without-files] FOLDER --keep N')}, with a number N of 1 or more.`;
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { keep: { type: 'string' }, 'without-files': { type: 'boolean' } },
    });
    if (values.keep !== undefined && !COUNT.test(values.keep)) throw new BackupError(usage);
    const keep = values.keep === undefined ? undefined : Number(values.keep);
    return { positionals, keep, withoutFiles: values['without-files'] === true };
  } catch {
    throw new BackupError(usage);
  }
}

/**
 * Removes the oldest archives of the series beyond the number to keep, and never the one that was just made. Returns how many. Throws an
 * error of the disk.
 */
export function removeOldest({ path, keep }: Pick<BackupTarget, 'path' | 'keep'>): number {
  if (keep === undefined) return 0;
  const folder = dirname(path);
  const others = readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile() && NAME.test(entry.name) && entry.name !== basename(path))
    .map(({ name }) => name)
    .toSorted();
  const removed = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of removed) rmSync(join(folder, name));
  return removed.length;
}
