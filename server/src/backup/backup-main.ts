import { constants, setPriority } from 'node:os';
import { describeCount } from '../base/describe-count.ts';
import { getErrorCode } from '../base/start-error.ts';
import { type LastBackup, recordBackup } from '../db/last-backup.ts';
import { type DatabaseLocation, openBesideServer, openDatabaseServer } from '../db/open.ts';
import { openStorage } from '../files/storage/open-storage.ts';
import { type BackupTarget, readTarget, removeOldest } from './archive-series.ts';
import { backUp } from './backup.ts';
import {
  abortOnSignals,
  describeContent,
  formatMegabytes,
  nameFiles,
  printLine,
  resolvePath,
  runCli,
  showProgress,
  showRows,
} from './cli.ts';

/** The archive is written, but some of its files are missing. */
const EXIT_INCOMPLETE = 2;
/** The archive is complete, but older ones are still there. */
const EXIT_NOT_REMOVED = 3;

setPriority(constants.priority.PRIORITY_LOW);

await runCli('No backup was made.', async ({ args, ...config }) => {
  const { data, databaseUrl } = config;
  const now = new Date();
  const target = readTarget(args, resolvePath, now);
  const { path, withoutFiles } = target;
  const { counts, bytes, omittedCount, deletedCount, missingKeys } = await backUp({
    data,
    databaseUrl,
    storage: openStorage(config),
    withoutFiles,
    path,
    now,
    onRows: showRows,
    onProgress: showProgress,
    signal: abortOnSignals(),
  });
  await rememberBackup(config, { at: now.getTime(), bytes, missingFiles: missingKeys.length });
  const all = describeContent(counts, { withFiles: omittedCount === undefined });
  printLine(`Backed up ${all} (${formatMegabytes(bytes)}) to ${path}.`);
  if (omittedCount !== undefined)
    printLine(
      `It names ${describeCount(omittedCount, 'file')} without the bytes: keep these, also of deleted files, as long as this archive.`,
    );
  if (deletedCount > 0)
    printLine(`It is without ${describeCount(deletedCount, 'file')} that people deleted while it was made.`);
  if (missingKeys.length === 0) return prune(target);
  process.stderr.write(
    `It names ${describeCount(missingKeys.length, 'file')} that ${config.s3 ? 'the file store' : data} does not have: ${nameFiles(missingKeys)}\n`,
  );
  return EXIT_INCOMPLETE;
});

/** After a complete archive only: an incomplete one must not replace a complete one. */
function prune(target: BackupTarget): number {
  try {
    const count = removeOldest(target);
    if (count > 0) printLine(`Removed ${describeCount(count, 'older archive')}.`);
    return 0;
  } catch (error) {
    process.stderr.write(`Older archives could not be removed (${getErrorCode(error)}).\n`);
    return EXIT_NOT_REMOVED;
  }
}

/** The archive is complete without it. */
async function rememberBackup({ data, databaseUrl }: DatabaseLocation, backup: LastBackup): Promise<void> {
  try {
    const db = await (databaseUrl === undefined ? openBesideServer(data) : openDatabaseServer(databaseUrl));
    try {
      await recordBackup(db, backup);
    } finally {
      await db.destroy();
    }
  } catch {
    process.stderr.write(
      `"Health" at /admin does not show this backup, because the database cannot be written to.\n`,
    );
  }
}
