import { join } from 'node:path';
import { populate } from '@snug/server/app/seed/bulk.ts';
import { newId } from '@snug/server/base/ids.ts';
import type { NewMessage } from '@snug/server/chat/messages/messages.ts';
import { UnreadCounts } from '@snug/server/chat/reads/unread-counts.ts';
import { MUTATIONS, type SnugMutations } from '@snug/server/commands/mutations.ts';
import { openStore } from '@snug/server/commands/open-store.ts';
import { openDataFolder, runBatch } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { Writer } from '@snug/server/db/writer.ts';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { readFamilyCpuMs } from '@snug/testkit/process-stats.ts';
import { sql } from 'kysely';
import type { Figures, Goal, Measurement, Row } from './measurement.ts';

const [ROOMS, MESSAGES_PER_ROOM, PEOPLE] = [50, 6_000, 60];
/** After the cursor of each room. */
const UNREAD = 400;
/** Every so many messages, one begins a conversation. Later messages answer one of the last 30 of them. */
const GAP = 15;
const FOLLOWED_PER_ROOM = 20;
/** The most that a conversation counts. */
const MANY_REPLIES = 1_000;
const LONG_TEXT = 'Long '.repeat(2_000);
const TURNS = 8;
const [COUNTS_PER_TURN, SENDS_PER_TURN, SENDS_AT_ONCE] = [10, 200, 50];

const NOTHING_FOLLOWED = 'counts, nothing followed';
const FOLLOWED = 'counts, 1,000 conversations followed';
const READ_FURTHER = 'counts, 1,000 followed and half of them read further';
const SQLITE = 'SQLite';
const POSTGRESQL = 'PostgreSQL';
const CPU = 'CPU, µs';
const TRANSACTION = /^(?:begin|commit|savepoint|release|rollback)/;

/** B19: what conversations cost: numbers of unread messages, and replies. */
export const conversations: Measurement = {
  name: 'conversations',
  title: `B19 CPU time of the counts of a room, of ${ROOMS} with ${MESSAGES_PER_ROOM} messages each, and of a send, ${SENDS_AT_ONCE} at once`,
  goals: [toGoals(SQLITE, 1.3), toGoals(POSTGRESQL, 1.5)].flat(),
  rounds: 3,
  async run({ quick, folder, index }) {
    const postgres = await PostgresServer.start();
    try {
      const databaseUrl = await postgres.createDatabase();
      const [onSqlite, onPostgres] = [join(folder, `sqlite${index}`), join(folder, `postgres${index}`)];
      const pid = postgres.pid;
      const rows = [
        ...(await measureEngine(SQLITE, { data: onSqlite, quick })),
        ...(await measureEngine(POSTGRESQL, { data: onPostgres, databaseUrl, pid, quick })),
      ];
      return rows;
    } finally {
      await postgres.remove();
    }
  },
};

function toGoals(engine: string, atMost: number): Goal[] {
  const timesOf = `${engine}: ${NOTHING_FOLLOWED}`;
  return [FOLLOWED, READ_FURTHER].map(kind => ({ figure: CPU, of: `${engine}: ${kind}`, atMost, timesOf }));
}

interface Place {
  data: string;
  databaseUrl?: string;
  /** Of the database server. */
  pid?: number;
  quick: boolean;
}

async function measureEngine(engine: string, { pid, quick, ...place }: Place): Promise<Row[]> {
  let world: World | undefined;
  const { store } = await openStore({
    ...place,
    onFatalError: throwFailure,
    async prepare(db) {
      world = await createWorld(db);
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
  const kinds = createKinds(world, store.read, (uid, input) => writer.write('send_message', { uid }, input));
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
  const statements = pid === undefined ? await countStatements(place.data, world) : {};
  return kinds.map(({ of, perTurn }) => ({
    of: `${engine}: ${of}`,
    figures: { [CPU]: ((cpu.get(of) ?? 0) * 1_000) / (turns * perTurn), ...statements[of] },
  }));
}

/** In one thread on SQLite, where each statement can be seen. */
async function countStatements(data: string, world: World): Promise<Record<string, Figures>> {
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
  // One transaction after the other.
  const kinds = createKinds(world, db, (uid, input) => (last = last.then(() => sendAlone(uid, input))));
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

interface World {
  uids: string[];
  roomIds: string[];
  /** By what they follow. */
  readers: Record<string, string>;
}

async function createWorld(db: Db): Promise<World> {
  const counts = { users: PEOPLE, rooms: ROOMS, messages: ROOMS * MESSAGES_PER_ROOM };
  const uids = await populate(db, counts, () => {});
  const roomIds = (await db.selectFrom('rooms').select('id').execute()).map(({ id }) => id);
  // A database server ends long statements.
  await sql`analyze`.execute(db);
  for (const roomId of roomIds) await addReplies(db, roomId);
  const [reader = '', follower = '', furtherReader = ''] = uids;
  const readers = {
    [NOTHING_FOLLOWED]: reader,
    [FOLLOWED]: follower,
    [READ_FURTHER]: furtherReader,
  };
  const readSeq = MESSAGES_PER_ROOM - UNREAD;
  for (const uid of Object.values(readers))
    await sql`insert into "reads" ("userId", "roomId", "seq", "version")
      select ${uid}, "id", ${readSeq}, 1 from "rooms"`.execute(db);
  await followAll(db, follower, sql`0`);
  await followAll(db, furtherReader, sql`${readSeq - 350} + "seq" * 13 % 700`);
  return { uids, roomIds, readers };
}

/** Everyone is a member. */
async function addReplies(db: Db, roomId: string): Promise<void> {
  await sql`insert into "members" ("roomId", "userId", "role", "joinedAt")
    select ${roomId}, "id", 'member', 1 from "users" where 1 = 1
    on conflict ("roomId", "userId") do update set "role" = 'member'`.execute(db);
  await sql`update "messages" set "replyTo" = x."id", "rootId" = x."id" from "messages" x
    where "messages"."roomId" = ${roomId} and "messages"."seq" > 500
    and "messages"."seq" % ${GAP} <> 0 and "messages"."seq" * 37 % 100 < 40 and x."roomId" = ${roomId}
    and x."seq" = ("messages"."seq" / ${GAP} - 1 - "messages"."seq" * 7 % 30) * ${GAP}`.execute(db);
  await sql`insert into "reply_counts" ("roomId", "rootId", "count")
    select "roomId", "rootId", count(*) from "messages"
    where "roomId" = ${roomId} and "rootId" is not null group by 1, 2`.execute(db);
}

/** In each room, the last ones with replies after its cursor. */
async function followAll(db: Db, uid: string, seq: ReturnType<typeof sql>): Promise<void> {
  const last = MESSAGES_PER_ROOM - UNREAD + GAP * 5;
  await sql`insert into "own_conversations" ("userId", "roomId", "rootId", "follows", "seq", "at")
    select ${uid}, "roomId", "id", 1, ${seq}, 1 from "messages"
    where "seq" % ${GAP} = 0 and "seq" <= ${last} and "seq" > ${last - GAP * FOLLOWED_PER_ROOM}`.execute(db);
}

/** Something that is measured by turns. */
interface Kind {
  of: string;
  perTurn: number;
  /** Not measured. */
  prepare: () => Promise<unknown>;
  run: () => Promise<unknown>;
}

type Send = (uid: string, input: NewMessage) => Promise<unknown>;

function createKinds(world: World, read: Db, send: Send): Kind[] {
  return [...createCounts(read, world), ...createSends(send, world)];
}

function createCounts(read: Db, { readers, roomIds }: World): Kind[] {
  const counts = new UnreadCounts({
    read,
    limits: { take: () => {}, charge: () => {} },
    publish: () => {},
    defer: setImmediate,
    concurrency: 1,
  });
  return Object.entries(readers).map(([of, uid]) => ({
    of,
    perTurn: COUNTS_PER_TURN * ROOMS,
    prepare: async () => {},
    async run() {
      for (let count = 0; count < COUNTS_PER_TURN; count++) await counts.read(uid, roomIds);
    },
  }));
}

interface Sent {
  roomId: string;
  id: string;
}

function createSends(store: Send, { uids, roomIds }: World): Kind[] {
  const send = async (
    index: number,
    more: { text?: string; replyTo?: Sent },
    uid = uids[index % 5] ?? '',
  ) => {
    const { text = 'A message of the usual length, more or less.', replyTo } = more;
    const roomId = replyTo?.roomId ?? roomIds[index % ROOMS] ?? '';
    const input = { roomId, id: newId(), text, ...(replyTo && { replyTo: replyTo.id }) };
    await store(uid, input);
    return { roomId, id: input.id };
  };
  const sendAll = async (count: number, sendOne: (index: number) => Promise<Sent>): Promise<Sent[]> => {
    const sent: Sent[] = [];
    for (let from = 0; from < count; from += SENDS_AT_ONCE)
      sent.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(SENDS_AT_ONCE, count - from) }, (_, index) => sendOne(from + index)),
        )),
      );
    return sent;
  };
  /** `roots`: the first message of each reply of a turn. */
  const toKind = (of: string, roots: () => Promise<Sent[]>, toAuthor?: (index: number) => string): Kind => {
    let firsts: Sent[] = [];
    return {
      of,
      perTurn: SENDS_PER_TURN,
      prepare: async () => (firsts = await roots()),
      run: () =>
        sendAll(SENDS_PER_TURN, index => {
          const replyTo = firsts[index % firsts.length];
          return send(index, replyTo ? { replyTo } : {}, toAuthor?.(index));
        }),
    };
  };
  const createRoots = (count: number, text?: string) =>
    sendAll(count, index => send(index, text === undefined ? {} : { text }));
  const createAnswered = async (count: number, replies: number, text?: string) => {
    const roots = await createRoots(count, text);
    await sendAll(count * replies, index => send(index, { replyTo: roots[index % count] as Sent }));
    return roots;
  };
  let long: Promise<Sent[]> | undefined;
  return [
    toKind('a message', async () => []),
    toKind('a reply', () => createAnswered(ROOMS, 5)),
    toKind(
      'a reply by somebody who did not follow',
      () => createAnswered(SENDS_PER_TURN, 1),
      index => uids[10 + (index % 40)] ?? '',
    ),
    toKind('a first reply', () => createRoots(SENDS_PER_TURN)),
    toKind(
      'a reply to 10,000 characters with 1,000 replies',
      () => (long ??= createAnswered(4, MANY_REPLIES, LONG_TEXT)),
    ),
    toKind('a first reply to 10,000 characters', () => createRoots(SENDS_PER_TURN, LONG_TEXT)),
  ];
}
