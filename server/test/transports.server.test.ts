import {
  COMMANDS,
  type CommandName,
  type CommandOutput,
  ERRORS,
  MAX_FRAME_BYTES,
  MAX_WATCHED_PEOPLE,
  PROTOCOL_VERSION,
  SERVER_VERSION,
} from '@snug/protocol';
import { PNG } from '@snug/testkit/sample-files.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { PASSWORD } from '@snug/testkit/store-person.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { type CommandOutcome, TestSocket, withoutId } from '@snug/testkit/test-socket.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/base/ids.ts';
import { openDatabase } from '../src/db/open.ts';
import { createInput } from '../src/testing/command-cases/command-cases.ts';
import type { InputSource } from '../src/testing/command-cases/input-source.ts';
import { addAccount, addPasskey } from '../src/testing/database.ts';
import { makeGuests } from '../src/testing/guest-people.ts';
import { addPushDevice } from '../src/testing/push-devices.ts';
import { grantWorkspaceAdmin, revokeWorkspaceAdmin } from '../src/testing/workspace.ts';

let server: ServerProcess;
let ann: TestPerson;
let roomId: string;

beforeAll(async () => {
  server = await ServerProcess.start();
  ann = await TestPerson.add(server, 'Ann');
  roomId = await ann.createRoom();
});
afterAll(() => server.remove());

/**
 * Commands that use up an upload, a room or a session, create a code or a person, or end the access of the other person have their
 * own tests. The results of `list_reminders`, `get_server` and `get_notification_settings` have the time, and that of `test_push` a new
 * id. The server has no mail.
 */
const OTHER_COMMANDS: readonly string[] = [
  'set_avatar',
  'set_logo',
  'preview_emoji',
  'add_emoji',
  'add_emoji_name',
  'remove_emoji_name',
  'delete_emoji',
  'restore_emoji',
  'erase_emoji',
  'delete_room',
  'end_session',
  'create_recovery_link',
  'create_claim_link',
  'create_token',
  'create_webhook',
  'create_bot',
  'end_sessions',
  'set_suspension',
  'sign_out_everywhere',
  'list_reminders',
  'get_server',
  'send_test_mail',
  'test_push',
  'get_notification_settings',
];

test('T1 every command has the same result over HTTP and over the socket', async () => {
  const live = await ann.connect();
  const bob = await TestPerson.add(server, 'Bob');
  const gil = await TestPerson.add(server, 'Gil');
  await makeGuests(server, [gil.uid]);
  await grantWorkspaceAdmin(server, ann.uid);
  const source: InputSource = {
    roomId,
    authorUid: ann.uid,
    otherUid: bob.uid,
    guestUid: gil.uid,
    run: (owner, command, input) => (owner === 'other' ? bob : ann).runCommand(command, input),
    upload: async () => (await ann.uploadFile('a.png', PNG)).id,
    linkAccount: async () => {
      const db = openDatabase(server.data);
      await addAccount(db, ann.uid, 'github');
      await db.destroy();
      return 'github';
    },
    addImported: () => Promise.reject(new Error('has its own test')),
    addPasskey: async () => {
      const db = openDatabase(server.data);
      const id = await addPasskey(db, ann.uid);
      await db.destroy();
      return id;
    },
    addSession: () => Promise.reject(new Error('has its own test')),
    addPushDevice: async () => {
      const db = openDatabase(server.data);
      const id = await addPushDevice(db, ann.uid);
      await db.destroy();
      return id;
    },
  };
  // Restores for the second transport what the command removes.
  const before: Record<string, () => Promise<unknown>> = { unlink_account: source.linkAccount };
  const names = (Object.keys(COMMANDS) as CommandName[]).filter(name => !OTHER_COMMANDS.includes(name));
  for (const command of names) {
    const input = await createInput(command, source);
    const { status, ...overHttp } = await ann.postCommand(command, input);
    await before[command]?.();
    const overSocket = await live.request(command, input);
    expect({ command, ...withoutId(overSocket) }).toEqual({ command, ...withoutId(overHttp) });
    expect([command, status, overHttp.error]).toEqual([command, 200, undefined]);
  }
  await revokeWorkspaceAdmin(server, ann.uid);
});

test('T1 an avatar is set over HTTP and over the socket, with the next version each time', async () => {
  const cleo = await TestPerson.add(server, 'Cleo');
  const live = await cleo.connect();
  const [one, two] = [await cleo.uploadFile('1.png', PNG), await cleo.uploadFile('2.png', PNG)];
  const { status, ...overHttp } = await cleo.postCommand('set_avatar', { fileId: one.id });
  expect([status, overHttp]).toMatchObject([200, { ok: { person: { name: 'Cleo', version: 2 } } }]);
  const { ok } = await live.request('set_avatar', { fileId: two.id });
  expect(withoutVersionAndKey(ok)).toEqual(withoutVersionAndKey(overHttp['ok']));
  expect(ok).toMatchObject({ person: { version: 3 } });
});

test('T1 signing out everywhere works over HTTP and over the socket', async () => {
  const dan = await TestPerson.add(server, 'Dan');
  expect(await dan.postCommand('sign_out_everywhere', {})).toEqual({ status: 200, ok: {} });
  expect(await (await (await dan.signInAgain()).connect()).request('sign_out_everywhere', {})).toEqual({
    ok: {},
  });
});

/** The URL of an avatar ends in a random key. */
function withoutVersionAndKey(ok: unknown): unknown {
  return JSON.parse(
    JSON.stringify(ok)
      .replace(/"version":\d/, '"version":0')
      .replace(/\/[0-9a-f]{32}\.png/, '/key.png'),
  );
}

test('T1 T4 every error is the same over HTTP and over the socket', async () => {
  const live = await ann.connect();
  const bob = await TestPerson.add(server, 'Bob');
  const taken = newId();
  await bob.runCommand('send_message', { roomId, id: taken, text: 'of Bob' });
  const theirs = newId();
  await bob.runCommand('create_room', { id: theirs, name: 'Of Bob', description: 'Not of Ann' });
  const [ofBob, ofAnn] = [await bob.uploadFile('b.png', PNG), await ann.uploadFile('a.txt', 'a')];
  const sent = await ann.uploadFile('s.png', PNG);
  await ann.runCommand('send_message', { roomId, fileId: sent.id });
  const wrong: [command: string, input: unknown][] = [
    ...Object.keys(COMMANDS).map((command): [string, unknown] => [command, { nonsense: 1 }]),
    ...Object.keys(COMMANDS).map((command): [string, unknown] => [command, 'nonsense']),
    ...['open_room', 'get_messages'].map((command): [string, unknown] => [command, { roomId: newId() }]),
    ['catch_up', { roomId: newId(), since: 0 }],
    ['get_messages', { roomId, around: newId() }],
    ['get_messages', { roomId, before: 1, after: 1 }],
    ['send_message', { roomId: newId(), text: 'x' }],
    ['send_message', { roomId, text: 'x'.repeat(10_001) }],
    ['send_message', { roomId, text: 'a\ud800b' }],
    ['send_message', { roomId, id: taken, text: 'of Ann' }],
    ['send_message', { roomId }],
    ['send_message', { roomId, text: 'x', fileId: ofBob.id }],
    ['send_message', { roomId, text: 'x', fileId: newId() }],
    ['send_message', { roomId, fileId: sent.id }],
    ['send_message', { roomId, fileId: 'a.txt' }],
    ['send_message', { roomId: newId(), fileId: ofAnn.id }],
    ['discard_file', { fileId: sent.id }],
    ['discard_file', { fileId: 'a.txt' }],
    ['set_avatar', { fileId: ofAnn.id }],
    ['set_avatar', { fileId: ofBob.id }],
    ['set_avatar', { fileId: sent.id }],
    ['set_avatar', { fileId: newId() }],
    ['delete_message', { roomId, messageId: taken }],
    ['delete_message', { roomId, messageId: newId() }],
    ['set_reaction', { roomId, messageId: newId(), emoji: '👍', on: true }],
    ['set_reaction', { roomId, messageId: taken, emoji: '👍', on: 'yes' }],
    ['set_reaction', { roomId, messageId: taken, emoji: '👍👍', on: true }],
    ['edit_room', { roomId: theirs, name: 'Of Ann' }],
    ['edit_room', { roomId: theirs, name: 'x'.repeat(81) }],
    ['edit_room', { roomId: theirs, description: 'x'.repeat(1_001) }],
    ['set_admin', { roomId: theirs, uid: newId(), admin: true }],
    ['set_nickname', { name: ' ' }],
    ['set_nickname', { name: 'x'.repeat(81) }],
    ['get_profile', { uid: newId() }],
    ['watch_viewers', { roomId: newId() }],
    ['watch_viewers', { roomId: 'lobby' }],
    ['get_profile', { uid: 'Ann' }],
    ['watch_people', { uids: [taken, taken] }],
    ['watch_people', { uids: Array.from({ length: MAX_WATCHED_PEOPLE + 1 }, newId) }],
    ['watch_people', { uids: [7] }],
    ['unlink_account', { provider: 'google' }],
    ['unlink_account', { provider: 'google', password: 'not the password' }],
    ['unlink_account', { provider: 'google', password: PASSWORD }],
    ['list_sessions', { uid: newId() }],
    ['sign_out_everywhere', { uid: newId() }],
    ['unlink_account', { provider: 'credential' }],
    ['unlink_account', { provider: 'x'.repeat(10_000) }],
    ['nonsense', {}],
    ['toString', {}],
  ];
  for (const [command, input] of wrong) {
    const { status, ...overHttp } = await ann.postCommand(command, input);
    const overSocket = await live.request(command, input);
    expect({ command, ...withoutId(overSocket) }).toEqual({ command, ...withoutId(overHttp) });
    expect(status).toBe(overHttp.error && ERRORS[overHttp.error.code].status);
    expect(status).toBeGreaterThanOrEqual(400);
  }
});

test('T1 over HTTP a command without a body has no input, and one without a session is rejected', async () => {
  const post = (init: RequestInit) => fetch(`${server.url}/api/list_rooms`, { method: 'POST', ...init });
  const response = await post({ headers: { cookie: ann.cookie } });
  expect(await response.json()).toHaveProperty('rooms');
  const refused = await post({});
  expect([refused.status, withoutId((await refused.json()) as CommandOutcome)]).toEqual([
    401,
    { error: { code: 'unauthenticated', message: ERRORS.unauthenticated.message, retry: false } },
  ]);
});

test('T4 a field named __proto__ is rejected over both transports', async () => {
  const text = `{"roomId":"${roomId}","text":"x","__proto__":{"id":1}}`;
  const live = await ann.connect();
  live.socket.send(`{"id":9,"command":"send_message","input":${text}}`);
  await expect
    .poll(() => live.frames)
    .toContainEqual({ id: 9, error: expect.objectContaining({ code: 'invalid_input' }) });
  const response = await fetch(`${server.url}/api/send_message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: ann.cookie },
    body: text,
  });
  expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'invalid_input' } }]);
});

test('T3 the first event of a connection names its person', async () => {
  const live = await ann.connect();
  await live.request('list_rooms', {});
  expect(live.frames[0]).toMatchObject({ events: [{ type: 'connected', me: { uid: ann.uid } }] });
});

test('T2 a command before the first event gets its result after it', async () => {
  const live = await ann.connect();
  const results = await Promise.all([live.request('list_rooms', {}), live.request('nonsense', {})]);
  expect(results).toMatchObject([{ ok: {} }, { error: { code: 'not_found' } }]);
  expect(live.events[0]?.type).toBe('connected');
});

const BAD_FRAMES: [description: string, data: string | Buffer, binary: boolean, code: number][] = [
  ['no JSON', 'hello', false, 1007],
  ['another shape', '{"command":"list_rooms"}', false, 1007],
  ['binary', Buffer.from('{"id":1,"command":"list_rooms","input":{}}'), true, 1007],
  ['broken UTF-8', Buffer.from([0x22, 0xff, 0x22]), false, 1007],
  ['one byte more than 64 KiB', paddedTo(MAX_FRAME_BYTES + 1), false, 1009],
];
for (const [description, data, binary, code] of BAD_FRAMES) {
  test(`T5 a frame that is ${description} closes the connection with ${code}`, async () => {
    const live = await ann.connect();
    await live.request('list_rooms', {});
    live.socket.send(data, { binary });
    expect(await live.closed).toBe(code);
  });
}

test('T5 a frame of 64 KiB is accepted', async () => {
  const live = await ann.connect();
  live.socket.send(paddedTo(MAX_FRAME_BYTES));
  await expect.poll(() => live.frames).toContainEqual({ id: 1, ok: expect.anything() });
});

function paddedTo(bytes: number): string {
  return '{"id":1,"command":"list_rooms","input":{}}'.padEnd(bytes);
}

for (const version of [
  0,
  PROTOCOL_VERSION - 2,
  PROTOCOL_VERSION + 1,
  '',
  'x',
  `${PROTOCOL_VERSION}&version=1`,
]) {
  test(`T6 E4 a client of version "${version}" is closed with 4426 and the server's version, signed in or not`, async () => {
    const signedOut = await TestSocket.open(server.url, { version });
    for (const live of [await ann.connect({ version }), signedOut]) {
      expect(await live.closed).toBe(4426);
      expect(live.closeReason).toBe(String(PROTOCOL_VERSION));
    }
  });
}

test('E5 a stranger and a person get the version and the oldest version that the socket accepts', async () => {
  for (const headers of [{}, { cookie: ann.cookie }]) {
    const answer = await fetch(`${server.url}/api/version`, { headers });
    expect([answer.status, await answer.json()]).toEqual([200, SERVER_VERSION]);
  }
  const { oldest, version } = SERVER_VERSION;
  for (let accepted = oldest; accepted <= version; accepted++)
    expect(await (await ann.connect({ version: accepted })).request('list_rooms', {})).toHaveProperty('ok');
});

test('E3 E7 a command with an unknown field changes nothing, and its error excludes a retry', async () => {
  const input = { roomId, text: 'from a later client', unknown: 1 };
  const live = await ann.connect();
  const overHttp = await ann.postCommand('send_message', input);
  for (const { error } of [overHttp, await live.request('send_message', input)])
    expect(error).toMatchObject({ code: 'invalid_input', retry: false });
  const { messages } = await ann.runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId });
  expect(messages.map(({ text }) => text)).not.toContain(input.text);
});

for (const cookie of ['', 'snug.session_token=forged', 'snug-PORT.session_token=forged', 'other=1']) {
  test(`T6 a client with the cookie "${cookie}" is closed with 4401 and receives nothing`, async () => {
    const live = await TestSocket.open(server.url, { cookie: cookie.replace('PORT', String(server.port)) });
    expect(await live.closed).toBe(4401);
    expect(live.texts).toEqual([]);
  });
}

test('T6 a session with another signature is invalid', async () => {
  const forged = ann.cookie.replace(/.(?=[^.]*$)/, letter => (letter === 'A' ? 'B' : 'A'));
  expect(forged).not.toBe(ann.cookie);
  expect(await (await ann.connect({ cookie: forged })).closed).toBe(4401);
  expect((await ann.postCommand('list_rooms', {}, { cookie: forged })).status).toBe(401);
});

test('a plain request to the socket returns 426, and an unknown command 404', async () => {
  expect((await fetch(`${server.url}/api/live`, { headers: { origin: server.url } })).status).toBe(426);
  expect((await fetch(`${server.url}/api/nonsense`)).status).toBe(404);
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ok' });
});
