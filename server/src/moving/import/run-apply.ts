import type { FileHandle } from 'node:fs/promises';
import { openStopped, type StoppedDatabase } from '../../backup/stopped-database.ts';
import { nameCommand } from '../../base/command-name.ts';
import { describeCount } from '../../base/describe-count.ts';
import { getErrorMessage } from '../../base/error-detail.ts';
import { nameSome } from '../../base/name-some.ts';
import { createUploadsFolder } from '../../base/private-files.ts';
import { readLastBackup } from '../../db/last-backup.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { applyImport } from './apply/apply-import.ts';
import { getSourceKey } from './apply/import-run.ts';
import type { Fault } from './check/check-rooms.ts';
import { listUndecided } from './dry-run.ts';
import { findOwner, type Owner } from './find-owner.ts';
import { ImportError } from './import-error.ts';
import { ImbalanceError, Ledger, type Sums } from './ledger.ts';
import { estimateSpace, requireSpace } from './needed-space.ts';
import type { ImportInput } from './open-input.ts';
import type { ImportOptions } from './options.ts';
import { createClaimList, writeClaimList } from './people/claim-list.ts';
import { createDecide, type Decide, propose } from './people/decision.ts';
import { formatPeople, type ProposedPerson } from './people/people-file.ts';
import type { PeoplePlan } from './people/plan-people.ts';
import { PreparedFiles } from './prepare/prepared-files.ts';
import { Progress } from './progress.ts';
import { createReportFolder, formatCounts, NO_REPORT, type ReportFolder } from './report/report-folder.ts';
import { formatChanges, formatSkipped, formatTable, hasLoss } from './report/summary.ts';
import { type ImportContext, planInput, readSpaceOfDatabase } from './run-import.ts';

const MAX_BACKUP_AGE_MS = 60 * 60_000;
const MAX_NAMED = 10;
/** Something was left out that people may miss. */
const EXIT_INCOMPLETE = 2;

/** Returns the exit code. Throws a `BackupError` or a `StartError` if nothing has changed. */
export async function runApply(
  input: ImportInput,
  options: ImportOptions,
  context: ImportContext,
): Promise<number> {
  const { data, databaseUrl } = context;
  const stopped = await openStopped({ data, databaseUrl });
  try {
    const plan = await planInput(input, stopped.db, options);
    const owner = await requireOwner(stopped, options, plan);
    if (owner.isNew && owner.person)
      plan.rules.choices.set(owner.person.sourceId, { as: 'join', uid: owner.uid });
    await requireDecisions(plan, options);
    await requireSpace(data, await estimateNeeded(stopped, input, context));
    await requireBackup(stopped, options, context);
    const links = options.links === undefined ? undefined : await createClaimList(options.links);
    const report = options.report === undefined ? NO_REPORT : createReportFolder(options.report);
    try {
      return await store({ input, options, context, stopped, plan, owner, report, links });
    } finally {
      await closeFiles(report, links, context);
    }
  } finally {
    await stopped.close();
  }
}

/** The import stays stored, also if the disk is full now. */
async function closeFiles(
  report: ReportFolder,
  links: FileHandle | undefined,
  { printError }: ImportContext,
): Promise<void> {
  try {
    report.close();
    await links?.close();
  } catch (error) {
    printError(`The report is not complete: ${getErrorMessage(error)}`);
  }
}

async function requireOwner(
  { db }: StoppedDatabase,
  { owner: email }: ImportOptions,
  plan: PeoplePlan,
): Promise<Owner> {
  const owner = await findOwner(db, email, plan);
  if (owner) return owner;
  throw new ImportError(
    'Add --owner EMAIL: the address of the person who looks after rooms without an admin. In an empty Snug, they become the first workspace admin.',
  );
}

async function requireDecisions(plan: PeoplePlan, { people }: ImportOptions): Promise<void> {
  const undecided = await plan.findUndecided();
  if (undecided.length === 0) return;
  throw new ImportError(
    [
      `Somebody here has an equal address and has not confirmed it: ${nameSome(listUndecided(undecided), MAX_NAMED)}.`,
      people === undefined
        ? 'Run the command without --apply, write your decision into people.csv of its report, and add --people FILE.'
        : `Write "join", "new" with another address, or "skip" for them into ${people}.`,
    ].join(' '),
  );
}

async function estimateNeeded(
  { db }: StoppedDatabase,
  { bytes, temporaryBytes }: ImportInput,
  { data, databaseUrl, isInDataFolder }: ImportContext,
): Promise<number> {
  // Its files are on the disk one after the other, and its rows nowhere.
  if (!isInDataFolder && databaseUrl !== undefined) return temporaryBytes;
  // Prepared files move within the disk.
  const archiveBytes = Math.max(0, bytes - (await new PreparedFiles(data).countBytes()));
  const space = estimateSpace({ archiveBytes, ...(await readSpaceOfDatabase(db, databaseUrl)) });
  return space + temporaryBytes;
}

/** Without a database server, there is a copy from before the import. */
async function requireBackup(
  { db }: StoppedDatabase,
  { withoutBackup }: ImportOptions,
  { databaseUrl, now }: ImportContext,
): Promise<void> {
  if (databaseUrl === undefined || withoutBackup) return;
  const last = await readLastBackup(db);
  if (last && now() - last.at < MAX_BACKUP_AGE_MS) return;
  throw new ImportError(
    `Only a backup can undo an import on PostgreSQL, and there is none of the last hour. Run "${nameCommand('backup', 'FILE')}" first, or add --without-backup.`,
  );
}

interface Run {
  input: ImportInput;
  options: ImportOptions;
  context: ImportContext;
  stopped: StoppedDatabase;
  plan: PeoplePlan;
  owner: Owner;
  report: ReportFolder;
  links: FileHandle | undefined;
}

async function store(run: Run): Promise<number> {
  const { input, context, stopped, owner, report } = run;
  const { now, printError } = context;
  const { storeOwner } = await import('./store-owner.ts');
  const startedAt = new Date(now());
  const snapshot = await stopped.takeImportSnapshot?.(startedAt);
  const undo = describeUndo(context, snapshot?.path);
  let ledger = new Ledger(report.addSkipped);
  const people: ProposedPerson[] = [];
  let faults: readonly Fault[];
  let title = '';
  let sourceKey = '';
  try {
    await storeOwner(stopped.db, owner, now(), run.plan.rules);
    const { source, getShare } = await input.open(ledger);
    ledger = source.ledger;
    title = source.title;
    sourceKey = getSourceKey(source);
    try {
      faults = await applySource(run, source, getShare, people);
    } finally {
      await source.close();
    }
    await recordAudit(
      stopped.db,
      { uid: '', now: now() },
      {
        action: 'import',
        moved: { format: source.kind, rooms: ledger.counts.stored.room ?? 0 },
        reason: `SHA-256 ${await input.archive.sha256()}`,
      },
    );
  } catch (error) {
    if (error instanceof ImbalanceError) {
      [...describeFaults(error.message, error.imbalances, []), undo].forEach(printError);
      return 1;
    }
    printError(`The import stopped before its end: ${getErrorMessage(error)}`);
    printError('Run the same command again: it goes on where it stopped. Do not start Snug before that.');
    printError(undo);
    return 1;
  }
  const imbalances = ledger.findImbalances();
  if (imbalances.length > 0 || faults.length > 0) {
    [...describeFaults('The import is not complete', imbalances, faults), undo].forEach(printError);
    try {
      report.write('counts.json', formatCounts(ledger.counts));
    } catch (error) {
      printError(`The report has no counts.json: ${getErrorMessage(error)}`);
    }
    return 1;
  }
  try {
    await finish(run, { ledger, title, sourceKey, people, undo });
  } catch (error) {
    printError(`Everything is imported, but the command stopped before its end: ${getErrorMessage(error)}`);
    printError(
      'Run the same command again before you start Snug, with another file for --links: it adds nothing, and goes on.',
    );
    printError(undo);
    return 1;
  }
  if (snapshot) stopped.endImport(snapshot);
  return hasLoss(ledger.counts) ? EXIT_INCOMPLETE : 0;
}

interface Outcome {
  ledger: Ledger;
  title: string;
  sourceKey: string;
  people: readonly ProposedPerson[];
  undo: string;
}

/** Writes the links and the report. */
async function finish(run: Run, { ledger, title, sourceKey, people, undo }: Outcome): Promise<void> {
  const { options, context, stopped, owner, report, links } = run;
  const { data, now, origin, print } = context;
  const { createOwnerLink } = await import('./store-owner.ts');
  await new PreparedFiles(data).remove();
  const lines = [
    `${title}: imported`,
    '',
    ...formatTable(ledger.counts, 'stored'),
    ...section('What did not come:', formatSkipped(ledger.counts)),
    ...section('What came in another form:', formatChanges(ledger.counts)),
    '',
    ...(report.path === undefined ? [] : [`The report is in ${report.path}. It has private messages.`]),
    undo,
  ];
  report.write('people.csv', formatPeople(people));
  report.write('counts.json', formatCounts(ledger.counts));
  const all = [...formatSkipped(ledger.counts, Infinity), ...formatChanges(ledger.counts, Infinity)];
  report.write('report.txt', `${[...lines, '', ...all].join('\n')}\n`);
  report.close();
  const linkCount =
    links && (await writeClaimList(links, stopped.db, { sourceKey, origin, now: now(), without: owner.uid }));
  const ownerLink = await createOwnerLink(stopped.db, owner, origin, now());
  const secrets = [
    ...(ownerLink === undefined
      ? []
      : [`${owner.name} takes the account over with this link, once and within 30 days: ${ownerLink}`]),
    ...(linkCount === undefined
      ? ['Invite the others at /admin/people, or run the command again with --links FILE.']
      : [
          `The file ${options.links} has ${describeCount(linkCount, 'link')} for the others. Each link opens the account of its person.`,
        ]),
  ];
  [...lines, ...secrets, 'Start Snug now.'].forEach(print);
}

async function applySource(
  { options, context, stopped, plan, owner }: Run,
  source: Parameters<typeof applyImport>[0]['source'],
  getShare: () => number | undefined,
  people: ProposedPerson[],
): Promise<Fault[]> {
  const { data, storage, now, showProgress } = context;
  const { db, engine } = stopped;
  const progress = new Progress({ now, write: showProgress });
  const folder = createUploadsFolder(data);
  try {
    return await applyImport({
      db,
      engine,
      storage,
      folder,
      source,
      prepared: new PreparedFiles(data),
      decide: rememberDecisions(plan, people),
      owner: owner.uid,
      now,
      late: options.lateRoom ? 'room' : undefined,
      isChosen: ({ name }) => options.rooms?.has(name) !== false,
      isPrivate: options.private,
      onProgress: ({ messages, files }) =>
        progress.show(`${describeCount(messages, 'message')}, ${describeCount(files, 'file')}`, getShare()),
    });
  } finally {
    progress.end();
  }
}

/** For the people.csv of the report. */
function rememberDecisions({ rules }: PeoplePlan, people: ProposedPerson[]): Decide {
  const decide = createDecide(rules);
  return async person => {
    const { sourceId, name, email } = person;
    people.push({
      person: { sourceId, name, ...(email !== undefined && { email }) },
      proposal: await propose(person, rules),
    });
    return decide(person);
  };
}

function describeUndo({ databaseUrl }: ImportContext, snapshot: string | undefined): string {
  return databaseUrl === undefined && snapshot !== undefined
    ? `To undo the import before people write: stop Snug, and run ${nameCommand('rollback', '--import')}.`
    : 'To undo the import: stop Snug, and restore the backup from before it into an empty database.';
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** Another run would end here, too. */
function describeFaults(problem: string, imbalances: readonly Sums[], faults: readonly Fault[]): string[] {
  return [
    `${problem}, and this is a fault of Snug. Do not start it: undo the import, and please report this.`,
    ...imbalances.map(
      ({ kind, read, stored, skipped }) =>
        `- ${kind}: ${read} were read, but ${stored} are stored and ${skipped} have a reason not to be`,
    ),
    ...faults.slice(0, MAX_NAMED).map(({ rule, roomId }) => `- Room ${roomId} breaks a rule: ${rule}`),
  ];
}
