import { join } from 'node:path';
import { systemClock } from '@snug/server/base/clock.ts';
import { readEpoch } from '@snug/server/db/epoch.ts';
import { openDatabase } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { NodeIndex } from '@snug/server/search/postgres/node-index.ts';
import { Follower } from '@snug/server/search/sqlite/follower.ts';
import { MessageSource } from '@snug/server/search/sqlite/message-source.ts';
import { SearchFile } from '@snug/server/search/sqlite/search-file.ts';
import { PostgresServer, runStatement } from '@snug/testkit/postgres/postgres-server.ts';
import { readFamilyCpuMs } from '@snug/testkit/process-stats.ts';
import type { Measurement, Round, Row } from './measurement.ts';
import { INDEX_SECRET, listSearchGoals, measureSearches, reportFailure } from './searches/search-cases.ts';
import { readOrCreateSearchData } from './searches/search-data.ts';

const MESSAGES = 1_000_000;
const QUICK_MESSAGES = 5_000;
const QUICK_SEARCHES = 5;
const ERASED = 500;
const MERGED_PAGES = 200;

/** The index of a million messages, and whole searches in it. */
export const searches: readonly Measurement[] = [
  {
    name: 'search-sqlite',
    group: 'search',
    title: 'The search in messages on SQLite: the build of its index, its size, searches, erasing',
    goals: listSearchGoals({ few: 50, many: 50 }),
    rounds: 1,
    run: measureSqlite,
  },
  {
    name: 'search-postgres',
    group: 'search',
    title: 'The search in messages on PostgreSQL: the build of its index, its size, searches',
    goals: listSearchGoals({ few: 50, many: 150 }),
    rounds: 1,
    run: measurePostgres,
  },
];

function chooseCounts({ quick, scale, searches: count }: Round) {
  return quick
    ? { messages: QUICK_MESSAGES, count: QUICK_SEARCHES }
    : { messages: Math.round(MESSAGES * scale), count };
}

async function measureSqlite(round: Round): Promise<Row[]> {
  const { messages, count } = chooseCounts(round);
  const location = { data: join(round.folder, `sqlite-${messages}`) };
  const people = await readOrCreateSearchData(location, messages);
  const db = openDatabase(location.data, { readOnly: true });
  const file = SearchFile.openForWrites(location.data, await readEpoch(db));
  const build = await measureCpu(() => finish(createFollower(db, file)));
  const merging = await measureCpu(async () => {
    file.merge(-MERGED_PAGES);
    while (file.merge(MERGED_PAGES));
  });
  const { bytes } = file;
  file.close();
  const rows = await measureSearches({ location, people }, count);
  const erasure = await measureErasure(location.data, db);
  await db.destroy();
  return [
    ...rows,
    toCosts('build', { 'CPU, µs a message': build / messages, 'bytes a message': bytes / messages }),
    toCosts('merging', { 'CPU, µs a message': merging / messages }),
    toCosts('erasing', { 'CPU, µs a message': erasure }),
  ];
}

function toCosts(of: string, figures: Row['figures']): Row {
  return { of, figures };
}

function createFollower(db: Db, file: SearchFile): Follower {
  return new Follower(file, new MessageSource(db), () => performance.now());
}

async function finish(follower: Follower): Promise<void> {
  while (
    (await follower.applyChanges()) ||
    (await follower.compareRooms()) ||
    (await follower.removeRooms()) ||
    (await follower.buildSome())
  );
}

/** In µs. */
async function measureCpu(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** In µs of processor for each message of deleted rooms. */
async function measureErasure(data: string, read: Db): Promise<number> {
  const file = SearchFile.openForWrites(data, await readEpoch(read));
  const follower = createFollower(read, file);
  await finish(follower);
  const db = openDatabase(data);
  // Only small rooms, which no case searches by name.
  const rooms = await db
    .selectFrom('rooms')
    .select(['id', 'seq'])
    .where('kind', '=', 'open')
    .where('deletedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  let erased = 0;
  for (const { id, seq } of rooms) {
    if (erased >= ERASED) break;
    await db.updateTable('rooms').set({ deletedAt: 1 }).where('id', '=', id).execute();
    follower.announce([id]);
    erased += seq;
  }
  await db.destroy();
  const cost = await measureCpu(() => finish(follower));
  file.close();
  return cost / erased;
}

async function measurePostgres(round: Round): Promise<Row[]> {
  const { messages, count } = chooseCounts(round);
  const folder = join(round.folder, `postgres-${messages}`);
  const postgres = await PostgresServer.start({ durable: true, folder });
  try {
    const location = {
      data: join(round.folder, `postgres-${messages}-files`),
      databaseUrl: postgres.getUrl(),
    };
    const people = await readOrCreateSearchData(location, messages);
    const readDatabaseCpu = () => readFamilyCpuMs(postgres.pid) * 1_000;
    const databaseBefore = readDatabaseCpu();
    const build = await measureCpu(() => buildOnPostgres(location.databaseUrl));
    const inDatabase = readDatabaseCpu() - databaseBefore;
    const [size] = await runStatement<{ bytes: number }>(
      location.databaseUrl,
      `select pg_total_relation_size('search_messages')::float as "bytes"`,
    );
    await runStatement(location.databaseUrl, 'vacuum analyze');
    return [
      ...(await measureSearches({ location, people, databasePid: postgres.pid }, count)),
      toCosts('build', {
        'CPU, µs a message': build / messages,
        'of the database': inDatabase / messages,
        'bytes a message': (size?.bytes ?? 0) / messages,
      }),
    ];
  } finally {
    await postgres.remove();
  }
}

/** Without the pauses of a server. */
async function buildOnPostgres(url: string): Promise<void> {
  const index = new NodeIndex({
    url,
    secret: INDEX_SECRET,
    clock: { ...systemClock, steadyNow: () => 0, setTimer: run => systemClock.setTimer(run, 0) },
    readLoad: () => 0,
    onFailure: reportFailure,
  });
  await index.whenIdle();
  await index.close();
}
