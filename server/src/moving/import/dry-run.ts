import { basename } from 'node:path';
import { formatMegabytes } from '../../backup/cli.ts';
import { nameCommand } from '../../base/command-name.ts';
import { describeCount, formatCount } from '../../base/describe-count.ts';
import { nameSome } from '../../base/name-some.ts';
import type { DiskSpace } from '../../files/disk-space.ts';
import type { Ledger } from './ledger.ts';
import type { ImportOptions } from './options.ts';
import { nameProposal, type ProposedPerson } from './people/people-file.ts';
import { formatChanges, formatSkipped, formatTable } from './report/summary.ts';
import type { Survey } from './survey.ts';

const MAX_NAMED_ROOMS = 8;
const MAX_NAMED_PEOPLE = 5;

export interface DryRunFacts {
  title: string;
  counts: Ledger['counts'];
  survey: Survey;
  /** In bytes, with a tenth to spare. */
  needed: number;
  disk: DiskSpace;
  options: ImportOptions;
  /** Nobody is here yet, or several people could be the owner. */
  needsOwner: boolean;
  /** Without a snapshot of its own. */
  isOnServer: boolean;
  /** The folder of the report. */
  report: string | undefined;
}

/** At most 40 lines. */
export function describeDryRun(facts: DryRunFacts): string[] {
  const { title, counts, survey, report } = facts;
  return [
    `${title}${formatPeriod(survey)}`,
    '',
    ...formatTable(counts, 'comes'),
    describeRooms(survey),
    describePeople(survey.people),
    ...section('What does not come:', formatSkipped(counts, 8)),
    ...section('What comes in another form:', formatChanges(counts, 4)),
    ...describeGuests(facts),
    ...describeExpired(survey),
    ...describeUnknownRooms(survey),
    '',
    ...describeDisk(facts),
    ...(report === undefined ? [] : [`The report is in ${report}. It has private messages.`]),
    ...describeNext(facts),
  ];
}

/** As a shell reads it. */
function formatCommand(facts: Pick<DryRunFacts, 'options' | 'needsOwner' | 'report' | 'survey'>): string {
  const { options, needsOwner, report, survey } = facts;
  const people =
    options.people ?? (hasUndecided(survey.people) && report ? `${report}/people.csv` : undefined);
  const args = [
    ...options.paths,
    '--apply',
    ...(options.owner === undefined ? (needsOwner ? ['--owner', 'EMAIL'] : []) : ['--owner', options.owner]),
    ...(people === undefined ? [] : ['--people', people]),
    ...(options.rooms ? ['--rooms', [...options.rooms].join(',')] : []),
    ...(options.private ? ['--private'] : []),
    ...(options.lateRoom ? ['--late', 'room'] : []),
    ...(options.files === undefined ? [] : ['--files', options.files]),
    ...(options.withoutBackup ? ['--without-backup'] : []),
    ...(options.report === undefined ? ['--report', 'none'] : []),
  ];
  return nameCommand('import', args.map(quote).join(' '));
}

export function listUndecided(people: readonly ProposedPerson[]): string[] {
  return people
    .filter(({ proposal }) => nameProposal(proposal) === 'decide')
    .map(({ person }) => `${person.name} (${person.email ?? person.sourceId})`);
}

function hasUndecided(people: readonly ProposedPerson[]): boolean {
  return people.some(({ proposal }) => nameProposal(proposal) === 'decide');
}

function formatPeriod({ firstAt, lastAt }: Survey): string {
  return firstAt && lastAt ? `, from ${firstAt.slice(0, 10)} to ${lastAt.slice(0, 10)}` : '';
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function describeRooms({ rooms }: Survey): string {
  const archived = rooms.archived > 0 ? `, ${formatCount(rooms.archived)} of them archived` : '';
  return `Rooms: ${formatCount(rooms.open)} open, ${formatCount(rooms.private)} private, ${formatCount(rooms.direct)} direct${archived}`;
}

function describePeople(people: readonly ProposedPerson[]): string {
  const counts = { new: 0, join: 0, known: 0, skip: 0, decide: 0 };
  for (const { proposal } of people) counts[nameProposal(proposal)]++;
  const parts = [
    `${formatCount(counts.new)} new accounts`,
    ...(counts.join > 0 ? [`${formatCount(counts.join)} who are here`] : []),
    ...(counts.known > 0 ? [`${formatCount(counts.known)} who came before`] : []),
    ...(counts.skip > 0 ? [`${formatCount(counts.skip)} only as authors, such as bots`] : []),
    ...(counts.decide > 0 ? [`${formatCount(counts.decide)} to decide`] : []),
  ];
  return `People: ${parts.join(', ')}`;
}

function describeGuests({ survey: { guests, guestRooms }, options }: DryRunFacts): string[] {
  if (guests === 0) return [];
  const come =
    guests === 1
      ? '1 guest comes as a guest of their private rooms.'
      : `${formatCount(guests)} guests come as guests of their private rooms.`;
  if (options.private || guestRooms.length === 0) return ['', come];
  return [
    '',
    `${come} In these open rooms they stay as authors, and do not see them: ${nameSome(guestRooms, MAX_NAMED_ROOMS)}.`,
    'With --private, open rooms become private, and the guests stay members.',
  ];
}

function describeExpired({ expired, messages }: Survey): string[] {
  if (expired === 0) return [];
  return [
    '',
    `A rule here keeps messages for a time: Snug would remove ${formatCount(expired)} of ${describeCount(messages, 'message')} at once.`,
    'To keep them, change the rule at /admin before the import.',
  ];
}

function describeUnknownRooms({ unknownRooms }: Survey): string[] {
  if (unknownRooms.length === 0) return [];
  return ['', `The archive has no room ${nameSome(unknownRooms, MAX_NAMED_ROOMS)}.`];
}

function describeDisk({ needed, disk, isOnServer }: DryRunFacts): string[] {
  const line = `Disk of the data folder: about ${formatMegabytes(needed)} needed, ${formatMegabytes(disk.free)} free.`;
  return isOnServer ? [`${line} The database server needs space for the messages, too.`] : [line];
}

function describeNext(facts: DryRunFacts): string[] {
  const { survey, needed, disk, needsOwner, isOnServer, options, report } = facts;
  const undecided = listUndecided(survey.people);
  return [
    ...(needed > disk.free ? ['There is not enough space: free some first.'] : []),
    ...(undecided.length > 0
      ? [
          `Somebody here has an equal address and has not confirmed it: ${nameSome(undecided, MAX_NAMED_PEOPLE)}.`,
          `Decide in ${report === undefined ? 'people.csv, which the report has' : `${basename(report)}/people.csv`}.`,
        ]
      : []),
    ...(needsOwner && options.owner === undefined
      ? ['Put the address of the person who will look after Snug in the place of EMAIL.']
      : []),
    `Nothing was changed. Stop Snug${isOnServer ? ' on all servers, make a backup' : ''}, and import with:`,
    `  ${formatCommand(facts)}`,
  ];
}

function quote(arg: string): string {
  return /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}
