import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { openExisting } from '../../backup/stopped-database.ts';
import { describeCount } from '../../base/describe-count.ts';
import { createUploadsFolder } from '../../base/private-files.ts';
import { getEngineName, readDatabaseBytes } from '../../db/open.ts';
import type { Db } from '../../db/schema.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import { findRetention, presentRetention, WORKSPACE } from '../../workspace/retention/retention-store.ts';
import { describeDryRun } from './dry-run.ts';
import { findOwner } from './find-owner.ts';
import { ImportError } from './import-error.ts';
import { Ledger, ROOM_KINDS } from './ledger.ts';
import { estimateBytes, readDisk, requireSpace } from './needed-space.ts';
import { type ImportInput, openInput, toImportError } from './open-input.ts';
import type { ImportOptions } from './options.ts';
import { formatPeople } from './people/people-file.ts';
import { type PeoplePlan, planPeople } from './people/plan-people.ts';
import { Progress } from './progress.ts';
import { createReportFolder, formatCounts, NO_REPORT } from './report/report-folder.ts';
import { nameKind } from './report/skip-reasons.ts';
import { formatSkipped } from './report/summary.ts';
import { type Survey, surveySource } from './survey.ts';

export interface ImportContext {
  data: string;
  databaseUrl: string | undefined;
  storage: FileStorage;
  /** Whether `storage` is in the data folder. */
  isInDataFolder: boolean;
  /** The address of Snug, for links. */
  origin: string;
  now: () => number;
  print: (line: string) => void;
  printError: (line: string) => void;
  /** Undefined without a terminal. */
  showProgress: ((text: string) => void) | undefined;
}

/** Returns the exit code. Throws a `BackupError` or a `StartError` if nothing has changed. */
export async function runImport(options: ImportOptions, context: ImportContext): Promise<number> {
  const { data } = context;
  // Those of the system can be small, or in memory. A dry run makes no data folder.
  const isInData = options.apply || options.prepare || existsSync(data);
  try {
    const input = await openInput(options.paths, {
      files: options.files,
      findFolder: () => (isInData ? createUploadsFolder(data) : undefined),
    });
    try {
      await requireSpace(isInData ? data : tmpdir(), input.temporaryBytes);
      if (options.prepare) {
        const { runPrepare } = await import('./prepare/run-prepare.ts');
        return await runPrepare(input, options, context);
      }
      if (!options.apply) return await runDryRun(input, options, context);
      const { runApply } = await import('./run-apply.ts');
      return await runApply(input, options, context);
    } finally {
      await input.close();
    }
  } catch (error) {
    throw toImportError(error);
  }
}

async function runDryRun(
  input: ImportInput,
  options: ImportOptions,
  context: ImportContext,
): Promise<number> {
  const { data, databaseUrl, print } = context;
  const read = await openExisting({ data, databaseUrl });
  try {
    const plan = await planInput(input, read, options);
    const owner = await findOwner(read, options.owner, plan);
    const report = options.report === undefined ? NO_REPORT : createReportFolder(options.report);
    try {
      const ledger = new Ledger(report.addSkipped);
      const { title, survey } = await surveyInput(input, ledger, { plan, read, options, context });
      const lines = describeDryRun({
        title,
        counts: ledger.counts,
        survey,
        needed: input.temporaryBytes + (await estimateStored(survey, read, context)),
        disk: await readDisk(data),
        options,
        needsOwner: owner === undefined,
        isOnServer: databaseUrl !== undefined,
        report: report.path,
      });
      lines.forEach(print);
      report.write('people.csv', formatPeople(survey.people));
      report.write('counts.json', formatCounts(ledger.counts));
      report.write('report.txt', `${[...lines, '', ...formatSkipped(ledger.counts, Infinity)].join('\n')}\n`);
      return 0;
    } finally {
      report.close();
    }
  } finally {
    await read?.destroy();
  }
}

/** Leaves out the files that `--prepare` has copied. */
async function estimateStored(
  survey: Survey,
  read: Db | undefined,
  { data, databaseUrl, isInDataFolder }: ImportContext,
): Promise<number> {
  const { PreparedFiles } = await import('./prepare/prepared-files.ts');
  const fileBytes = Math.max(0, survey.fileBytes - (await new PreparedFiles(data).countBytes()));
  const place = { ...(await readSpaceOfDatabase(read, databaseUrl)), isInDataFolder };
  return estimateBytes({ ...survey, fileBytes }, place);
}

/** Reads the lists of people, from a source of its own: each one is read once. */
export async function planInput(
  input: ImportInput,
  read: Db | undefined,
  { people }: Pick<ImportOptions, 'people'>,
): Promise<PeoplePlan> {
  const { source } = await input.open(new Ledger());
  try {
    return await planPeople(source, read, people);
  } finally {
    await source.close();
  }
}

interface SurveyOf {
  plan: PeoplePlan;
  read: Db | undefined;
  options: ImportOptions;
  context: ImportContext;
}

async function surveyInput(input: ImportInput, ledger: Ledger, { plan, read, options, context }: SurveyOf) {
  const { now, showProgress } = context;
  const progress = new Progress({ now, write: showProgress });
  const { source, getShare } = await input.open(ledger);
  try {
    const rule = read && (await findRetention(read, WORKSPACE));
    const survey = await surveySource(source, {
      rules: plan.rules,
      retention: rule && presentRetention(rule),
      rooms: options.rooms,
      now: now(),
      onProgress: messages => progress.show(`${describeCount(messages, 'message')} read`, getShare()),
    });
    assertComplete(ledger, survey);
    return { title: source.title, survey };
  } finally {
    progress.end();
    await source.close();
  }
}

/** Otherwise a reader has lost something without a reason. */
function assertComplete(ledger: Ledger, { comes }: Survey): void {
  for (const { kind, read, skipped } of ledger.sumUp(ROOM_KINDS)) {
    const count = comes[kind];
    if (read !== count + skipped)
      throw new ImportError(
        `The archive has ${read} ${nameKind(kind)}, but ${count} would come and ${skipped} have a reason not to. This is a fault of Snug: please report it.`,
      );
  }
}

export async function readSpaceOfDatabase(read: Db | undefined, databaseUrl: string | undefined) {
  const isOnServer = databaseUrl !== undefined;
  const databaseBytes =
    read && !isOnServer ? await readDatabaseBytes(read, getEngineName({ databaseUrl })) : 0;
  return { isOnServer, databaseBytes };
}
