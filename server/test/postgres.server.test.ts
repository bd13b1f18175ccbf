import type { Message } from '@snug/protocol';
import { ConnectionPooler } from '@snug/testkit/postgres/connection-pooler.ts';
import { PostgresServer, runStatement } from '@snug/testkit/postgres/postgres-server.ts';
import { freePort, runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runDoctor } from '../src/app/doctor/doctor.ts';
import { newId } from '../src/base/ids.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

const SNUG_SECRET = 's'.repeat(32);
let database: PostgresServer;

beforeAll(async () => {
  database = await PostgresServer.start();
});

afterAll(() => database.remove());

async function startSnug(url: string, data?: string): Promise<ServerProcess> {
  const settings = { DATABASE_URL: url, SNUG_SECRET };
  const server = await ServerProcess.start({ settings, ...(data !== undefined && { data }) });
  onTestFinished(() => server.remove());
  return server;
}

async function readStartError(url: string): Promise<string> {
  const settings = { PORT: String(await freePort()), DATABASE_URL: url, SNUG_SECRET };
  const { code, stderr } = await runToEnd(settings);
  expect([code, stderr.trimEnd().split('\n').length]).toEqual([1, 1]);
  return stderr.trimEnd();
}

interface Page {
  messages: Message[];
}

async function readMessages(person: TestPerson, roomId: string): Promise<Message[]> {
  return (await person.runCommand<Page>('get_messages', { roomId, limit: 10 })).messages;
}

test('people sign up, create rooms and write on a database server, and find everything after a restart', async () => {
  const server = await startSnug(await database.createDatabase());
  const ann = await TestPerson.signUp(server.url, 'Ann');
  const roomId = await ann.createRoom();
  const socket = await ann.connect();
  await socket.request('open_room', { roomId });
  await ann.runCommand('send_message', { roomId, text: 'hello' });
  await expect.poll(() => socket.getEvents('message_sent')).toMatchObject([{ message: { text: 'hello' } }]);
  await server.restart({});
  expect(await readMessages(ann, roomId)).toMatchObject([{ text: 'hello', author: { name: 'Ann' } }]);
  expect(await (await ann.signOut()).json()).toMatchObject({ success: true });
});

test('M4 while the database server is down nothing is acknowledged, and afterwards Snug continues by itself', async () => {
  const server = await startSnug(await database.createDatabase());
  const ann = await TestPerson.signUp(server.url, 'Ann');
  const roomId = await ann.createRoom();
  await database.kill();
  const id = newId();
  const send = () => ann.postCommand('send_message', { roomId, id, text: 'hello' });
  const refused = [await send(), await ann.postCommand('list_rooms', { limit: 10 })];
  await database.start();
  expect(refused).toMatchObject([
    { status: 503, error: { code: 'unavailable', retry: true } },
    { status: 503, error: { code: 'unavailable', retry: true } },
  ]);
  await expect.poll(async () => (await send()).status).toBe(200);
  expect((await readMessages(ann, roomId)).map(message => message.id)).toEqual([id]);
});

test.runIf(IS_WIDE)('a database server that Snug cannot use stops the start with one line', async () => {
  const url = await database.createDatabase();
  const unreachable = new URL(url);
  unreachable.port = String(await freePort());
  expect(await readStartError(unreachable.href)).toMatch(
    /^Snug cannot run\. The database in DATABASE_URL cannot be reached \(connect ECONNREFUSED .*\)\. Check its host and port, and that PostgreSQL runs there\.$/,
  );
  await runStatement(url, "create role guest login password 'guest'");
  const guest = new URL(url);
  guest.username = guest.password = 'guest';
  expect(await readStartError(guest.href)).toBe(
    'Snug cannot run. The role in DATABASE_URL may not create tables in the schema "public".',
  );
  guest.password = 'wrong';
  expect(await readStartError(guest.href)).toContain('password authentication failed for user "guest"');
});

test('the metrics of a server on PostgreSQL include its connections and the bus', async () => {
  const port = await freePort();
  const settings = {
    DATABASE_URL: await database.createDatabase(),
    SNUG_SECRET,
    SNUG_METRICS_PORT: String(port),
  };
  const server = await ServerProcess.start({ settings });
  onTestFinished(() => server.remove());
  const ann = await TestPerson.signUp(server.url, 'Ann');
  await ann.createRoom();
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(read).toContain('\nsnug_bus_connected 1\n');
  const text = await read();
  for (const sample of ['snug_bus_queue 0', 'snug_db_connections{state="waiting"} 0'])
    expect(text.split('\n')).toContain(sample);
  expect(text).toMatch(/^snug_db_connections\{state="reading"\} [1-4]$/m);
  expect(text).toMatch(/^snug_db_wait_seconds_count [1-9]/m);
  expect(text).toMatch(/^snug_build_info\{version="[^"]+",engine="postgres"\} 1$/m);
});

test('the doctor inspects the database server, and names what is wrong there', async () => {
  const url = await database.createDatabase();
  const inspect = async (databaseUrl: string) => {
    const env = {
      PORT: String(await freePort()),
      DATABASE_URL: databaseUrl,
      SNUG_SECRET,
      SNUG_DATA: temporaryFolder(),
    };
    const findings = await runDoctor(env);
    expect(JSON.stringify(findings)).not.toContain(new URL(url).password || 'no password');
    return Object.fromEntries(findings.map(finding => [finding.check, finding]));
  };
  // The server of the tests syncs nothing.
  expect(await inspect(url)).toMatchObject({
    database: { status: 'warn', text: expect.stringMatching(/^PostgreSQL \d+.*loses acknowledged messages/) },
    clock: { status: 'ok', text: expect.stringContaining("the database server's by 0 s") },
  });
  for (const [mode, database] of [
    ['transaction', { status: 'fail', text: expect.stringMatching(/connection pooler.*pool_mode=session/) }],
    // The warning of the server itself.
    ['session', { status: 'warn', text: expect.stringMatching(/^PostgreSQL \d+/) }],
  ] as const) {
    const pooler = await ConnectionPooler.start(url, mode);
    const { database: line, clock } = await inspect(pooler.url);
    expect(line).toMatchObject(database);
    expect(clock?.status).toBe(mode === 'session' ? 'ok' : 'skipped');
    await pooler.stop();
  }
  expect(await inspect(url.replace(/[^/]+$/, 'nowhere'))).toMatchObject({
    database: { status: 'fail', text: expect.stringContaining('nowhere') },
  });
});
