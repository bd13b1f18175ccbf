import { type CommandOutput, FOREVER, type Person, type Token } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { PASSWORD } from '@snug/testkit/store-person.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import type { TestSocket } from '@snug/testkit/test-socket.ts';
import { until } from '@snug/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../src/db/open.ts';

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start();
});
afterAll(() => server.remove());

/** Hashing a password takes longer than the rest of most tests, so a fresh session is the proof. */
function addPerson(name: string): Promise<TestPerson> {
  return TestPerson.add(server, name, { hasPassword: false });
}

async function createToken(person: TestPerson, input: object = {}) {
  const named = { name: 'A program', ...input };
  const { token, secret } = await person.runProven<CommandOutput<'create_token'>>('create_token', named);
  return { token, secret, program: TestPerson.fromToken(server.url, secret, token.uid) };
}

async function createBot(owner: TestPerson): Promise<Person> {
  return (await owner.runCommand<CommandOutput<'create_bot'>>('create_bot', { name: 'Robo' })).bot;
}

async function listTokens(person: TestPerson): Promise<Token[]> {
  return (await person.runCommand<CommandOutput<'list_tokens'>>('list_tokens', {})).tokens;
}

async function createRoom(owner: TestPerson, kind: 'open' | 'private'): Promise<string> {
  const input = { name: 'Room', description: 'A room', kind };
  return (await owner.runCommand<CommandOutput<'create_room'>>('create_room', input)).room.id;
}

async function openSocket(program: TestPerson, roomId: string): Promise<TestSocket> {
  const live = await program.connect();
  expect(await live.request('open_room', { roomId })).toHaveProperty('ok');
  return live;
}

async function changeToken(id: string, change: { expiresAt: number }): Promise<void> {
  const db = openDatabase(server.data);
  await db.updateTable('tokens').set(change).where('id', '=', id).execute();
  await db.destroy();
}

test('BT2 a token works for commands, files and sockets, without a cookie, an origin or a version', async () => {
  const ann = await addPerson('Ann');
  const roomId = await ann.createRoom();
  const { program } = await createToken(ann);
  const { id: fileId, url } = await program.uploadFile('a.txt', 'hello');
  const { message } = await program.runCommand<CommandOutput<'send_message'>>('send_message', {
    roomId,
    fileId,
  });
  expect(message.author.uid).toBe(ann.uid);
  expect(await (await program.get(url)).text()).toBe('hello');
  for (const version of ['', 1, 4, 999]) {
    const live = await program.connect({ version });
    expect([version, (await live.request('open_room', { roomId })).error]).toEqual([version, undefined]);
    live.socket.close();
  }
});

test('BT8 the version of the protocol binds pages, and no tokens', async () => {
  const ann = await addPerson('Ann');
  const { program } = await createToken(ann);
  const [page, live] = [await ann.connect({ version: 1 }), await program.connect({ version: 1 })];
  expect(await page.closed).toBe(4426);
  expect(await live.request('list_rooms', {})).toHaveProperty('ok');
});

test('BT2 a request with a token ignores its cookie and its origin, also if the token is wrong', async () => {
  const [ann, ben] = [await addPerson('Ann'), await addPerson('Ben')];
  const { secret } = await createToken(ann);
  const roomId = await ann.createRoom();
  const send = (token: string) =>
    ben.postCommand(
      'send_message',
      { roomId, text: 'hello' },
      { authorization: `Bearer ${token}`, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    );
  const { ok } = await send(secret);
  expect((ok as CommandOutput<'send_message'>).message.author.uid).toBe(ann.uid);
  for (const wrong of ['', 'snug_', `${secret}x`, secret.slice(0, -1), secret.toLowerCase(), ben.cookie])
    expect([wrong, (await send(wrong)).status]).toEqual([wrong, 401]);
  const live = await ben.connect({ origin: 'https://evil.example', headers: { authorization: 'Bearer x' } });
  expect(await live.closed).toBe(4401);
});

test('BT2 another scheme of a proxy changes nothing, and the origin still counts', async () => {
  const ann = await addPerson('Ann');
  const authorization = `Basic ${Buffer.from('door:open').toString('base64')}`;
  expect((await ann.postCommand('list_rooms', {}, { authorization })).status).toBe(200);
  const foreign = { authorization, origin: 'https://evil.example' };
  expect((await ann.postCommand('list_rooms', {}, foreign)).status).toBe(403);
  await expect(ann.connect({ origin: 'https://evil.example', headers: { authorization } })).rejects.toThrow(
    '403',
  );
});

test('BT2 BT3 the routes of accounts take neither a token nor the cookie beside it', async () => {
  const ann = await addPerson('Ann');
  const { secret } = await createToken(ann);
  const headers = { authorization: `Bearer ${secret}`, cookie: ann.cookie, origin: server.url };
  const session = await fetch(`${server.url}/api/auth/get-session`, { headers });
  expect(await session.json()).toBe(null);
  const post = (path: string) =>
    fetch(`${server.url}/api/auth/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"provider":"github"}',
    });
  expect((await post('link-social')).status).toBe(403);
  await post('sign-out');
  expect((await ann.postCommand('list_rooms', {})).status).toBe(200);
  const page = await fetch(`${server.url}/`, { headers });
  expect(await page.text()).not.toContain(ann.uid);
});

test('BT4 only its creation shows a token, and the database stores its hash', async () => {
  const ann = await addPerson('Ann');
  const { token, secret } = await createToken(ann);
  expect(secret).toMatch(/^snug_[\w-]{43}$/);
  expect(JSON.stringify(await listTokens(ann))).not.toContain(secret.slice(5));
  const db = openDatabase(server.data);
  const row = await db.selectFrom('tokens').selectAll().where('id', '=', token.id).executeTakeFirst();
  await db.destroy();
  expect(JSON.stringify(row)).not.toContain(secret.slice(5));
});

test('BT5 a revoked token fails at once, and its sockets close before a later message, those of others stay', async () => {
  const ann = await addPerson('Ann');
  const [one, other] = [await createToken(ann), await createToken(ann)];
  const roomId = await ann.createRoom();
  const sockets = [await openSocket(one.program, roomId), await openSocket(one.program, roomId)];
  const others = [await openSocket(other.program, roomId), await ann.connect()];
  await ann.runCommand('revoke_token', { id: one.token.id });
  await ann.runCommand('send_message', { roomId, text: 'after the revocation' });
  expect((await one.program.postCommand('list_rooms', {})).status).toBe(401);
  expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([4401, 4401]);
  for (const live of sockets) expect(live.getEvents('message_sent')).toEqual([]);
  for (const live of others) expect(await live.request('list_rooms', {})).toHaveProperty('ok');
  await ann.runCommand('revoke_token', { id: one.token.id });
});

test('BT13 the sockets of a token that is removed from a room close, and get no later event', async () => {
  const [ann, ben] = [await addPerson('Ann'), await addPerson('Ben')];
  const [roomId, other] = [await ann.createRoom(), await ben.createRoom()];
  const { token, program } = await createToken(ben, { roomIds: [roomId, other] });
  const live = await openSocket(program, roomId);
  await ann.runCommand('remove_room_program', { roomId, id: token.id });
  await ann.runCommand('send_message', { roomId, text: 'after the removal' });
  expect(await live.closed).toBe(4401);
  expect(JSON.stringify(live.events)).not.toContain('after the removal');
  expect((await program.postCommand('get_messages', { roomId })).status).toBe(404);
  const again = await openSocket(program, other);
  expect((await again.request('open_room', { roomId })).error?.code).toBe('not_found');
});

test('BT5 only its creator revokes a token', async () => {
  const [ann, eve] = [await addPerson('Ann'), await addPerson('Eve')];
  const { token, program } = await createToken(ann);
  await eve.runCommand('revoke_token', { id: token.id });
  expect((await program.postCommand('list_rooms', {})).status).toBe(200);
});

test('BT5 the sockets of an expired token close at the next heartbeat', async () => {
  const ann = await addPerson('Ann');
  const { token, program } = await createToken(ann);
  const live = await openSocket(program, await ann.createRoom());
  await changeToken(token.id, { expiresAt: Date.now() - 1 });
  expect((await program.postCommand('list_rooms', {})).status).toBe(401);
  expect(await live.closed).toBe(4401);
});

test('BT6 the last use of a token is listed to the hour', async () => {
  const ann = await addPerson('Ann');
  const { program } = await createToken(ann);
  expect((await listTokens(ann))[0]).not.toHaveProperty('lastUsedAt');
  await program.runCommand('list_rooms', {});
  await until('the use is stored', async () => (await listTokens(ann))[0]?.lastUsedAt !== undefined);
  const [{ lastUsedAt } = { lastUsedAt: 0 }] = await listTokens(ann);
  await program.runCommand('list_rooms', {});
  expect((await listTokens(ann))[0]?.lastUsedAt).toBe(lastUsedAt);
});

test('BT3 the socket of a token for one room receives nothing about other rooms of the person', async () => {
  const [ann, ben] = [await addPerson('Ann'), await addPerson('Ben')];
  const [roomId, secretRoom] = [await createRoom(ann, 'open'), await createRoom(ann, 'private')];
  await ann.runCommand('set_member', { roomId: secretRoom, uid: ben.uid, member: true });
  const { program } = await createToken(ann, { roomIds: [roomId] });
  const live = await openSocket(program, roomId);
  const wide = await openSocket((await createToken(ann)).program, roomId);
  const mentions = [{ uid: ann.uid, start: 0, length: 2 }];
  await ben.runCommand('send_message', { roomId: secretRoom, text: '@A, the password is 7', mentions });
  await ben.runCommand('send_message', { roomId, text: 'hello' });
  await until('the message of the room arrives', () => live.getEvents('message_sent').length === 1);
  await until('the other token learns of it', () => wide.getEvents('mention_changed').length > 0);
  expect(live.texts.join()).not.toContain(secretRoom);
});

test('BT1 a bot loses a room with its owner: at once, on open subscriptions, and for its files', async () => {
  const [ann, ben] = [await addPerson('Ann'), await addPerson('Ben')];
  const roomId = await createRoom(ann, 'private');
  const bot = await createBot(ben);
  const add = (uid: string, member: boolean) => ann.postCommand('set_member', { roomId, uid, member });
  expect(await add(bot.uid, true)).toMatchObject({ error: { code: 'forbidden' } });
  await add(ben.uid, true);
  expect(await add(bot.uid, true)).toHaveProperty('ok');
  const { program } = await createToken(ben, { uid: bot.uid });
  const live = await openSocket(program, roomId);
  const { id: fileId, url } = await ann.uploadFile('a.txt', 'hello');
  await ann.runCommand('send_message', { roomId, fileId });
  await until('the bot receives a message', () => live.getEvents('message_sent').length === 1);
  await add(ben.uid, false);
  await ann.runCommand('send_message', { roomId, text: 'Without Ben' });
  expect(await live.request('get_messages', { roomId })).toMatchObject({ error: { code: 'not_found' } });
  expect(live.getEvents('message_sent')).toHaveLength(1);
  expect((await program.get(url)).status).toBe(404);
  await add(ben.uid, true);
  expect(await live.request('get_messages', { roomId })).toHaveProperty('ok');
});

test('BT1 a ban or a silence of its owner counts for a bot', async () => {
  const [ann, ben] = [await addPerson('Ann'), await addPerson('Ben')];
  const roomId = await ann.createRoom();
  const bot = await createBot(ben);
  const { program } = await createToken(ben, { uid: bot.uid });
  const send = async () => (await program.postCommand('send_message', { roomId, text: 'x' })).error?.code;
  const set = (change: object) => ann.runCommand('set_member', { roomId, uid: ben.uid, ...change });
  expect(await send()).toBe(undefined);
  await set({ silencedUntil: FOREVER });
  expect(await send()).toBe('forbidden');
  await set({ silencedUntil: null, bannedUntil: FOREVER });
  expect(await send()).toBe('not_found');
  await set({ bannedUntil: null });
  expect(await send()).toBe(undefined);
});

test('BT1 a bot is no admin, and only its owner has a direct room with it', async () => {
  const [ann, ben] = [await addPerson('Ann'), await addPerson('Ben')];
  const bot = await createBot(ann);
  const roomId = await ann.createRoom();
  const input = { roomId, uid: bot.uid, admin: true };
  expect(await ann.postCommand('set_admin', input)).toMatchObject({ error: { code: 'forbidden' } });
  const open = (person: TestPerson, uids: string[]) => person.postCommand('open_direct', { uids });
  expect(await open(ben, [bot.uid])).toMatchObject({ error: { code: 'forbidden' } });
  expect(await open(ann, [bot.uid])).toHaveProperty('ok');
  expect(await open(ben, [bot.uid, ann.uid])).toHaveProperty('ok');
});

test('BT1 nobody creates a token for the bot of another person, and no bot is created over a person', async () => {
  const [ann, eve] = [await addPerson('Ann'), await addPerson('Eve')];
  const bot = await createBot(ann);
  for (const uid of [bot.uid, ann.uid]) {
    const refused = await eve.postCommand('create_token', { name: 'Mine', uid, password: PASSWORD });
    expect(refused).toMatchObject({ error: { code: 'not_found' } });
    const taken = await eve.postCommand('create_bot', { id: uid, name: 'Mine' });
    expect(taken).toMatchObject({ error: { code: 'id_taken' } });
  }
});

test('BT9 a deleted bot stops at once and leaves its rooms, and its messages stay', async () => {
  const ann = await addPerson('Ann');
  const roomId = await createRoom(ann, 'private');
  const bot = await createBot(ann);
  await ann.runCommand('set_member', { roomId, uid: bot.uid, member: true });
  const { program } = await createToken(ann, { uid: bot.uid });
  const live = await openSocket(program, roomId);
  await program.runCommand('send_message', { roomId, text: 'I was here' });
  for (let run = 0; run < 2; run++) await ann.runCommand('delete_bot', { uid: bot.uid });
  expect(await live.closed).toBe(4401);
  expect(await listTokens(ann)).toEqual([]);
  await until('a job takes it out of the room', async () => {
    const { members } = await ann.runCommand<CommandOutput<'list_members'>>('list_members', { roomId });
    return members.length === 1;
  });
  const { messages } = await ann.runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId });
  expect(messages.at(-1)).toMatchObject({ text: 'I was here', author: { uid: bot.uid, bot: true } });
  const { people } = await ann.runCommand<CommandOutput<'find_people'>>('find_people', { text: 'Robo' });
  expect(people.map(({ uid }) => uid)).not.toContain(bot.uid);
  const again = await ann.postCommand('create_token', { name: 'Again', uid: bot.uid, password: PASSWORD });
  expect(again).toMatchObject({ error: { code: 'not_found' } });
});

test('BT1 a bot ends with its owner', async () => {
  const ann = await addPerson('Ann');
  const bot = await createBot(ann);
  const { program } = await createToken(ann, { uid: bot.uid });
  const live = await program.connect();
  await live.request('list_rooms', {});
  const db = openDatabase(server.data);
  await db.deleteFrom('users').where('id', '=', ann.uid).execute();
  await db.destroy();
  expect((await program.postCommand('list_rooms', {})).status).toBe(401);
  expect(await live.closed).toBe(4401);
});

test('BT7 a thousand guesses from one address meet its rate limit, and find nothing', async () => {
  const limited = await ServerProcess.start({ settings: { SNUG_RATE_LIMITS: 'on' } });
  const statuses = new Map<number, number>();
  const started = performance.now();
  for (let tries = 0; tries < 1_000; tries++) {
    const program = TestPerson.fromToken(limited.url, `snug_${'x'.repeat(39)}${1_000 + tries}`);
    const { status } = await program.postCommand('list_rooms', {});
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const seconds = (performance.now() - started) / 1_000;
  await limited.remove();
  expect(new Set(statuses.keys())).toEqual(new Set([401, 429]));
  // A slow machine waits longer, so the server admits more: 100 at once, and 10 a second.
  expect(statuses.get(401)).toBeLessThan(110 + 10 * seconds);
});

test('BT7 the sends of a token count for its person', async () => {
  const limited = await ServerProcess.start({ settings: { SNUG_RATE_LIMITS: 'on' } });
  const ann = await TestPerson.add(limited, 'Ann');
  const roomId = await ann.createRoom();
  const input = { name: 'A program' };
  const secrets = await Promise.all([
    ann.runProven<CommandOutput<'create_token'>>('create_token', input),
    ann.runProven<CommandOutput<'create_token'>>('create_token', input),
  ]);
  const programs = secrets.map(({ secret }) => TestPerson.fromToken(limited.url, secret));
  const started = performance.now();
  const sendTwelve = async (program: TestPerson) => {
    const sends = Array.from({ length: 12 }, () =>
      program.postCommand('send_message', { roomId, text: 'x' }),
    );
    return (await Promise.all(sends)).map(({ error }) => error?.code);
  };
  const codes = await Promise.all([...programs, ann].map(sendTwelve));
  const seconds = (performance.now() - started) / 1_000;
  await limited.remove();
  // Ten at once, and one a second.
  expect(codes.flat().filter(code => code === undefined).length).toBeLessThan(12 + seconds);
  expect(new Set(codes.flat())).toEqual(new Set([undefined, 'rate_limited']));
});

test('BT4 a creation whose result was lost repeats with its id; without an id, each creates a token', async () => {
  const ann = await addPerson('Ann');
  const id = crypto.randomUUID();
  const lost = await createToken(ann, { id });
  const again = await createToken(ann, { id });
  expect([again.token, again.secret === lost.secret]).toEqual([lost.token, false]);
  expect((await lost.program.postCommand('list_rooms', {})).status).toBe(401);
  expect((await again.program.postCommand('list_rooms', {})).status).toBe(200);
  const used = await ann.postCommand('create_token', { id, name: 'A program', password: PASSWORD });
  expect([used.status, used.error?.code]).toEqual([409, 'id_taken']);
  expect((await again.program.postCommand('list_rooms', {})).status).toBe(200);
  await createToken(ann);
  await createToken(ann);
  expect(await listTokens(ann)).toHaveLength(3);
});

test('BT4 nobody can create a token with the id of a revoked one, which would open its webhook', async () => {
  const [ann, ben] = [await addPerson('Ann'), await addPerson('Ben')];
  const wanted = crypto.randomUUID();
  const { token } = await createToken(ann, { id: wanted });
  await ann.runCommand('revoke_token', { id: token.id });
  for (const id of [token.id, wanted]) expect((await createToken(ben, { id })).token.id).not.toBe(token.id);
});
