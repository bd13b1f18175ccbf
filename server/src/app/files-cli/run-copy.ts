import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatMegabytes } from '../../backup/cli.ts';
import { openLiveDatabase } from '../../backup/open-live-database.ts';
import { describeCount, formatCount } from '../../base/describe-count.ts';
import { StartError } from '../../base/start-error.ts';
import type { Config } from '../../config/config.ts';
import { lockFolder } from '../../db/open.ts';
import { openScratchFolder } from '../../files/scratch.ts';
import { openFolder, openS3Storage } from '../../files/storage/open-storage.ts';
import { describeS3Error } from '../../files/storage/s3/open-s3.ts';
import { S3Error } from '../../files/storage/s3/s3-error.ts';
import type { S3Storage } from '../../files/storage/s3/s3-storage.ts';
import { readUsedStorages } from '../../files/storage/used-storages.ts';
import { Progress } from '../../moving/import/progress.ts';
import { type CopyProgress, type CopyResult, copyFiles, type Problem } from './copy-files.ts';
import { CopyJournal } from './copy-journal.ts';

/** The copy has ended, but bytes of some files are not in their new place. */
const EXIT_INCOMPLETE = 2;
const EXIT_STOPPED = 1;

type CopySettings = Pick<Config, 'data' | 'databaseUrl' | 's3'>;

interface CopyCommand {
  to: 's3' | 'folder';
  isSourceDeleted: boolean;
}

interface CopyContext {
  now: () => number;
  print: (line: string) => void;
  printError: (line: string) => void;
  /** Undefined if nobody looks. */
  showProgress: ((text: string) => void) | undefined;
}

/** Returns the exit code. Throws a `StartError` before the first byte. */
export async function runCopy(
  { to, isSourceDeleted }: CopyCommand,
  { data, databaseUrl, s3 }: CopySettings,
  { now, print, printError, showProgress }: CopyContext,
): Promise<number> {
  if (s3?.fallback === undefined) throw new StartError(describeMissingFallback(to, s3 !== undefined));
  const live = await openLiveDatabase({
    data,
    databaseUrl,
    onRows: () => {},
    signal: new AbortController().signal,
  });
  const unlock = lockFolder(data, 'files-copy.lock');
  if (!unlock) throw new StartError(`Another copy runs in ${data}.`);
  const store = openS3Storage(s3);
  const scratch = openScratchFolder(join(data, 'uploads'), { alone: false, now: now() });
  const progress = new Progress({ now, write: showProgress });
  try {
    if ((await readUsedStorages(live.db)) !== 'both') throw new StartError(RESTART_FIRST);
    await assertUsable(store);
    const folder = openFolder(data);
    const result = await copyFiles({
      db: live.db,
      ...(to === 's3' ? { from: folder, to: store } : { from: store, to: folder }),
      folder: scratch,
      journal: new CopyJournal(data),
      isSourceDeleted,
      onProgress: current => progress.show(describeProgress(current), getShare(current)),
    });
    progress.end();
    describeProblems(result).forEach(printError);
    if (result.hasStopped) return EXIT_STOPPED;
    describeResult(result, { to, isSourceDeleted }, s3.fallback).forEach(print);
    return countLeft(result) > 0 ? EXIT_INCOMPLETE : 0;
  } finally {
    progress.end();
    rmSync(scratch, { recursive: true, force: true });
    store.close();
    unlock();
    await live.close();
  }
}

/** Throws a `StartError`. */
async function assertUsable(store: S3Storage): Promise<void> {
  try {
    await store.probe();
  } catch (error) {
    throw error instanceof S3Error ? new StartError(describeS3Error(error)) : error;
  }
}

const RESTART_FIRST =
  'Snug has not started with S3_FALLBACK yet, so it knows only one of the two places. Restart Snug with these settings first.';

const PLACES = { s3: 'the file store', folder: 'the folder' };

/** The value with which new files go to the target of a copy. */
const FALLBACKS = { s3: 'folder', folder: 'store' } as const;

function describeMissingFallback(to: 's3' | 'folder', hasUrl: boolean): string {
  const missing = hasUrl ? 'S3_FALLBACK is not set' : 'S3_URL is not set';
  return `${missing}. Set S3_FALLBACK=${FALLBACKS[to]} beside the other S3 settings, and restart Snug first: then it reads files from both places, and removes deleted ones from both.`;
}

function describeProgress({ rows, allRows, bytes, allBytes }: CopyProgress): string {
  return `${formatCount(rows)} of ${describeCount(allRows, 'file')}, ${formatMegabytes(bytes)} of ${formatMegabytes(allBytes)}`;
}

/** Avatars have no size in the database, and are small. */
function getShare({ rows, allRows, bytes, allBytes }: CopyProgress): number {
  return Math.min(1, allBytes > 0 ? bytes / allBytes : rows / Math.max(1, allRows));
}

const PROBLEMS: Readonly<Record<Problem, string>> = {
  missing: 'in neither place',
  damaged: 'not copied, because the database has another size',
  failed: 'not copied',
};

function describeProblems({ problems, error, hasStopped }: CopyResult): string[] {
  const lines = Object.entries(problems).flatMap(([problem, { count, keys }]) =>
    count === 0
      ? []
      : [`${describeCount(count, 'file')} ${PROBLEMS[problem as Problem]}: ${formatKeys(keys, count)}`],
  );
  if (error === undefined) return lines;
  const reason = error.message.replace(/\.$/, '');
  const end = hasStopped ? 'The copy has stopped. ' : '';
  return [...lines, `${end}The last error: ${reason}. Run the command again to continue.`];
}

function formatKeys(keys: readonly string[], count: number): string {
  return keys.join(', ') + (count > keys.length ? ', ...' : '');
}

function countLeft({ problems }: CopyResult): number {
  return problems.missing.count + problems.damaged.count + problems.failed.count;
}

function describeResult(
  { copied, present, gone, unfinished, problems }: CopyResult,
  { to, isSourceDeleted }: CopyCommand,
  fallback: 'folder' | 'store',
): string[] {
  const [place, other] = [PLACES[to], PLACES[to === 's3' ? 'folder' : 's3']];
  const lines = [
    `Copied ${describeCount(copied.files, 'file')} (${formatMegabytes(copied.bytes)}) to ${place}. ${formatCount(present)} ${present === 1 ? 'was' : 'were'} there already.`,
    ...(gone > 0 ? [`${formatCount(gone)} ${gone === 1 ? 'was' : 'were'} deleted meanwhile.`] : []),
    ...(unfinished > 0
      ? [`${describeCount(unfinished, 'upload')} ${unfinished === 1 ? 'is' : 'are'} not complete yet.`]
      : []),
  ];
  if (problems.damaged.count + problems.failed.count > 0)
    return [...lines, `Keep S3_FALLBACK: some files are only in ${other}.`];
  if (fallback !== FALLBACKS[to])
    return [
      ...lines,
      `New files still go to ${other}. Set S3_FALLBACK=${FALLBACKS[to]}, restart Snug, and run this command once more.`,
    ];
  if (!isSourceDeleted)
    return [
      ...lines,
      `All files are in ${place}. Run the command once more with --delete-source: without S3_FALLBACK, Snug does not remove deleted files from ${other}.`,
    ];
  const settings = to === 's3' ? 'S3_FALLBACK is' : 'The S3 settings are';
  return [
    ...lines,
    `All files are in ${place}. ${settings} not needed any more: remove ${to === 's3' ? 'it' : 'them'}, and restart Snug.`,
  ];
}
