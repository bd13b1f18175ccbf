import { type CommandOutput, type CustomEmoji, getEmojiPath, type Message } from '@snug/protocol';
import { nameCookie } from '@snug/testkit/name-cookie.ts';
import { PostgresServer, runStatement } from '@snug/testkit/postgres/postgres-server.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

const RATE = '100000/60';
const LIMITS = ['EMOJI', 'COMMANDS', 'UPLOADS', 'REQUESTS', 'READS', 'DOWNLOADS', 'SENDS'];

let database: PostgresServer;
let nodes: [ServerProcess, ServerProcess];
/** A workspace admin, at each node. */
let admins: [TestPerson, TestPerson];

beforeAll(async () => {
  database = await PostgresServer.start();
  const url = await database.createDatabase();
  const limits = Object.fromEntries(LIMITS.map(name => [`SNUG_LIMIT_${name}`, RATE]));
  const settings = { DATABASE_URL: url, SNUG_SECRET: 's'.repeat(32), ...limits };
  nodes = [await ServerProcess.start({ settings }), await ServerProcess.start({ settings })];
  const ann = await TestPerson.signUp(nodes[0].url, 'Ann');
  await runStatement(url, `insert into "workspace_admins" ("userId", "grantedAt") values ('${ann.uid}', 1)`);
  admins = [ann, await TestPerson.fromCookie(nodes[1].url, nameCookie(ann.cookie, nodes[1]))];
});

afterAll(async () => {
  await Promise.all(nodes.map(node => node.remove()));
  await database.remove();
});

type Rows = Map<string, CustomEmoji>;

/** What a client shows for each name. */
function toShown(rows: Rows): Record<string, string> {
  const shown = [...rows.values()].flatMap(row => {
    const picture = (row.key === undefined ? row : rows.get(row.key))?.picture;
    return row.ended || picture === undefined ? [] : [[row.name, picture] as const];
  });
  return Object.fromEntries(shown.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function readShown(person: TestPerson): Promise<Record<string, string>> {
  const { emoji } = await person.runCommand<CommandOutput<'list_emoji'>>('list_emoji', {});
  return toShown(new Map(emoji.map(row => [row.name, row])));
}

/** The rows of the events so far, in the order of their versions. */
function applyEvents(
  socket: TestSocket,
  before: CommandOutput<'list_emoji'>,
): { rows: Rows; version: number } {
  const rows = new Map(before.emoji.map(row => [row.name, row]));
  const events = socket.getEvents('emoji_changed').toSorted((a, b) => a.version - b.version);
  for (const { emoji } of events) if (emoji) rows.set(emoji.name, emoji);
  return { rows, version: events.at(-1)?.version ?? before.version };
}

const ACTIONS = ['add', 'add', 'alias', 'alias', 'unalias', 'delete', 'restore', 'restore', 'erase'] as const;
const NAMES = ['aa', 'bb', 'cc', 'dd'];
const change = fc.record({
  action: fc.constantFrom(...ACTIONS),
  name: fc.constantFrom(...NAMES),
  key: fc.constantFrom(...NAMES),
});
type Change = { action: (typeof ACTIONS)[number]; name: string; key: string };

/** Errors are outcomes, too: a name is taken, or there is no such emoji. */
async function run(person: TestPerson, { action, name, key }: Change): Promise<void> {
  if (action === 'alias') return void (await person.postCommand('add_emoji_name', { key, name }));
  if (action === 'unalias') return void (await person.postCommand('remove_emoji_name', { name }));
  if (action !== 'add') return void (await person.postCommand(`${action}_emoji`, { key: name }));
  const { id: fileId } = await person.uploadFile('a.png', PNG);
  const { error } = await person.postCommand('add_emoji', { name, fileId });
  if (error) await person.postCommand('discard_file', { fileId });
}

test('CE1 CE5 CE7 on two servers, a name shows its first picture or nothing, and all clients agree', async () => {
  const roomId = await admins[0].createRoom();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(change, change), { minLength: 12, maxLength: 16 }), async pairs => {
      round++;
      const rename = (name: string) => `${name}-${round}`;
      const sockets = await Promise.all(admins.map(admin => admin.connect()));
      const before = await admins[0].runCommand<CommandOutput<'list_emoji'>>('list_emoji', {});
      const owners = new Map<string, string>();
      for (const pair of pairs) {
        await Promise.all(
          pair.map(({ action, name, key }, node) =>
            run(admins[node] ?? admins[0], { action, name: rename(name), key: rename(key) }),
          ),
        );
        const [shown, other] = await Promise.all(admins.map(readShown));
        expect(other).toEqual(shown);
        for (const [name, picture] of Object.entries(shown ?? {})) {
          expect([name, owners.get(name) ?? picture]).toEqual([name, picture]);
          owners.set(name, picture);
        }
      }
      const { version } = await admins[1].runCommand<CommandOutput<'list_emoji'>>('list_emoji', { after: 0 });
      const shown = await readShown(admins[1]);
      for (const socket of sockets) {
        await until('all events', () => applyEvents(socket, before).version === version);
        expect(toShown(applyEvents(socket, before).rows)).toEqual(shown);
      }
      for (const [node, admin] of admins.entries())
        for (const picture of new Set(Object.values(shown)))
          expect([node, (await admin.get(getEmojiPath(picture))).status]).toEqual([node, 200]);
    }),
    { numRuns: 3, endOnFailure: true },
  );

  await run(admins[0], { action: 'add', name: 'last-one', key: '' });
  const text = 'hello :last-one: :LAST-ONE: :unknown:';
  const sent = await admins[1].runCommand<{ message: Message }>('send_message', { roomId, text });
  const reaction = { roomId, messageId: sent.message.id, emoji: ':last-one:' };
  await admins[1].runCommand('set_reaction', { ...reaction, on: true });
  await run(admins[1], { action: 'delete', name: 'last-one', key: '' });
  const { messages } = await admins[0].runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId });
  expect(messages).toMatchObject([{ text, customReactions: { 'last-one': 1 }, customMine: ['last-one'] }]);
  expect(await admins[0].postCommand('set_reaction', { ...reaction, on: true })).toMatchObject({
    error: { code: 'not_found' },
  });
  await admins[0].runCommand('set_reaction', { ...reaction, on: false });
});
