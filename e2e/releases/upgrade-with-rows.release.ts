import { expect, test } from '@playwright/test';
import { newId } from '@snug/client';
import type { CommandOutput } from '@snug/protocol';
import { PostgresServer } from '@snug/testkit/postgres/postgres-server.ts';
import { BUILT_MAIN, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { Client } from 'pg';
import { getPreviousMain } from './previous-release.ts';

const SNUG_SECRET = 's'.repeat(32);

/** Without those that every server changes by itself. */
const TABLES =
  'users sessions accounts rooms room_activity room_incarnations room_names members files messages reactions'.split(
    ' ',
  );

interface Row {
  table: string;
  row: Record<string, unknown>;
}

let database: PostgresServer;
let client: Client;
const servers: ServerProcess[] = [];

test.beforeEach(async () => {
  database = await PostgresServer.start();
});

test.afterEach(async () => {
  await client.end();
  await Promise.all(servers.splice(0).map(server => server.remove()));
  await database.remove();
});

async function startNode(main: string, url: string): Promise<ServerProcess> {
  const server = await ServerProcess.start({ main, settings: { DATABASE_URL: url, SNUG_SECRET } });
  servers.push(server);
  return server;
}

/** Without what the job changes that makes writers members after the upgrade. */
async function readRows(): Promise<Row[]> {
  const all: Row[] = [];
  for (const table of TABLES) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - 'role' - 'joinedAt' - 'writerCount' as "row" from "${table}" t order by to_jsonb(t)::text collate "C"`,
    );
    all.push(...rows.map(({ row }) => ({ table, row })));
  }
  return all;
}

test('an upgrade beside a server of the previous release keeps every row, and that server still stores rows', async () => {
  const url = await database.createDatabase();
  client = new Client({ connectionString: url });
  await client.connect();
  const old = await startNode(getPreviousMain(), url);
  const ann = await TestPerson.signUp(old.url, 'Ann');
  const ben = await TestPerson.signUp(old.url, 'Ben');
  const roomId = await ann.createRoom();
  const [first, second] = [newId(), newId()];
  await ann.runCommand('send_message', { roomId, id: first, text: 'See https://snug.example' });
  await ben.runCommand('send_message', { roomId, id: second, text: 'It\'s "here" 🎉' });
  await ben.runCommand('delete_message', { roomId, messageId: second });
  await ben.runCommand('set_reaction', { roomId, messageId: first, emoji: '🎉', on: true });
  const { id: fileId } = await ann.uploadFile('plan.txt', 'The plan');
  await ann.runCommand('send_message', { roomId, text: 'The plan', fileId });
  const before = await readRows();
  const next = await startNode(BUILT_MAIN, url);
  const after = await readRows();
  for (const { table, row } of before)
    expect(after, table).toContainEqual({ table, row: expect.objectContaining(row) });
  expect(after.length).toBe(before.length);
  await ben.runCommand('send_message', { roomId, text: 'And after it' });
  const annAtNext = await TestPerson.signIn(next.url, ann.email);
  const { seq } = await annAtNext.runCommand<CommandOutput<'catch_up'>>('catch_up', { roomId });
  expect(seq).toBe(6);
  expect((await readRows()).filter(({ table }) => table === 'messages')).toHaveLength(4);
});
