import { createInterface } from 'node:readline/promises';
import { nameCommand } from '../base/command-name.ts';
import { describeCount } from '../base/describe-count.ts';
import { compareReleases } from '../base/release.ts';
import { openDatabaseServer } from '../db/open.ts';
import { readOldestRelease, readReleaseHistory } from '../db/release-history.ts';
import { openStorage } from '../files/storage/open-storage.ts';
import { BackupError } from './backup-error.ts';
import { formatMegabytes, printLine, runCli } from './cli.ts';
import type { RemovedFiles } from './remove-imported-files.ts';
import { ENDED_LINES } from './restored-database.ts';
import { type RollbackPlan, rollBack, type SnapshotPlan } from './rollback.ts';

// Declared before the command: it runs before later constants exist.
const EXIT_INCOMPLETE = 2;
const IMPORT_ON_POSTGRES = 'On PostgreSQL, restore the backup from before the import into an empty database.';

await runCli('Nothing was changed.', async ({ args, ...config }) => {
  const { data, databaseUrl } = config;
  if (args.some(arg => !['--yes', '--import'].includes(arg)))
    throw new BackupError(`Use ${nameCommand('rollback', '[--import] [--yes]')}`);
  const undo: Undo = args.includes('--import') ? 'import' : 'update';
  if (databaseUrl !== undefined) {
    printLine(
      `Nothing was changed. ${undo === 'import' ? IMPORT_ON_POSTGRES : await describePostgres(databaseUrl)}`,
    );
    return 0;
  }
  const confirm = async (plan: SnapshotPlan) => {
    describePlan(plan, undo).forEach(printLine);
    return args.includes('--yes') || ask();
  };
  const { plan, replaced, removed } = await rollBack({
    data,
    undo,
    storage: openStorage(config),
    now: new Date(),
    confirm,
  });
  if (plan.kind !== 'snapshot')
    printLine(
      `Nothing was changed. ${undo === 'import' ? 'There is no copy from before an import.' : describeNoSnapshot(plan)}`,
    );
  else if (replaced === undefined) printLine('Nothing was changed.');
  else {
    if (removed) describeRemoved(removed, replaced).forEach(printLine);
    describeUndone(plan, replaced, undo).forEach(printLine);
  }
  return removed?.problem === undefined ? 0 : EXIT_INCOMPLETE;
});

type Undo = 'update' | 'import';

/** PostgreSQL has no snapshots: an update only adds to tables, so that older servers go on. */
async function describePostgres(url: string): Promise<string> {
  const db = await openDatabaseServer(url);
  try {
    const { previous } = await readReleaseHistory(db);
    if (previous === undefined) return describeNoSnapshot({ kind: 'none' });
    const oldest = await readOldestRelease(db);
    return compareReleases(previous, oldest) < 0
      ? `The database needs Snug ${oldest} or newer, and the previous version was ${previous}. Restore a backup from before the update.`
      : `On PostgreSQL, an update only adds to the tables. Start Snug ${previous} on each server.`;
  } finally {
    await db.destroy();
  }
}

function describeNoSnapshot(plan: Exclude<RollbackPlan, SnapshotPlan>): string {
  return plan.kind === 'start'
    ? `The last update changed no table. Start Snug ${plan.release}.`
    : 'No update of this database since 0.5.0 is known.';
}

function describePlan({ release, takenAt, newer }: SnapshotPlan, undo: Undo): string[] {
  const { messages, files, rooms, people } = newer;
  return [
    `This puts back the copy of the database from before the last ${undo}:`,
    ...(undo === 'update' ? [`- Version: ${formatRelease(release)}`] : []),
    `- Time: ${takenAt.toISOString()}`,
    `- Newer, and missing afterwards: ${describeCount(messages, 'message')}, ${describeCount(files, 'file')}, ${describeCount(rooms, 'room')} and ${describeCount(people, 'account')}`,
  ];
}

function describeRemoved({ count, bytes, problem }: RemovedFiles, replaced: string): string[] {
  const lines = [`Removed ${describeCount(count, 'imported file')} (${formatMegabytes(bytes)}).`];
  if (problem !== undefined)
    lines.push(
      `The other imported files are still stored (${problem}). They only take space: ${replaced} has the database with their keys.`,
    );
  return lines;
}

function describeUndone({ release, takenAt }: SnapshotPlan, replaced: string, undo: Undo): string[] {
  return [
    `All changes since ${takenAt.toISOString()} are undone. The replaced database is in ${replaced}.`,
    'Messages and files that were deleted since are back, but the bytes of these files are missing.',
    ...ENDED_LINES,
    undo === 'update' ? `Start ${formatRelease(release)} now.` : 'Start Snug now.',
  ];
}

function formatRelease(release: string | undefined): string {
  return release === undefined ? 'a version before 0.5.0' : `Snug ${release}`;
}

async function ask(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new BackupError(`Nobody can answer here. Use ${nameCommand('rollback', '--yes')}`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await terminal.question('Go on? (yes or no) ')).trim());
  } finally {
    terminal.close();
  }
}
