import { statSync } from 'node:fs';
import { getErrorMessage } from '../../base/error-detail.ts';
import { StartError } from '../../base/start-error.ts';
import type { Config } from '../../config/config.ts';
import {
  canReadFolder,
  type DatabaseServerFacts,
  inspectDatabaseServer,
  readStoredAt,
} from '../../db/open.ts';
import { ifUsable } from './data-checks.ts';
import type { Check, Result } from './finding.ts';

type Settings = Pick<Config, 'data' | 'databaseUrl'>;

/** Of one server: four that read, four that write, one that listens, and five of the search. */
const CONNECTIONS = 14;
const MAX_SKEW_MS = 10_000;

/** Both use one inspection of a database server. */
export function createDatabaseChecks(settings: Settings, now = Date.now): Check[] {
  const { data, databaseUrl } = settings;
  if (databaseUrl === undefined)
    return [
      ifUsable(data, { name: 'database', run: () => checkFolder(data) }),
      ifUsable(data, { name: 'clock', run: async () => compareWithFiles(data, now()) }),
    ];
  const inspect = memoize(async () => {
    const begun = now();
    const facts = await inspectDatabaseServer(databaseUrl);
    return { ...facts, aheadMs: (begun + now()) / 2 - facts.now };
  });
  return [
    {
      name: 'database',
      run: async () => describeServer(await inspect()),
      ifSilent: 'Check the address in DATABASE_URL, and the firewall in between.',
    },
    { name: 'clock', run: () => inspect().then(compareWithServer, skipClock) },
  ];
}

function memoize<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= run());
}

async function checkFolder(data: string): Promise<Result> {
  try {
    return (await canReadFolder(data))
      ? { status: 'ok', text: 'It can be read.' }
      : { status: 'skipped', text: `There is none in ${data} yet. The first start creates it.` };
  } catch (error) {
    const text =
      error instanceof StartError
        ? error.message
        : `The database in ${data} cannot be read (${getErrorMessage(error)}).`;
    return { status: 'fail', text, next: 'Restore a backup, or check the disk.' };
  }
}

function describeServer({ version, isDurable, freeConnections }: DatabaseServerFacts): Result {
  if (!isDurable)
    return {
      status: 'warn',
      text: `PostgreSQL ${version} loses acknowledged messages in a power cut.`,
      next: 'Set fsync and full_page_writes to on.',
    };
  if (freeConnections < CONNECTIONS)
    return {
      status: 'warn',
      text: `PostgreSQL ${version} has ${freeConnections} free connections, and a server of Snug uses ${CONNECTIONS}.`,
      next: 'Raise max_connections.',
    };
  return { status: 'ok', text: `PostgreSQL ${version} answers, with ${freeConnections} free connections.` };
}

function compareWithServer({ aheadMs }: { aheadMs: number }): Result {
  return describeSkew(aheadMs, "the database server's");
}

function skipClock(): Result {
  return { status: 'skipped', text: 'Not checked, because the database server cannot be used.' };
}

/** No other clock is there. This one was wrong before, or is now, if Snug has stored something later, or was built later. */
function compareWithFiles(data: string, now: number): Result {
  const stored = readStoredAt(data);
  for (const [at, other] of [
    [stored, 'what is stored'],
    [statSync(import.meta.filename).mtimeMs, 'the files of this release'],
  ] as const)
    if (at !== undefined && now - at < -MAX_SKEW_MS) return describeSkew(now - at, other);
  const files = stored === undefined ? 'this release' : 'this release and what is stored';
  return { status: 'ok', text: `It is later than ${files}.` };
}

export function describeSkew(aheadMs: number, other: string): Result {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (Math.abs(aheadMs) <= MAX_SKEW_MS)
    return { status: 'ok', text: `It differs from ${other} by ${seconds} s.` };
  return {
    status: 'warn',
    text: `This clock is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} ${other}.`,
    next: 'Set the clock by NTP.',
  };
}
