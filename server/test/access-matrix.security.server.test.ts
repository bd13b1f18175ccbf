import { COMMANDS, type CommandName, type EventType, TOPIC_KINDS, type TopicKind } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import type { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/ids.ts';
import { ACTORS, type Actor, COMMAND_ROWS, ROUTE_ROWS, TOPIC_ROWS } from '../src/testing/access-matrix.ts';
import {
  type AccessSetup,
  COMMAND_INPUTS,
  createAccessSetup,
  createUpload,
  readAvatar,
  snapshot,
} from '../src/testing/access-setup.ts';

let scene: AccessSetup;

beforeAll(async () => {
  scene = await createAccessSetup(await ServerProcess.start());
});
afterAll(() => scene.server.remove());

type RunCommand = (person: TestPerson, command: string, input: object) => Promise<string>;

const overHttp: RunCommand = async (person, command, input) =>
  (await person.postCommand(command, input)).error?.code ?? 'ok';

/** Sends the command as early as possible, before the server has identified the person. */
const overSocket: RunCommand = async (person, command, input) => {
  const live = await person.connect();
  const answer = await Promise.race([live.request(command, input), live.closed]);
  live.socket.close();
  if (typeof answer === 'number')
    return answer === 4401 && live.texts.length === 0 ? 'unauthenticated' : `${answer}`;
  return answer.error?.code ?? 'ok';
};

/** The result of each actor, with a note if it changed something that it must not change. */
async function runAsEveryone(command: CommandName, give: RunCommand): Promise<Record<string, string>> {
  const input = await COMMAND_INPUTS[command](scene);
  const got: Record<string, string> = {};
  // In the order of ACTORS, the owner comes last and may use the thing up.
  for (const who of ACTORS) {
    const mayChange = COMMAND_ROWS[command][who] === 'ok';
    const before = mayChange ? '' : await snapshot(scene);
    const answer = await give(scene.people[who], command, input);
    const hasChanged = !mayChange && (await snapshot(scene)) !== before;
    const isNothing = answer === 'ok' && !mayChange;
    got[who] = hasChanged ? `${answer}, and it changed something` : isNothing ? 'nothing' : answer;
    if (command === 'sign_out_everywhere' && answer === 'ok') await signInAgain(who);
  }
  return got;
}

/** For further requests, after a session ended. */
async function signInAgain(who: Actor): Promise<void> {
  if (who === 'nobody' || who === 'signedOut') return;
  scene.people[who] = await scene.people[who].signInAgain();
}

for (const command of Object.keys(COMMANDS) as CommandName[]) {
  test(`X3 ${command} gives everyone the access of the table, over HTTP and over the socket`, async () => {
    expect(await runAsEveryone(command, overHttp)).toEqual(COMMAND_ROWS[command]);
    expect(await runAsEveryone(command, overSocket)).toEqual(COMMAND_ROWS[command]);
  });
}

interface Request {
  path: string;
  body?: string;
  type?: string;
}

/** Requests that succeed for people with access. All other routes get an empty object at their path. */
const REQUESTS: Record<string, () => Request | Promise<Request>> = {
  'POST /api/:command': () => ({ path: '/api/list_rooms' }),
  'POST /api/files': () => ({ path: '/api/files?name=a.txt', body: 'a', type: 'application/octet-stream' }),
  'GET /files/:id/*': async () => ({ path: (await createUpload(scene)).url }),
  'GET /avatars/:uid/:file': async () => ({ path: await readAvatar(scene) }),
  'GET /api/auth/callback/:provider': () => ({ path: '/api/auth/callback/github' }),
  'GET /*': () => ({ path: '/' }),
};

/** Statuses of an access decision. Any other status means access. */
const CODE_BY_STATUS: Record<number, string> = { 401: 'unauthenticated', 403: 'forbidden', 404: 'not_found' };

async function requestAs(method: string, { path, body = '{}', type }: Request, who: Actor): Promise<string> {
  const { cookie } = scene.people[who];
  const hasBody = method === 'POST' && { body };
  const headers = { cookie, origin: scene.server.url, 'content-type': type ?? 'application/json' };
  const answer = await fetch(scene.server.url + path, { method, headers, redirect: 'manual', ...hasBody });
  return CODE_BY_STATUS[answer.status] ?? 'ok';
}

for (const [name, row] of Object.entries(ROUTE_ROWS)) {
  test(`X3 ${name} gives everyone the access of the table`, async () => {
    const [method = '', path = ''] = name.split(' ');
    const request = (await REQUESTS[name]?.()) ?? { path };
    const got: Record<string, string> = {};
    for (const who of ACTORS) {
      got[who] = await requestAs(method, request, who);
      const head = method === 'GET' ? await requestAs('HEAD', request, who) : 'not_found';
      // Some routes do not accept HEAD, but none gives it more access than GET.
      if (head !== 'not_found' && head !== got[who]) got[who] += `, HEAD ${head}`;
      if (path === '/api/auth/sign-out') await signInAgain(who);
    }
    expect(got).toEqual(row);
  });
}

/** How to subscribe to a topic, an action that publishes to it, and the event that arrives. */
const TOPICS: Record<
  TopicKind,
  { ask: [CommandName, object?]; act: () => Promise<unknown>; hears: EventType }
> = {
  list: {
    ask: ['watch_list'],
    act: () => scene.people.author.createRoom(),
    hears: 'list_changed',
  },
  summary: {
    ask: ['watch_rooms'],
    act: () => scene.people.author.runCommand('send_message', { roomId: scene.roomId, text: 'hello' }),
    hears: 'room_summary',
  },
  room: {
    ask: ['open_room'],
    act: () => scene.people.author.runCommand('send_message', { roomId: scene.roomId, text: 'hello' }),
    hears: 'message_sent',
  },
  viewers: {
    ask: ['watch_viewers'],
    act: async () => (await scene.people.author.connect()).request('open_room', { roomId: scene.roomId }),
    hears: 'viewers_changed',
  },
  person: {
    ask: ['watch_people'],
    act: () => scene.people.author.runCommand('set_nickname', { name: newId() }),
    hears: 'profile_changed',
  },
  session: {
    ask: ['list_rooms'],
    act: async () => {
      const { author } = scene.people;
      scene.people.author = await author.signInAgain();
      await author.signOut();
    },
    hears: 'session_ended',
  },
};

for (const kind of TOPIC_KINDS) {
  test(`X3 an event of the topic "${kind}" reaches exactly the subscribers that the table allows`, async () => {
    const { ask, act, hears } = TOPICS[kind];
    const before = new Map<TestSocket | undefined, number>();
    const hasHeard = (live: TestSocket | undefined) =>
      (live?.getEvents(hears).length ?? 0) > (before.get(live) ?? 0);
    const lives = new Map<Actor, TestSocket>();
    for (const who of ACTORS) {
      const live = await scene.people[who].connect();
      lives.set(who, live);
      await Promise.race([live.request(ask[0], await COMMAND_INPUTS[ask[0]](scene)), live.closed]);
    }
    const silent = await scene.people.another.connect();
    await silent.request('list_rooms', {});
    // A subscriber may receive the present state at once.
    for (const live of lives.values()) before.set(live, live.getEvents(hears).length);
    await act();
    const listeners = ACTORS.filter(who => TOPIC_ROWS[kind][who] === 'ok');
    await expect
      .poll(() => listeners.filter(who => hasHeard(lives.get(who))), { timeout: 5_000 })
      .toEqual(listeners);
    for (const who of ACTORS) {
      if (['ok', 'nothing'].includes(TOPIC_ROWS[kind][who])) continue;
      expect([who, await lives.get(who)?.closed, lives.get(who)?.texts]).toEqual([who, 4401, []]);
    }
    const deaf = ACTORS.filter(who => TOPIC_ROWS[kind][who] === 'nothing').map(who => lives.get(who));
    for (const live of [...deaf, silent]) {
      // This result arrives after all earlier events.
      await live?.request('list_rooms', {});
      expect(hasHeard(live)).toBe(false);
    }
    for (const live of [...lives.values(), silent]) live.socket.close();
  });
}
