import { StartError } from '../../base/start-error.ts';
import type { Config } from '../../config/config.ts';
import { canReadFolder, inspectDatabaseServer, readStoredAt } from '../../db/open.ts';
import type { Check } from './finding.ts';

type Settings = Pick<Config, 'data' | 'databaseUrl'>;

/** Of one server: four that read, four that write, and one that listens. */
const CONNECTIONS = 14;
const MAX_SKEW_MS = 10_000;

export function createDatabaseCheck({ data, databaseUrl }: Settings): Check {
  return {
    name: 'database',
    run: () => (databaseUrl === undefined ? checkFolder(data) : checkPostgres(databaseUrl)),
  };
}

async function checkFolder(data: string): ReturnType<Check['run']> {
  try {
    return (await canReadFolder(data))
      ? { status: 'ok', text: 'It can be read.' }
      : { status: 'skipped', text: `There is none in ${data} yet. The first start creates it.` };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { status: 'fail', text: error.message, next: 'Restore a backup, or check the disk.' };
  }
}

async function checkPostgres(url: string): ReturnType<Check['run']> {
  const { version, isDurable, freeConnections } = await inspectDatabaseServer(url);
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

/** The clock of this machine, beside that of the database server, or the newest time in the data folder. */
export function createClockCheck({ data, databaseUrl }: Settings, now = Date.now): Check {
  return {
    name: 'clock',
    async run() {
      const next = 'Set the clock by NTP.';
      if (databaseUrl !== undefined) {
        const begun = now();
        const { now: theirs } = await inspectDatabaseServer(databaseUrl);
        return describeSkew((begun + now()) / 2 - theirs, "the database server's", next);
      }
      const newest = readStoredAt(data);
      if (newest === undefined) return { status: 'skipped', text: 'Nothing is stored yet that has a time.' };
      const ahead = now() - newest;
      return ahead < -MAX_SKEW_MS
        ? describeSkew(ahead, 'what is stored', next)
        : { status: 'ok', text: 'Nothing that is stored is newer than now.' };
    },
  };
}

function describeSkew(aheadMs: number, other: string, next: string): Awaited<ReturnType<Check['run']>> {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (Math.abs(aheadMs) <= MAX_SKEW_MS)
    return { status: 'ok', text: `It differs from ${other} by ${seconds} s.` };
  return {
    status: 'warn',
    text: `This clock is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} ${other}.`,
    next,
  };
}
