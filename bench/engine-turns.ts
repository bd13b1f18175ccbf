import { join } from 'node:path';
import type { NewMessage } from '@snug/server/chat/messages/messages.ts';
import { MUTATIONS, type SnugMutations } from '@snug/server/commands/mutations.ts';
import { openStore } from '@snug/server/commands/open-store.ts';
import { openDataFolder, runBatch } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { Writer } from '@snug/server/db/writer.ts';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { readFamilyCpuMs } from '@snug/testkit/process-stats.ts';
import { sql } from 'kysely';
import type { Figures, Round, Row } from './measurement.ts';

const TURNS = 8;
export const SQLITE = 'SQLite';
export const POSTGRESQL = 'PostgreSQL';
export const CPU = 'CPU, µs';
const TRANSACTION = /^(?:begin|commit|savepoint|release|rollback)/;

/** One of the cases that take turns. */
export interface Kind {
  of: string;
  perTurn: number;
  /** Not measured. */
  prepare: () => Promise<unknown>;
  run: () => Promise<unknown>;
}

export type Send = (uid: string, input: NewMessage) => Promise<unknown>;

export interface Subject<World> {
  createWorld(db: Db): Promise<World>;
  createKinds(world: World, engine: { read: Db; send: Send }): Kind[];
}

/** The CPU time of each kind on each engine, and the number of its statements. */
export async function measureOnEngines<World>(
  { quick, folder, index }: Round,
  subject: Subject<World>,
): Promise<Row[]> {
  const postgres = await PostgresServer.start();
  try {
    const databaseUrl = await postgres.createDatabase();
    const [onSqlite, onPostgres] = [join(folder, `sqlite${index}`), join(folder, `postgres${index}`)];
    const pid = postgres.pid;
    return [
      ...(await measureEngine(SQLITE, subject, { data: onSqlite, quick })),
      ...(await measureEngine(POSTGRESQL, subject, { data: onPostgres, databaseUrl, pid, quick })),
    ];
  } finally {
    await postgres.remove();
  }
}

interface Place {
  data: string;
  databaseUrl?: string;
  /** Of the database server. */
  pid?: number;
  quick: boolean;
}

async function measureEngine<World>(
  engine: string,
  subject: Subject<World>,
  { pid, quick, ...place }: Place,
): Promise<Row[]> {
  let world: World | undefined;
  const { store } = await openStore({
    ...place,
    onFatalError: throwFailure,
    async prepare(db) {
      world = await subject.createWorld(db);
      // As automatic vacuuming does.
      await sql`analyze`.execute(db);
    },
  });
  if (!world) throw new Error('the store was not prepared');
  const writer = new Writer<SnugMutations>({
    runBatch: store.runBatch,
    onCommit: () => {},
    onFailure: throwFailure,
  });
  const kinds = subject.createKinds(world, {
    read: store.read,
    send: (uid, input) => writer.write('send_message', { uid }, input),
  });
  const cpu = new Map(kinds.map(({ of }) => [of, 0]));
  const turns = quick ? 1 : TURNS;
  // The first turn compiles the code.
  for (let turn = 0; turn <= turns; turn++) {
    for (const { of, prepare, run } of kinds) {
      await prepare();
      const before = readCpuMs(pid);
      await run();
      if (turn > 0) cpu.set(of, (cpu.get(of) ?? 0) + readCpuMs(pid) - before);
    }
  }
  await store.close();
  const statements = pid === undefined ? await countStatements(place.data, subject, world) : {};
  return kinds.map(({ of, perTurn }) => ({
    of: `${engine}: ${of}`,
    figures: { [CPU]: ((cpu.get(of) ?? 0) * 1_000) / (turns * perTurn), ...statements[of] },
  }));
}

/** In one thread on SQLite, where each statement can be seen. */
async function countStatements<World>(
  data: string,
  subject: Subject<World>,
  world: World,
): Promise<Record<string, Figures>> {
  const { db, unlock } = await openDataFolder(data);
  let count = 0;
  const execute = db.executeQuery.bind(db);
  db.executeQuery = query => {
    const { sql } = 'sql' in query ? query : query.compile();
    if (!TRANSACTION.test(sql)) count++;
    return execute(query);
  };
  let last: Promise<unknown> = Promise.resolve();
  const sendAlone = async (uid: string, input: NewMessage) => {
    const [outcome] = await runBatch(db, MUTATIONS, [{ mutation: 'send_message', caller: { uid }, input }]);
    if (!outcome || !('output' in outcome)) throw new Error('a message was not stored');
  };
  // Transactions run one at a time.
  const kinds = subject.createKinds(world, {
    read: db,
    send: (uid, input) => (last = last.then(() => sendAlone(uid, input))),
  });
  const statements: Record<string, Figures> = {};
  for (const { of, perTurn, prepare, run } of kinds) {
    await prepare();
    count = 0;
    await run();
    statements[of] = { statements: count / perTurn };
  }
  await db.destroy();
  unlock();
  return statements;
}

function throwFailure(error: unknown): never {
  throw new Error('the store failed', { cause: error });
}

/** Of this process with its threads, and of the database server. */
function readCpuMs(pid: number | undefined): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + (pid === undefined ? 0 : readFamilyCpuMs(pid));
}
