import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { CommandOutput } from '@snug/protocol';
import { createDatabase, dropDatabase } from '@snug/testkit/postgres/postgres-server.ts';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { newId } from '../../base/ids.ts';
import { createNotificationEncoder, decodeEnvelope } from '../../cluster/bus/envelope.ts';
import { ENGINE_WORK } from '../../commands/open-store.ts';
import { addPerson, createRoomJob, createSendJob, readSeq } from '../../testing/database.ts';
import type { Store, WriteJob, WriteOutcome } from '../store.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { createConnectionDb } from './postgres-db.ts';
import { openPostgresStore } from './postgres-store.ts';

async function createTestDatabase(): Promise<string> {
  const url = await createDatabase(inject('postgresUrl'), `test_${randomUUID()}`);
  onTestFinished(() => dropDatabase(url));
  return url;
}

async function openTestStore(url: string, node?: string): Promise<Store> {
  const store = await openPostgresStore({
    url,
    onFatalError: error => {
      throw error;
    },
    prepare: async () => {},
    mutations: ENGINE_WORK.mutations,
    bulkStatement: await ENGINE_WORK.loadBulkStatement(),
    ...(node !== undefined && { encoder: createNotificationEncoder(node) }),
  });
  onTestFinished(() => store.close());
  return store;
}

async function addTestPerson(url: string, name = 'Ann'): Promise<string> {
  const connection = await PostgresConnection.open(url);
  const uid = await addPerson(createConnectionDb(connection), name);
  await connection.close();
  return uid;
}

function outputOf<Output>(outcome: WriteOutcome | undefined): Output {
  if (!outcome || !('output' in outcome)) throw new Error(`refused: ${JSON.stringify(outcome)}`);
  return outcome.output as Output;
}

/** A store with a person and some of their rooms. */
async function createTestStore({ node, roomCount = 1 }: { node?: string; roomCount?: number } = {}) {
  const url = await createTestDatabase();
  const store = await openTestStore(url, node);
  const uid = await addTestPerson(url);
  const jobs = Array.from({ length: roomCount }, () => createRoomJob(uid));
  const rooms = (await store.runBatch(jobs)).map(
    outcome => outputOf<CommandOutput<'create_room'>>(outcome).room,
  );
  return { url, store, uid, roomIds: rooms.map(({ id }) => id), roomId: rooms[0]?.id ?? '' };
}

/** Call it after all other connections to the database are closed: a connection reports its deadlocks when it ends. */
async function countDeadlocks(url: string): Promise<number> {
  const connection = await PostgresConnection.open(url);
  onTestFinished(() => connection.close());
  const readStatistics = async () =>
    (
      await connection.query<{ connections: number; deadlocks: number }>(
        `select numbackends as "connections", deadlocks from pg_stat_database where datname = current_database()`,
      )
    ).rows[0];
  await expect.poll(async () => (await readStatistics())?.connections).toBe(1);
  return (await readStatistics())?.deadlocks ?? Number.NaN;
}

/** A way to the database that loses the server's answer to COMMIT, if `isCutting`. */
async function createCuttingProxy(url: string) {
  const proxy = { url: '', isCutting: false };
  const { port } = new URL(url);
  const server = createServer(client => {
    const upstream = connect(Number(port), '127.0.0.1');
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.pipe(upstream);
    upstream.on('data', chunk => {
      if (!proxy.isCutting || !chunk.includes('COMMIT\0')) return client.write(chunk);
      proxy.isCutting = false;
      return client.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = new URL(url);
  address.port = String((server.address() as AddressInfo).port);
  proxy.url = address.href;
  return proxy;
}

test('L1 M2 two servers that store the same messages at once leave no gap, and store each once', async () => {
  const { url, store, uid, roomIds } = await createTestStore({ roomCount: 50 });
  const other = await openTestStore(url);
  const jobs = Array.from({ length: 500 }, (_, index) =>
    createSendJob(uid, { roomId: roomIds[index % 50] ?? '', id: newId(), text: `message ${index}` }),
  );
  const batches = Array.from({ length: 10 }, (_, index) => jobs.slice(index * 50, index * 50 + 50));
  const storeAll = async (by: Store, order: readonly WriteJob[][]) => {
    const outcomes: WriteOutcome[] = [];
    for (const batch of order) outcomes.push(...(await by.runBatch(batch)));
    return outcomes;
  };
  const [ours, theirs] = await Promise.all([
    storeAll(store, batches),
    storeAll(other, batches.map(batch => batch.toReversed()).toReversed()),
  ]);
  const published = [...ours, ...theirs].flatMap(outcome =>
    'publications' in outcome ? outcome.publications : [],
  );
  expect([...ours, ...theirs].every(outcome => 'output' in outcome)).toBe(true);
  expect(published).toHaveLength(500);
  for (const roomId of roomIds) {
    const rows = await store.read
      .selectFrom('messages')
      .select('seq')
      .where('roomId', '=', roomId)
      .orderBy('seq')
      .execute();
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    expect(await readSeq(store.read, roomId)).toBe(10);
  }
  await Promise.all([store.close(), other.close()]);
  expect(await countDeadlocks(url)).toBe(0);
});

test('A2 two servers on which two admins remove each other at once leave one admin', async () => {
  const { url, store, uid, roomIds } = await createTestStore({ roomCount: 20 });
  const other = await openTestStore(url);
  const ben = await addTestPerson(url, 'Ben');
  const adminJob = (by: string, roomId: string, whom: string, admin: boolean): WriteJob => ({
    mutation: 'set_admin',
    caller: { uid: by },
    input: { roomId, uid: whom, admin },
  });
  await store.runBatch(roomIds.map(roomId => adminJob(uid, roomId, ben, true)));
  await Promise.all([
    store.runBatch(roomIds.map(roomId => adminJob(uid, roomId, ben, false))),
    other.runBatch(roomIds.toReversed().map(roomId => adminJob(ben, roomId, uid, false))),
  ]);
  const admins = await store.read
    .selectFrom('members')
    .select('roomId')
    .where('role', '=', 'admin')
    .execute();
  expect(admins.map(({ roomId }) => roomId).toSorted()).toEqual(roomIds.toSorted());
});

test('M4 a message whose COMMIT lost its answer is stored once, and its sender receives it', async () => {
  const { url, uid, roomId } = await createTestStore();
  const proxy = await createCuttingProxy(url);
  const store = await openTestStore(proxy.url);
  await store.runBatch([createSendJob(uid, { roomId, text: 'before' })]);
  proxy.isCutting = true;
  const id = newId();
  const [outcome] = await store.runBatch([createSendJob(uid, { roomId, id, text: 'lost answer' })]);
  expect(proxy.isCutting).toBe(false);
  expect(outputOf<CommandOutput<'send_message'>>(outcome).message).toMatchObject({ id, seq: 2 });
  expect(await readSeq(store.read, roomId)).toBe(2);
});

test('M4 a change that cannot repeat, and whose COMMIT lost its answer, has its first outcome', async () => {
  const { url, uid } = await createTestStore();
  const proxy = await createCuttingProxy(url);
  const store = await openTestStore(proxy.url);
  const file = {
    id: newId(),
    key: newId(),
    name: 'a.txt',
    contentType: 'text/plain',
    size: 5,
    width: null,
    height: null,
    duration: null,
    peaks: null,
  };
  const job = { mutation: 'add_file', caller: { uid }, input: { ...file, quota: 10 } };
  proxy.isCutting = true;
  const [outcome] = await store.runBatch([job]);
  expect(proxy.isCutting).toBe(false);
  expect(outputOf<{ file: object }>(outcome).file).toMatchObject({ id: file.id });
  expect(await store.read.selectFrom('files').select('id').execute()).toEqual([{ id: file.id }]);
});

test('M4 if the wait for a standby is cancelled, nothing is acknowledged before another commit', async () => {
  const { store, uid, roomId } = await createTestStore();
  await sql`create sequence warnings`.execute(store.read);
  await sql`create function warn_once() returns trigger language plpgsql as $$ begin
    if nextval('warnings') = 1 then raise warning 'canceling wait for synchronous replication'; end if; return null;
  end $$`.execute(store.read);
  await sql`create constraint trigger warn after update on rooms deferrable initially deferred
    for each row execute function warn_once()`.execute(store.read);
  const id = newId();
  const [outcome] = await store.runBatch([createSendJob(uid, { roomId, id, text: 'one' })]);
  expect(outcome).toMatchObject({ output: { message: { id, seq: 1 } }, publications: [] });
});

test('M4 a change whose server process dies at its COMMIT runs again', async () => {
  const { store, uid, roomId } = await createTestStore();
  await sql`create sequence kills`.execute(store.read);
  await sql`create function kill_once() returns trigger language plpgsql as $$ begin
    if nextval('kills') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if; return null;
  end $$`.execute(store.read);
  await sql`create constraint trigger kill after insert on messages deferrable initially deferred
    for each row execute function kill_once()`.execute(store.read);
  const [outcome] = await store.runBatch([createSendJob(uid, { roomId, text: 'one' })]);
  expect(outputOf<CommandOutput<'send_message'>>(outcome).message).toMatchObject({ seq: 1 });
  const { rows } = await sql`select last_value::int as "count" from kills`.execute(store.read);
  expect(rows).toEqual([{ count: 2 }]);
});

test('every server receives the changes of all servers when they commit, and none of a refused change', async () => {
  const { url, store, uid, roomId } = await createTestStore({ node: 'one' });
  const other = await openTestStore(url, 'two');
  const payloads: string[] = [];
  const listener = await other.listen?.({
    onPayload: payload => payloads.push(payload),
    onLost: () => {},
  });
  await store.runBatch([
    createSendJob(uid, { roomId, text: 'short' }),
    createSendJob(uid, { roomId: newId(), text: 'nowhere' }),
    createSendJob(uid, { roomId, text: 'é'.repeat(5_000) }),
  ]);
  await other.runBatch([createSendJob(uid, { roomId, text: 'short, too' })]);
  await expect.poll(() => payloads).toHaveLength(3);
  await listener?.close();
  expect(payloads.map(payload => decodeEnvelope({ node: 'two', epoch: other.epoch }, payload))).toMatchObject(
    [
      {
        node: 'one',
        publications: [
          { topic: `room:${roomId}`, event: { seq: 1, message: { text: 'short', author: { uid } } } },
        ],
      },
      { node: 'one', publications: [], hints: [{ roomId, seq: 2 }] },
      { node: 'two', publications: [{ event: { type: 'message_sent', seq: 3 } }] },
    ],
  );
});

test('all servers on one database have its epoch and its clock', async () => {
  const { url, store } = await createTestStore();
  const readTime = async () => {
    const { rows } = await sql<{ now: number }>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "now"`.execute(store.read);
    return Number(rows[0]?.now);
  };
  const opening = await readTime();
  const other = await openTestStore(url);
  const [here, there] = [store.now(), other.now()];
  expect(other.epoch).toBe(store.epoch);
  // A millisecond for the rounding.
  const closing = (await readTime()) + 1;
  expect(there).toBeGreaterThanOrEqual(opening);
  for (const now of [here, there]) expect(now).toBeLessThanOrEqual(closing);
});

test('a server reads and writes all columns of a table after another release has added one', async () => {
  const { store, uid } = await createTestStore();
  const read = () => store.read.selectFrom('users').selectAll().where('id', '=', uid).execute();
  const rename = { sql: 'update "users" set "name" = "name" where "id" = $1 returning *', parameters: [uid] };
  for (let time = 0; time < 2; time++) {
    expect(await read()).toHaveLength(1);
    expect(await store.runBatch([rename])).toMatchObject([{ output: expect.anything() as unknown }]);
    // On all connections.
    await Promise.all(Array.from({ length: 20 }, read));
    if (time === 0) await sql`alter table "users" add column "next" text`.execute(store.read);
  }
});
