import { type CommandName, type CommandOutput, TOPIC_KINDS, type TopicKind } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import type { CommandOutcome, TestSocket } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/base/ids.ts';
import { NEEDS_NEW_ROOM, ROOM_COMMANDS, toCommandRow } from '../src/testing/command-cases/command-cases.ts';
import {
  ROOM_ACTORS,
  ROOM_ROUTES,
  ROOM_TOPICS,
  type RoomActor,
  type TestedKind,
  toRoomRow,
} from '../src/testing/room-access-matrix.ts';
import {
  type ActorsRoom,
  createActorsRoom,
  createRoomActors,
  createRoomInput,
} from '../src/testing/room-access-setup.ts';

const KINDS: readonly TestedKind[] = ['open', 'private', 'direct'];

let server: ServerProcess;
let common: Awaited<ReturnType<typeof createRoomActors>>;
let rooms: Record<TestedKind, ActorsRoom>;

beforeAll(async () => {
  server = await ServerProcess.start();
  common = await createRoomActors(server);
  rooms = {
    open: await createActorsRoom(server, common, 'open'),
    private: await createActorsRoom(server, common, 'private'),
    direct: await createActorsRoom(server, common, 'direct'),
  };
});
// A person has at most 100 active invitations.
afterEach(async () => {
  const { invites } = await common.owner.runLive<CommandOutput<'list_invites'>>('list_invites', {});
  for (const { id } of invites) await common.owner.runLive('revoke_invite', { id });
});
afterAll(() => server.remove());

type RunCommand = (person: TestPerson, command: string, input: object) => Promise<CommandOutcome>;

const overHttp: RunCommand = (person, command, input) => person.postCommand(command, input);

const overSocket: RunCommand = (person, command, input) => person.askLive(command, input);

/** Whether the result shows the room. Saved messages keep the ids of rooms that the person can no longer read. */
function showsRoom(command: CommandName, output: unknown, { id }: ActorsRoom): boolean {
  const { missing, rooms: listed } = output as { missing?: string[]; rooms?: unknown };
  if (missing) return !missing.includes(id);
  return JSON.stringify(command === 'list_saved' ? listed : output).includes(id);
}

async function runAsEveryone(command: CommandName, kind: TestedKind, run: RunCommand) {
  const results: Record<string, string> = {};
  let room = NEEDS_NEW_ROOM.has(command) ? await createActorsRoom(server, common, kind) : rooms[kind];
  for (const actor of ROOM_ACTORS) {
    if (command === 'delete_room' && results.workspaceAdmin)
      room = await createActorsRoom(server, common, kind);
    const { ok, error } = await run(room.people[actor], command, await createRoomInput(room, command));
    const isSearch = ['found', 'named', 'listed', 'own'].includes(ROOM_COMMANDS[command] ?? '');
    results[actor] = error?.code ?? (isSearch && !showsRoom(command, ok, room) ? 'nothing' : 'ok');
  }
  return results;
}

const COMMANDS_OF_ROOMS = (Object.keys(ROOM_COMMANDS) as CommandName[]).filter(name => ROOM_COMMANDS[name]);

for (const [index, command] of COMMANDS_OF_ROOMS.entries())
  for (const kind of KINDS)
    test(`X3 Y1 Y5 ${command} (${kind} room) gives everyone the access of the table`, async () => {
      const row = toCommandRow(command, kind);
      const transports = IS_WIDE ? [overHttp, overSocket] : [index % 3 === 0 ? overHttp : overSocket];
      for (const run of transports) expect(await runAsEveryone(command, kind, run)).toEqual(row);
    });

const EXPORT = 'GET /api/rooms/:roomId/export';

async function requestAs(actor: RoomActor, name: string, { people, id, messageId, file }: ActorsRoom) {
  const paths: Record<string, string> = {
    'GET /': '/',
    'GET /chat/:roomId': `/chat/${id}`,
    [EXPORT]: `/api/rooms/${id}/export`,
  };
  const response = await people[actor].get(paths[name] ?? file);
  const text = await response.text();
  if (response.status === 401) return 'unauthenticated';
  if (response.status === 403) return 'forbidden';
  if (response.status === 404) return 'not_found';
  if (name === 'GET /files/:id/*' || name === EXPORT) return 'ok';
  return text.includes(name === 'GET /' ? id : messageId) ? 'ok' : 'nothing';
}

/** Pages contain data for sessions only. */
const WITHOUT_PAGE = {
  nobody: 'nothing',
  bot: 'nothing',
  botElsewhere: 'nothing',
  botOfBanned: 'nothing',
  adminToken: 'nothing',
};

/** An access token exports nothing, whatever the room. */
const WITHOUT_EXPORT = {
  bot: 'forbidden',
  botElsewhere: 'forbidden',
  botOfBanned: 'forbidden',
  adminToken: 'forbidden',
};

const newRooms = new Map<TestedKind, Promise<ActorsRoom>>();

/** Only routes read it, so its message is on the first page. */
function openNewRoom(kind: TestedKind): Promise<ActorsRoom> {
  const room = newRooms.get(kind) ?? createActorsRoom(server, common, kind);
  newRooms.set(kind, room);
  return room;
}

for (const [name, accessClass] of Object.entries(ROOM_ROUTES))
  for (const kind of KINDS)
    test(`X3 Y1 Y5 ${name} (${kind} room) gives everyone the access of the table`, async () => {
      const row = toRoomRow(accessClass, kind);
      const expected = {
        ...row,
        ...(accessClass === 'found' && WITHOUT_PAGE),
        ...(name === EXPORT && WITHOUT_EXPORT),
      };
      const room = await openNewRoom(kind);
      const results: Record<string, string> = {};
      for (const actor of ROOM_ACTORS) results[actor] = await requestAs(actor, name, room);
      expect(results).toEqual(expected);
    });

async function subscribe(person: TestPerson, requests: readonly Request[]): Promise<TestSocket> {
  const live = await person.connect();
  for (const [command, input] of requests) await Promise.race([live.request(command, input), live.closed]);
  return live;
}

type Request = [command: CommandName, input: object];

function openRoom(person: TestPerson, roomId: string): Promise<TestSocket> {
  return subscribe(person, [
    ['open_room', { roomId }],
    ['watch_viewers', { roomId }],
    ['watch_list', { on: true }],
  ]);
}

/** A connection with the room open receives a message as its event, without a summary. */
function followRoom(person: TestPerson, roomId: string): Promise<TestSocket> {
  return subscribe(person, [['watch_rooms', { add: { [roomId]: -1 }, remove: [] }]]);
}

const EVENTS_OF_TOPICS: Partial<Record<TopicKind, string>> = {
  list: 'list_changed',
  summary: 'room_summary',
  room: 'message_sent',
  viewers: 'viewers_changed',
};

for (const kind of KINDS)
  test(`X3 Y1 Y5 the events of a room (${kind}) reach exactly the people that the table allows`, async () => {
    const { id: roomId, people } = await createActorsRoom(server, common, kind);
    const sockets = {} as Record<RoomActor, TestSocket>;
    const followers = {} as Record<RoomActor, TestSocket>;
    for (const actor of ROOM_ACTORS) {
      sockets[actor] = await openRoom(people[actor], roomId);
      followers[actor] = await followRoom(people[actor], roomId);
    }
    const all = [...Object.values(sockets), ...Object.values(followers)];
    const before = new Map(all.map(live => [live, live.events.length]));
    const { owner } = people;
    const viewer = await openRoom(owner, roomId);
    if (kind !== 'direct')
      for (const archived of [true, false]) await owner.runCommand('archive_room', { roomId, archived });
    await owner.runCommand('send_message', { roomId, id: newId(), text: 'hello' });
    const received = (actor: RoomActor, topic: TopicKind) => {
      const live = (topic === 'summary' ? followers : sockets)[actor];
      return live.events
        .slice(before.get(live))
        .some(event => event.type === EVENTS_OF_TOPICS[topic] && JSON.stringify(event).includes(roomId));
    };
    const topics = TOPIC_KINDS.filter(topic => ROOM_TOPICS[topic]);
    const toRow = (topic: TopicKind) => toRoomRow(ROOM_TOPICS[topic] ?? 'anyone', kind);
    const listMissing = () =>
      topics.flatMap(topic =>
        ROOM_ACTORS.filter(actor => toRow(topic)[actor] === 'ok' && !received(actor, topic)).map(
          actor => `${topic} of ${actor}`,
        ),
      );
    await until('all who may receive them did', () => listMissing().length === 0, {
      describeState: () => listMissing().join(', '),
    });
    for (const actor of ROOM_ACTORS.slice(1))
      for (const live of [sockets[actor], followers[actor]]) await live.request('list_joined', {});
    for (const topic of topics) {
      const allowed = ROOM_ACTORS.filter(actor => toRow(topic)[actor] === 'ok');
      expect([topic, ROOM_ACTORS.filter(actor => received(actor, topic))]).toEqual([topic, allowed]);
    }
    for (const live of [sockets.nobody, followers.nobody])
      expect([await live.closed, live.texts]).toEqual([4401, []]);
    for (const live of [...all, viewer]) live.socket.close();
  });
