import { expect, test } from '@playwright/test';
import { newId } from '@snug/client';
import type { CommandOutput } from '@snug/protocol';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { BUILT_MAIN, freePort, runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { getPreviousMain } from './previous-release.ts';

const SNUG_SECRET = 's'.repeat(32);
const UNAVAILABLE = { status: 503, error: { code: 'unavailable', retry: true } };

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

test('Y13 beside a server of the previous release there are no private rooms, and after the first one none can start', async () => {
  const annAtOld = await TestPerson.signUp(old.url, 'Ann');
  const ann = await TestPerson.fromCookie(next.url, annAtOld.cookie);
  const ben = await TestPerson.signUp(old.url, 'Ben');
  const roomId = await annAtOld.createRoom();
  const privateRoom = { name: 'Secret', description: 'A room', kind: 'private' };
  const gated: [command: string, input: object][] = [
    ['create_room', privateRoom],
    ['open_direct', { uids: [ben.uid] }],
    ['set_member', { roomId, uid: ben.uid, silencedUntil: Date.now() + 60_000 }],
    ['archive_room', { roomId, archived: true }],
    ['delete_room', { roomId, name: 'Room' }],
  ];
  for (const [command, input] of gated)
    expect(await ann.postCommand(command, input), command).toMatchObject(UNAVAILABLE);
  // Everything else works on both, and each sees what the other stores.
  const benAtNext = await TestPerson.fromCookie(next.url, ben.cookie);
  for (const person of [ann, annAtOld, ben, benAtNext])
    await person.runCommand('send_message', { roomId, text: 'hello' });
  for (const person of [annAtOld, benAtNext])
    expect((await person.runCommand<CommandOutput<'catch_up'>>('catch_up', { roomId })).seq).toBe(4);
  await benAtNext.runCommand('join_room', { roomId });

  await old.end('SIGTERM');
  const id = newId();
  // The lease of a node outlives it by some seconds.
  const created = () => ann.postCommand('create_room', { ...privateRoom, id });
  await expect.poll(async () => (await created()).status).toBe(200);
  const { room } = (await created()).ok as CommandOutput<'create_room'>;
  expect(await benAtNext.postCommand('catch_up', { roomId: room.id })).toMatchObject({ status: 404 });
  await ann.runCommand('set_member', { roomId: room.id, uid: ben.uid, member: true });
  expect(await benAtNext.postCommand('catch_up', { roomId: room.id })).toMatchObject({ status: 200 });
  const settings = { PORT: String(await freePort()), DATABASE_URL: url, SNUG_SECRET, SNUG_DATA: old.data };
  const { code, stderr } = await runToEnd(settings, { main: getPreviousMain() });
  expect([code, stderr]).toEqual([1, expect.stringContaining('The database needs')]);
});
