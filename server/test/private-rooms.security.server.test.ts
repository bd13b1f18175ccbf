import { type CommandName, type CommandOutput, FOREVER, HEART } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { getQuantile } from '@snug/testkit/stats.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/ids.ts';

const ACTORS = ['nobody', 'stranger', 'former', 'banned', 'silenced', 'member', 'admin'] as const;
type Actor = (typeof ACTORS)[number];
type Row = Readonly<Record<Actor, string>>;

let server: ServerProcess;
let people: Record<Actor, TestPerson>;
/** Private, with a message and a file of `member`. `open` is an open room in which `banned` is banned, too. */
let room: { id: string; open: string; messageId: string; file: string };

beforeAll(async () => {
  // The test of times sends more commands than a person does.
  server = await ServerProcess.start({
    settings: { SNUG_LIMIT_READS: '6000/60', SNUG_LIMIT_COMMANDS: '6000/60' },
  });
  people = { nobody: TestPerson.anonymous(server.url) } as Record<Actor, TestPerson>;
  for (const actor of ACTORS.slice(1)) people[actor] = await TestPerson.signUp(server.url, actor);
  room = await createRooms();
});
afterAll(() => server.remove());

async function createRooms(): Promise<typeof room> {
  const { admin, member } = people;
  const input = { name: 'Secret', description: 'A room' };
  const create = async (kind: string) =>
    (await admin.runCommand<CommandOutput<'create_room'>>('create_room', { ...input, kind })).room.id;
  const [id, open] = [await create('private'), await create('open')];
  const set = (roomId: string, actor: Actor, change: object) =>
    admin.runCommand('set_member', { roomId, uid: people[actor].uid, ...change });
  for (const actor of ['former', 'banned', 'silenced', 'member'] as const)
    await set(id, actor, { member: true });
  for (const roomId of [id, open]) await set(roomId, 'banned', { bannedUntil: FOREVER });
  await set(id, 'former', { member: false });
  await set(id, 'silenced', { silencedUntil: FOREVER });
  const { id: fileId, url } = await member.uploadFile('dot.png', PNG);
  await member.runCommand('send_message', { roomId: id, id: fileId, fileId });
  return { id, open, messageId: fileId, file: url };
}

const READ = toRow('not_found', 'ok', 'ok', 'ok');
const WRITE = toRow('not_found', 'forbidden', 'ok', 'ok');
const ADMINISTER = toRow('not_found', 'forbidden', 'forbidden', 'ok');

function toRow(outsider: string, silenced: string, member: string, admin: string): Row {
  return {
    nobody: 'unauthenticated',
    stranger: outsider,
    former: outsider,
    banned: outsider,
    silenced,
    member,
    admin,
  };
}

const newMessage = () => ({ roomId: room.id, text: 'hello' });
const inRoom = (more: object = {}) => ({ roomId: room.id, ...more });

/** Every command that names a room, except those that end a person's place. */
const ROWS: readonly [CommandName, Row, () => object][] = [
  ['open_room', READ, inRoom],
  ['catch_up', READ, inRoom],
  ['get_messages', READ, inRoom],
  ['get_messages', READ, () => inRoom({ around: room.messageId })],
  ['get_mine', READ, () => inRoom({ messageIds: [room.messageId] })],
  ['get_reactions', READ, () => inRoom({ messageId: room.messageId, emoji: HEART })],
  ['watch_viewers', READ, inRoom],
  ['list_members', READ, inRoom],
  ['find_people', READ, () => inRoom({ text: 'a' })],
  ['join_room', READ, inRoom],
  ['set_room_options', READ, () => inRoom({ favourite: true })],
  ['send_message', WRITE, newMessage],
  ['set_reaction', WRITE, () => inRoom({ messageId: room.messageId, emoji: HEART, on: true })],
  ['edit_room', ADMINISTER, () => inRoom({ description: newId() })],
  [
    'set_admin',
    toRow('not_found', 'forbidden', 'forbidden', 'ok'),
    () => inRoom({ uid: people.silenced.uid, admin: false }),
  ],
  ['set_member', ADMINISTER, () => inRoom({ uid: people.former.uid, member: false })],
  ['archive_room', ADMINISTER, () => inRoom({ archived: false })],
  [
    'delete_room',
    toRow('not_found', 'forbidden', 'forbidden', 'invalid_input'),
    () => inRoom({ name: 'Another' }),
  ],
  [
    'delete_message',
    toRow('not_found', 'forbidden', 'ok', 'forbidden'),
    () => inRoom({ messageId: room.messageId }),
  ],
];

async function runAsEveryone(run: (person: TestPerson) => Promise<string>): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  // The author of the message, who deletes it, comes last.
  for (const actor of [...ACTORS].toSorted((a, b) => Number(a === 'member') - Number(b === 'member')))
    results[actor] = await run(people[actor]);
  return results;
}

async function runOverSocket(person: TestPerson, command: string, input: object): Promise<string> {
  const live = await person.connect();
  const result = await Promise.race([live.request(command, input), live.closed]);
  live.socket.close();
  return typeof result === 'number' ? 'unauthenticated' : (result.error?.code ?? 'ok');
}

test('Y1 X1 a private room is in no list, search, page, file or missing id of anyone but its members', async () => {
  const isIn = async (command: string, input: object, person: TestPerson) =>
    JSON.stringify(await person.postCommand(command, input)).includes(`"id":"${room.id}"`);
  const uses = {
    list: (person: TestPerson) => isIn('list_rooms', {}, person),
    mine: (person: TestPerson) => isIn('list_rooms', { mine: true }, person),
    found: (person: TestPerson) => isIn('find_rooms', { text: 'secret' }, person),
    joined: async (person: TestPerson) =>
      JSON.stringify(await person.postCommand('list_joined', {})).includes(room.id),
    missing: async (person: TestPerson) =>
      JSON.stringify(
        await person.postCommand('watch_rooms', { add: { [room.id]: -1 }, remove: [] }),
      ).includes(room.id),
    page: async (person: TestPerson) =>
      (await (await person.get(`/chat/${room.id}`)).text()).includes(room.messageId),
    file: async (person: TestPerson) => (await person.get(room.file)).status === 200,
  };
  for (const actor of ACTORS) {
    const isMember = ['silenced', 'member', 'admin'].includes(actor);
    const seen: Record<string, boolean> = {};
    for (const [name, use] of Object.entries(uses)) seen[name] = await use(people[actor]);
    const expected = {
      list: false,
      mine: isMember,
      found: isMember,
      joined: isMember,
      page: isMember,
      file: isMember,
    };
    expect([actor, seen]).toEqual([actor, { ...expected, missing: actor !== 'nobody' && !isMember }]);
  }
});

test('Y5 a banned person finds the open room in no list or search', async () => {
  for (const [command, input] of [
    ['list_rooms', {}],
    ['find_rooms', { text: 'secret' }],
  ] as const) {
    const has = async (actor: Actor) =>
      JSON.stringify(await people[actor].postCommand(command, input)).includes(room.open);
    expect([command, await has('banned'), await has('stranger')]).toEqual([command, false, true]);
  }
  expect(await people.banned.postCommand('open_room', { roomId: room.open })).toMatchObject({ status: 404 });
});

const KINDS = ['private', 'missing'] as const;
/** The median needs a machine that runs nothing else. Beside other tests, the fastest quarter shows the server's own work. */
const TIME_QUANTILE = IS_WIDE ? 0.5 : 0.25;

test('Y1 X1 the response for a private room is that for a missing room, in about the same time', async () => {
  const probes: [CommandName, (roomId: string) => object][] = [
    ['open_room', roomId => ({ roomId })],
    ['get_messages', roomId => ({ roomId, around: room.messageId })],
    ['send_message', roomId => ({ roomId, id: room.messageId, text: 'hello' })],
    ['set_member', roomId => ({ roomId, uid: people.member.uid, member: true })],
  ];
  for (const [command, toInput] of probes) {
    const times = { private: new Array<number>(), missing: new Array<number>() };
    for (let probe = 0; probe < 40; probe++) {
      const bodies: unknown[] = [];
      for (const kind of probe % 2 ? KINDS : KINDS.toReversed()) {
        const input = toInput(kind === 'private' ? room.id : newId());
        const start = performance.now();
        bodies.push(await people.former.postCommand(command, input));
        times[kind].push(performance.now() - start);
      }
      expect(bodies[0]).toEqual(bodies[1]);
    }
    const [ofPrivate, ofMissing] = KINDS.map(kind => getQuantile(times[kind], TIME_QUANTILE));
    expect([command, Math.abs((ofPrivate ?? 0) - (ofMissing ?? 0)) < 2]).toEqual([command, true]);
  }
});

/** Subscribed to everything in the room that the person may subscribe to. */
async function subscribe(person: TestPerson): Promise<TestSocket> {
  const live = await person.connect();
  await live.request('open_room', inRoom());
  await live.request('watch_viewers', inRoom());
  await live.request('watch_rooms', { add: { [room.id]: -1 }, remove: [] });
  await live.request('watch_list', { on: true });
  return live;
}

test('Y2 a removed person receives nothing more of the room within a second, and their other subscriptions stay', async () => {
  const { admin } = people;
  const leaver = await TestPerson.signUp(server.url, 'Leaver');
  await admin.runCommand('set_member', inRoom({ uid: leaver.uid, member: true }));
  const sockets = await Promise.all([subscribe(leaver), subscribe(leaver)]);
  const outsider = await subscribe(people.stranger);
  await admin.runCommand('send_message', inRoom({ text: 'before' }));
  for (const live of sockets) await until('it arrives', () => live.texts.join('').includes('before'));
  await admin.runCommand('set_member', inRoom({ uid: leaver.uid, member: false }));
  for (const live of sockets)
    await until(
      'they learn it',
      () => live.getEvents('membership_changed').some(({ membership }) => membership.role === null),
      { timeoutMs: 1_000 },
    );
  await admin.runCommand('send_message', inRoom({ text: 'afterwards' }));
  await admin.runCommand('send_message', { roomId: room.open, text: 'elsewhere' });
  for (const live of [...sockets, outsider]) {
    await until('the list goes on', () => live.texts.join('').includes('elsewhere'));
    // The result arrives after all earlier events. The summaries of a second leave together.
    expect((await live.request('open_room', inRoom())).error).toMatchObject({ code: 'not_found' });
    expect(live.texts.join('')).not.toContain('afterwards');
    live.socket.close();
  }
  expect(outsider.texts.join('')).not.toContain('before');
});

for (const [command, row, toInput] of ROWS) {
  test(`X3 Y1 ${command} in a private room gives everyone the access of the table, over HTTP and over the socket`, async () => {
    const overHttp = async (person: TestPerson) =>
      (await person.postCommand(command, toInput())).error?.code ?? 'ok';
    expect(await runAsEveryone(overHttp)).toEqual(row);
    expect(await runAsEveryone(person => runOverSocket(person, command, toInput()))).toEqual(row);
  });
}
