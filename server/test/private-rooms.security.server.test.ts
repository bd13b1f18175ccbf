import { type CommandOutput, FOREVER } from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ACTORS = ['nobody', 'stranger', 'former', 'banned', 'silenced', 'member', 'admin'] as const;
type Actor = (typeof ACTORS)[number];

let server: ServerProcess;
let people: Record<Actor, TestPerson>;
/** Private, with a message and a file of `member`. `open` is an open room in which `banned` is banned, too. */
let room: { id: string; open: string; messageId: string; file: string };

beforeAll(async () => {
  server = await ServerProcess.start();
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
    await set(id, actor, { member: true }).then(() =>
      people[actor].runCommand('set_room_options', { roomId: id, request: null }),
    );
  for (const roomId of [id, open]) await set(roomId, 'banned', { bannedUntil: FOREVER });
  await set(id, 'former', { member: false });
  await set(id, 'silenced', { silencedUntil: FOREVER });
  const { id: fileId, url } = await member.uploadFile('dot.png', PNG);
  await member.runCommand('send_message', { roomId: id, id: fileId, fileId });
  return { id, open, messageId: fileId, file: url };
}

const inRoom = (more: object = {}) => ({ roomId: room.id, ...more });

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

/** Subscribed to everything in the room that the person may subscribe to. */
async function subscribe(person: TestPerson): Promise<TestSocket> {
  const live = await person.connect();
  await live.request('open_room', inRoom());
  await live.request('watch_viewers', inRoom());
  await live.request('watch_rooms', { add: { [room.id]: -1 }, remove: [] });
  await live.request('watch_list', { on: true });
  return live;
}

test('Y2 a removed person receives nothing more of the room, and their other subscriptions stay', async () => {
  const { admin } = people;
  const leaver = await TestPerson.signUp(server.url, 'Leaver');
  await admin.runCommand('set_member', inRoom({ uid: leaver.uid, member: true }));
  const sockets = await Promise.all([subscribe(leaver), subscribe(leaver)]);
  const outsider = await subscribe(people.stranger);
  await admin.runCommand('send_message', inRoom({ text: 'before' }));
  for (const live of sockets) await until('it arrives', () => live.texts.join('').includes('before'));
  await admin.runCommand('set_member', inRoom({ uid: leaver.uid, member: false }));
  await admin.runCommand('send_message', inRoom({ text: 'afterwards' }));
  await admin.runCommand('send_message', { roomId: room.open, text: 'elsewhere' });
  for (const live of sockets)
    await until('they learn it', () =>
      live.getEvents('membership_changed').some(({ membership }) => membership.role === null),
    );
  for (const live of [...sockets, outsider]) {
    await until('the list goes on', () => live.texts.join('').includes('elsewhere'));
    // The result arrives after all earlier events. The summaries of a second leave together.
    expect((await live.request('open_room', inRoom())).error).toMatchObject({ code: 'not_found' });
    expect(live.texts.join('')).not.toContain('afterwards');
    live.socket.close();
  }
  expect(outsider.texts.join('')).not.toContain('before');
});
