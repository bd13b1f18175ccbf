import { userInfo } from 'node:os';
import { ConnectionPooler } from '@snug/testkit/postgres/connection-pooler.ts';
import { PostgresServer, runStatement } from '@snug/testkit/postgres/postgres-server.ts';
import { freePort, runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const SNUG_SECRET = 's'.repeat(32);
let database: PostgresServer;

beforeAll(async () => {
  database = await PostgresServer.start();
});

afterAll(() => database.remove());

async function readStartError(DATABASE_URL: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const settings = { PORT: String(await freePort()), DATABASE_URL, SNUG_SECRET };
  const { code, stderr } = await runToEnd({ ...env, ...settings });
  expect([code, stderr.trimEnd().split('\n').length]).toEqual([1, 1]);
  return stderr.trimEnd();
}

/** The parts of the address of a new database. */
async function createDatabase() {
  const { username, password, port, pathname } = new URL(await database.createDatabase());
  return { username, password, port, name: pathname.slice(1), folder: database.socketFolder };
}

test('Snug runs on the socket of PostgreSQL, with the folder as host or as parameter', async () => {
  const { username, password, port, name, folder } = await createDatabase();
  const encoded = encodeURIComponent(folder);
  for (const url of [
    `postgres:///${name}?host=${folder}&port=${port}&user=${username}&password=${password}`,
    `postgresql://${username}:${password}@/${name}?host=${encoded}&port=${port}`,
    `postgres://${username}:${password}@${encoded}:${port}/${name}`,
  ]) {
    const server = await ServerProcess.start({ settings: { DATABASE_URL: url, SNUG_SECRET } });
    onTestFinished(() => server.remove());
    const ann = await TestPerson.signUp(server.url, 'Ann');
    expect(await ann.createRoom()).toEqual(expect.any(String));
    // The next one would share its database and the machine.
    await server.kill();
  }
});

test('an address without a user means the user of the operating system, as for psql', async () => {
  const { port, name, folder } = await createDatabase();
  const { username } = userInfo();
  const url = `postgres:///${name}?host=${folder}&port=${port}&password=wrong`;
  const error = await readStartError(url, { USER: '', PGUSER: '' });
  expect(error).toContain(`authentication failed for user "${username}"`);
});

test('a socket without a server is named with the next step', async () => {
  for (const url of ['postgres:///snug?host=/nowhere', 'postgres://%2Ftmp%2Fempty:5999/snug'])
    expect(await readStartError(url)).toMatch(
      /\(connect ENOENT \/.*\.s\.PGSQL\.\d+\)\. Check that PostgreSQL runs/,
    );
});

test('a server without TLS, and a missing file of an authority, are named with the next step', async () => {
  const url = await database.createDatabase();
  for (const mode of ['require', 'verify-ca', 'verify-full'])
    expect(await readStartError(`${url}?sslmode=${mode}`)).toMatch(
      /does not support SSL connections\)\. Turn on ssl at the server\./,
    );
  expect(await readStartError(`${url}?sslmode=require&sslrootcert=/nowhere/ca.pem`)).toContain(
    'Snug must be able to read the file sslrootcert of DATABASE_URL.',
  );
});

test('a pooler that shares sessions between transactions stops the start with one line', async () => {
  const pooler = await ConnectionPooler.start(await database.createDatabase(), 'transaction');
  onTestFinished(() => pooler.stop());
  expect(await runStatement(pooler.url, 'select 1 as "one"')).toEqual([{ one: 1 }]);
  expect(await readStartError(pooler.url)).toMatch(
    /^Snug cannot run\. DATABASE_URL leads to a connection pooler .* set pool_mode=session for the database of Snug\.$/,
  );
});

test('a pooler that keeps a session for each client is no problem', async () => {
  const pooler = await ConnectionPooler.start(await database.createDatabase(), 'session');
  onTestFinished(() => pooler.stop());
  const server = await ServerProcess.start({ settings: { DATABASE_URL: pooler.url, SNUG_SECRET } });
  onTestFinished(() => server.remove());
  const ann = await TestPerson.signUp(server.url, 'Ann');
  expect(await ann.createRoom()).toEqual(expect.any(String));
});
