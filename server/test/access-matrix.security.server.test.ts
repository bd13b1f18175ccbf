import {
  COMMANDS,
  type CommandName,
  type CommandOutput,
  type EventType,
  TOPIC_KINDS,
  type TopicKind,
} from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/base/ids.ts';
import { ACTORS, type Actor, ROUTE_ROWS, TOPIC_ROWS } from '../src/testing/access-matrix.ts';
import {
  type AccessSetup,
  createAccessSetup,
  createInputSource,
  createUpload,
  readAvatar,
  Snapshots,
} from '../src/testing/access-setup.ts';
import { COMMAND_ROWS, createInput } from '../src/testing/command-cases/command-cases.ts';
import { RESULTS_FOR_KNOWN_MEMBER } from '../src/testing/command-cases/guest-results.ts';

let setup: AccessSetup;
let snapshots: Snapshots;

beforeAll(async () => {
  setup = await createAccessSetup(await ServerProcess.start());
  snapshots = new Snapshots(setup);
});
afterAll(async () => {
  await snapshots.close();
  await setup.server.remove();
});

type RunCommand = (person: TestPerson, command: string, input: object) => Promise<string>;

const overHttp: RunCommand = async (person, command, input) =>
  (await person.postCommand(command, input)).error?.code ?? 'ok';

/** Sends the command as early as possible, before the server has identified the person. */
const overSocket: RunCommand = async (person, command, input) => {
  const live = await person.connect();
  const result = await Promise.race([live.request(command, input), live.closed]);
  live.socket.close();
  if (typeof result === 'number')
    return result === 4401 && live.texts.length === 0 ? 'unauthenticated' : `${result}`;
  return result.error?.code ?? 'ok';
};

/** Everyone can create a thing without an id, and send a message without the author's file. */
async function createSharedInput(command: CommandName): Promise<object> {
  const input = await createInput(command, createInputSource(setup));
  const isCreation = ['create_room', 'create_invite', 'send_message'].includes(command);
  return isCreation ? { ...input, id: undefined, fileId: undefined } : input;
}

/** The result of each actor, with a note if it changed something that it must not change. */
async function runAsEveryone(command: CommandName, runAs: RunCommand): Promise<Record<string, string>> {
  const input = await createSharedInput(command);
  const results: Record<string, string> = {};
  // In the order of ACTORS, the owner comes last and may use the thing up.
  for (const actor of ACTORS) {
    const mayChange = COMMAND_ROWS[command][actor] === 'ok';
    const before = mayChange ? '' : await snapshots.read();
    const result = await runAs(setup.people[actor], command, input);
    const hasChanged = !mayChange && (await snapshots.read()) !== before;
    const isNothing = result === 'ok' && !mayChange;
    results[actor] = hasChanged ? `${result}, and it changed something` : isNothing ? 'nothing' : result;
    if (command === 'sign_out_everywhere' && result === 'ok') await startSession(actor);
  }
  return results;
}

const HAVE_NO_SESSION: readonly Actor[] = ['signedOut', 'pendingSecondStep', 'suspended', 'endedGuest'];

/** For further requests, after a session ended. */
async function startSession(actor: Actor): Promise<void> {
  if (HAVE_NO_SESSION.includes(actor) || setup.people[actor].cookie === '') return;
  setup.people[actor] = await setup.people[actor].withNewSession(setup.server);
}

for (const [index, command] of (Object.keys(COMMANDS) as CommandName[]).entries()) {
  const transports = IS_WIDE ? [overHttp, overSocket] : [index % 3 === 0 ? overSocket : overHttp];
  test(`X3 ${command} gives everyone the access of the table, over HTTP and over the socket`, async () => {
    for (const run of transports) expect(await runAsEveryone(command, run)).toEqual(COMMAND_ROWS[command]);
  });
}

const GUESTS = ['endedGuest', 'removedGuest', 'guest'] as const;

for (const [command, result] of Object.entries(RESULTS_FOR_KNOWN_MEMBER))
  test(`X3 GU2 ${command} gives guests the access of the table to a member whom one of them knows`, async () => {
    const name = command as CommandName;
    const { authorUid, bystanderUid } = setup;
    const createFor = (uid: string) =>
      createInput(name, { ...createInputSource(setup), authorUid: uid, otherUid: uid, guestUid: uid });
    const [known, stranger] = [await createFor(authorUid), await createFor(bystanderUid)];
    for (const run of [overHttp, overSocket]) {
      const results: Record<string, string> = {};
      for (const actor of GUESTS) results[actor] = await run(setup.people[actor], name, known);
      const removedGuest = await run(setup.people.removedGuest, name, stranger);
      expect(results).toEqual({ endedGuest: 'unauthenticated', removedGuest, guest: result });
    }
  });

interface Request {
  path: string;
  body?: string;
  type?: string;
}

/** Requests that succeed for people with access. All other routes get an empty object at their path. */
const REQUESTS: Record<string, () => Request | Promise<Request>> = {
  'POST /api/:command': () => ({ path: '/api/list_rooms' }),
  'POST /api/files': () => ({ path: '/api/files?name=a.txt', body: 'a', type: 'application/octet-stream' }),
  'POST /api/probe': () => ({ path: '/api/probe', type: 'application/octet-stream' }),
  'GET /files/:id/*': async () => ({ path: (await createUpload(setup)).url }),
  'GET /api/rooms/:roomId/export': () => ({ path: `/api/rooms/${setup.roomId}/export` }),
  'GET /avatars/:uid/:file': async () => ({ path: await readAvatar(setup) }),
  'GET /api/auth/callback/:provider': () => ({ path: '/api/auth/callback/github' }),
  'GET /*': () => ({ path: '/' }),
  // Past the check of access, which a wrong password would also fail.
  'POST /api/auth/link-social': () => ({ path: '/api/auth/link-social', body: '{"password":1}' }),
  'POST /api/account/two-step/begin': () => ({ path: '/api/account/two-step/begin', body: '{"password":1}' }),
  'POST /api/account/passkeys/begin': () => ({ path: '/api/account/passkeys/begin', body: '{"password":1}' }),
};

/** Statuses of an access decision. Any other status means access. */
const CODE_BY_STATUS: Record<number, string> = { 401: 'unauthenticated', 403: 'forbidden', 404: 'not_found' };

async function requestAs(
  method: string,
  { path, body = '{}', type }: Request,
  actor: Actor,
): Promise<string> {
  const hasBody = method === 'POST' && { body };
  const headers = {
    ...setup.people[actor].credentials,
    origin: setup.server.url,
    'content-type': type ?? 'application/json',
  };
  const response = await fetch(setup.server.url + path, { method, headers, redirect: 'manual', ...hasBody });
  return CODE_BY_STATUS[response.status] ?? 'ok';
}

for (const [name, row] of Object.entries(ROUTE_ROWS)) {
  test(`X3 ${name} gives everyone the access of the table`, async () => {
    const [method = '', path = ''] = name.split(' ');
    const request = (await REQUESTS[name]?.()) ?? { path };
    const results: Record<string, string> = {};
    for (const actor of ACTORS) {
      results[actor] = await requestAs(method, request, actor);
      const head = method === 'GET' ? await requestAs('HEAD', request, actor) : 'not_found';
      // Some routes do not accept HEAD, but none gives it more access than GET.
      if (head !== 'not_found' && head !== results[actor]) results[actor] += `, HEAD ${head}`;
      if (path === '/api/auth/sign-out') await startSession(actor);
    }
    expect(results).toEqual(row);
  });
}

/** The subscription to a topic, an action that publishes to it, and the event that arrives. */
const TOPICS: Record<
  TopicKind,
  { ask: [CommandName, object?]; act: () => Promise<unknown>; eventType: EventType }
> = {
  list: {
    ask: ['watch_list'],
    act: () => setup.people.author.createRoom(),
    eventType: 'list_changed',
  },
  workspace: {
    ask: ['list_rooms'],
    act: renameWorkspace,
    eventType: 'workspace_changed',
  },
  summary: {
    ask: ['watch_rooms'],
    act: () => setup.people.author.runCommand('send_message', { roomId: setup.roomId, text: 'hello' }),
    eventType: 'room_summary',
  },
  room: {
    ask: ['open_room'],
    act: () => setup.people.author.runCommand('send_message', { roomId: setup.roomId, text: 'hello' }),
    eventType: 'message_sent',
  },
  viewers: {
    ask: ['watch_viewers'],
    act: async () => (await setup.people.author.connect()).request('open_room', { roomId: setup.roomId }),
    eventType: 'viewers_changed',
  },
  person: {
    ask: ['watch_people'],
    act: () => setup.people.author.runCommand('set_nickname', { name: newId() }),
    eventType: 'profile_changed',
  },
  self: {
    ask: ['list_rooms'],
    act: () => setup.people.author.createRoom(),
    eventType: 'membership_changed',
  },
  session: {
    ask: ['list_rooms'],
    act: async () => {
      const { author } = setup.people;
      setup.people.author = await author.withNewSession(setup.server);
      await author.signOut();
    },
    eventType: 'session_ended',
  },
};

async function renameWorkspace(): Promise<void> {
  const { workspaceAdmin } = setup.people;
  const { settings } = await workspaceAdmin.runCommand<CommandOutput<'list_settings'>>('list_settings', {});
  const { version = 0 } = settings.find(({ name }) => name === 'workspace_name') ?? {};
  await workspaceAdmin.runCommand('set_setting', { name: 'workspace_name', value: newId(), version });
}

for (const kind of TOPIC_KINDS) {
  test(`X3 an event of the topic "${kind}" reaches exactly the subscribers that the table allows`, async () => {
    const { ask, act, eventType } = TOPICS[kind];
    const before = new Map<TestSocket | undefined, number>();
    const hasReceived = (live: TestSocket | undefined) =>
      (live?.getEvents(eventType).length ?? 0) > (before.get(live) ?? 0);
    const sockets = new Map<Actor, TestSocket>();
    for (const actor of ACTORS) {
      const live = await setup.people[actor].connect();
      sockets.set(actor, live);
      await Promise.race([
        live.request(ask[0], await createInput(ask[0], createInputSource(setup))),
        live.closed,
      ]);
    }
    const unsubscribed = await setup.people.another.connect();
    await unsubscribed.request('list_rooms', {});
    // A subscriber may receive the present state at once.
    for (const live of sockets.values()) before.set(live, live.getEvents(eventType).length);
    await act();
    const subscribers = ACTORS.filter(actor => TOPIC_ROWS[kind][actor] === 'ok');
    await expect
      .poll(() => subscribers.filter(actor => hasReceived(sockets.get(actor))))
      .toEqual(subscribers);
    for (const actor of ACTORS) {
      if (['ok', 'nothing'].includes(TOPIC_ROWS[kind][actor])) continue;
      expect([actor, await sockets.get(actor)?.closed, sockets.get(actor)?.texts]).toEqual([actor, 4401, []]);
    }
    const unreached = ACTORS.filter(actor => TOPIC_ROWS[kind][actor] === 'nothing').map(actor =>
      sockets.get(actor),
    );
    for (const live of kind === 'workspace' ? unreached : [...unreached, unsubscribed]) {
      // This result arrives after all earlier events.
      await live?.request('list_rooms', {});
      expect(hasReceived(live)).toBe(false);
    }
    for (const live of [...sockets.values(), unsubscribed]) live.socket.close();
  });
}
