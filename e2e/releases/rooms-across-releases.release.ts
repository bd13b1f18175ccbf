import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { newId } from '@snug/client';
import { ROOT } from '@snug/scripts/run.mjs';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { BUILT_MAIN, freePort, runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { getPreviousMain } from './previous-release.ts';

const SNUG_SECRET = 's'.repeat(32);
const RAISE_MAIN = join(ROOT, 'server', 'src', 'cluster', 'nodes', 'raise-main.ts');

let database: PostgresServer;
let url: string;
let old: ServerProcess;
let next: ServerProcess;

function startNode(main: string): Promise<ServerProcess> {
  return ServerProcess.start({ main, settings: { DATABASE_URL: url, SNUG_SECRET } });
}

test.beforeEach(async () => {
  database = await PostgresServer.start();
  url = await database.createDatabase();
  old = await startNode(getPreviousMain());
  next = await startNode(BUILT_MAIN);
});

test.afterEach(async () => {
  await Promise.all([old.remove(), next.remove()]);
  await database.remove();
});

test('Y13 private rooms, bans and archived rooms work on a server of the previous release and of this one', async () => {
  const annAtOld = await TestPerson.signUp(old.url, 'Ann');
  // Cookie names contain the port, so a cookie is only valid on its own server.
  const ann = await TestPerson.signIn(next.url, annAtOld.email);
  const benAtOld = await TestPerson.signUp(old.url, 'Ben');
  const ben = await TestPerson.signIn(next.url, benAtOld.email);
  for (const [here, there] of [
    [ann, benAtOld],
    [annAtOld, ben],
  ] as const) {
    const roomId = newId();
    const room = { id: roomId, name: 'Secret', description: 'A room', kind: 'private' };
    await here.runCommand('create_room', room);
    expect(await there.postCommand('catch_up', { roomId })).toMatchObject({ status: 404 });
    await here.runCommand('set_member', { roomId, uid: there.uid, member: true });
    await there.runCommand('set_room_options', { roomId, request: null });
    await there.runCommand('send_message', { roomId, text: 'From the other server' });
    await here.runCommand('set_member', { roomId, uid: there.uid, bannedUntil: Date.now() + 60_000 });
    expect(await there.postCommand('catch_up', { roomId })).toMatchObject({ status: 404 });
    await here.runCommand('archive_room', { roomId, archived: true });
  }
});

test('after "raise-oldest-release" no server of the previous release starts', async () => {
  await old.end('SIGTERM');
  const raise = () =>
    runToEnd({ DATABASE_URL: url, SNUG_SECRET, SNUG_DATA: next.data }, { main: RAISE_MAIN });
  // The lease of a node outlives it by some seconds.
  await expect.poll(async () => (await raise()).code, { timeout: 40_000 }).toBe(0);
  const settings = { PORT: String(await freePort()), DATABASE_URL: url, SNUG_SECRET, SNUG_DATA: old.data };
  const { code, stderr } = await runToEnd(settings, { main: getPreviousMain() });
  expect([code, stderr]).toEqual([1, expect.stringContaining('The database needs')]);
});
