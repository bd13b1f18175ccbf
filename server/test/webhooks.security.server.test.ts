import { type CommandOutput, FOREVER, type Message } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../src/db/open.ts';

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start();
});
afterAll(() => server.remove());

interface Webhook {
  owner: TestPerson;
  botUid: string;
  roomId: string;
  tokenId: string;
  path: string;
}

async function createToken(owner: TestPerson, input: object) {
  return owner.runProven<CommandOutput<'create_token'>>('create_token', { name: 'Hook', ...input });
}

async function createWebhook(kind: 'open' | 'private' = 'open'): Promise<Webhook> {
  // Hashing a password takes longer than the rest of most tests, so a fresh session is the proof.
  const owner = await TestPerson.add(server, 'Ann', { hasPassword: false });
  const { bot } = await owner.runCommand<CommandOutput<'create_bot'>>('create_bot', { name: 'Robo' });
  const { room } = await owner.runCommand<CommandOutput<'create_room'>>('create_room', {
    name: 'Room',
    description: 'A room',
    kind,
  });
  if (kind === 'private')
    await owner.runCommand('set_member', { roomId: room.id, uid: bot.uid, member: true });
  const { token, webhook: path = '' } = await createToken(owner, { uid: bot.uid, roomIds: [room.id] });
  return { owner, botUid: bot.uid, roomId: room.id, tokenId: token.id, path };
}

async function call(path: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const withKey = (key: string) => ({ 'content-type': 'text/plain', 'idempotency-key': key });

async function readMessages({ owner, roomId }: Webhook): Promise<Message[]> {
  return (await owner.runCommand<CommandOutput<'get_messages'>>('get_messages', { roomId })).messages;
}

test('BT10 a webhook posts text and payloads for Slack as its bot, in open and private rooms', async () => {
  for (const kind of ['open', 'private'] as const) {
    const webhook = await createWebhook(kind);
    const form = new URLSearchParams({ payload: '{"text":"from a form"}' }).toString();
    const slack =
      '{"text":"from Slack","username":"x","icon_emoji":":x:","attachments":[{"text":"and more"}]}';
    expect(await call(webhook.path, 'a line\n')).toEqual({ status: 200, text: 'ok' });
    expect((await call(webhook.path, slack, JSON_TYPE)).status).toBe(200);
    const formType = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await call(webhook.path, form, formType)).status).toBe(200);
    expect((await call(webhook.path, '{"text":"of no type"}', { 'content-type': 'json' })).status).toBe(200);
    const messages = await readMessages(webhook);
    expect(messages.map(({ text }) => text)).toEqual([
      'a line',
      'from Slack\nand more',
      'from a form',
      'of no type',
    ]);
    expect(new Set(messages.map(({ author }) => author.uid))).toEqual(new Set([webhook.botUid]));
  }
});

test('BT11 a retry with the same key posts once, also at the same time and after a kill', async () => {
  const webhook = await createWebhook();
  const retries = Array.from({ length: 20 }, () => call(webhook.path, 'once', withKey('alert 1')));
  expect((await Promise.all(retries)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  await server.end('SIGKILL');
  await server.start();
  expect((await call(webhook.path, 'once', withKey('alert 1'))).status).toBe(200);
  expect((await call(webhook.path, 'twice', withKey('alert 2'))).status).toBe(200);
  expect((await call(webhook.path, 'another text', withKey('alert 1'))).status).toBe(409);
  expect((await readMessages(webhook)).map(({ text }) => text)).toEqual(['once', 'twice']);
  for (const key of ['', 'x'.repeat(256)])
    expect([key, (await call(webhook.path, 'x', withKey(key))).status]).toEqual([key, 400]);
});

test('BT11 the keys of two webhooks have nothing to do with each other', async () => {
  const [one, other] = [await createWebhook(), await createWebhook()];
  for (const { path } of [one, other]) expect((await call(path, 'x', withKey('same'))).status).toBe(200);
  expect([await readMessages(one), await readMessages(other)]).toMatchObject([
    [{ text: 'x' }],
    [{ text: 'x' }],
  ]);
});

test('BT10 only the token of a bot for one room is a webhook, until it is revoked', async () => {
  const webhook = await createWebhook();
  const { owner, botUid: uid, roomId, tokenId, path } = webhook;
  const otherRoomId = await owner.createRoom();
  const inputs = [{}, { roomIds: [roomId] }, { uid }, { uid, roomIds: [roomId, otherRoomId] }];
  const others = await Promise.all(inputs.map(input => createToken(owner, input)));
  expect(others.map(({ webhook }) => webhook)).toEqual([undefined, undefined, undefined, undefined]);
  const code = path.slice('/api/hooks/'.length);
  const secrets = others.map(({ secret }) => secret);
  const wrong = [
    ...secrets,
    tokenId,
    '',
    '%00',
    `${code}x`,
    code.slice(1),
    code.toLowerCase(),
    'x'.repeat(100),
  ];
  for (const each of wrong) {
    const { status } = await call(`/api/hooks/${each}`, 'x');
    expect([each, status]).toEqual([each, 404]);
  }
  expect((await call(path, 'before')).status).toBe(200);
  await owner.runCommand('revoke_token', { id: tokenId });
  expect((await call(path, 'after')).status).toBe(404);
  expect((await readMessages(webhook)).map(({ text }) => text)).toEqual(['before']);
});

test('BT10 the code of a webhook opens nothing else, and the database does not have it', async () => {
  const { owner, path, tokenId } = await createWebhook();
  const code = path.slice('/api/hooks/'.length);
  for (const secret of [code, `snug_${code}`]) {
    const program = TestPerson.fromToken(server.url, secret);
    expect((await program.postCommand('list_rooms', {})).status).toBe(401);
  }
  const listed = await owner.runCommand<CommandOutput<'list_tokens'>>('list_tokens', {});
  expect(JSON.stringify(listed)).not.toContain(code);
  const db = openDatabase(server.data);
  const row = await db.selectFrom('tokens').selectAll().where('id', '=', tokenId).executeTakeFirst();
  await db.destroy();
  expect(JSON.stringify(row)).not.toContain(code);
});

test('BT10 a webhook has at most the rights of its owner', async () => {
  const admin = await TestPerson.add(server, 'Admin');
  const roomId = await admin.createRoom();
  const { owner, botUid } = await createWebhook();
  const { webhook: path = '' } = await createToken(owner, { uid: botUid, roomIds: [roomId] });
  expect((await call(path, 'hello')).status).toBe(200);
  await admin.runCommand('set_member', { roomId, uid: owner.uid, silencedUntil: FOREVER });
  expect((await call(path, 'silenced')).status).toBe(403);
  await admin.runCommand('set_member', { roomId, uid: owner.uid, bannedUntil: FOREVER });
  expect((await call(path, 'banned')).status).toBe(404);
});

test('BT10 neither the credentials of the request nor its body reach another room or person', async () => {
  const [webhook, other] = [await createWebhook(), await createWebhook()];
  const body = JSON.stringify({
    text: 'x',
    roomId: other.roomId,
    id: 'x',
    fileId: 'x',
    channel: '#other',
    as: other.botUid,
  });
  const headers = { ...JSON_TYPE, ...other.owner.credentials, origin: server.url };
  expect((await call(webhook.path, body, headers)).status).toBe(200);
  expect(await readMessages(webhook)).toMatchObject([{ text: 'x', author: { uid: webhook.botUid } }]);
  expect(await readMessages(other)).toEqual([]);
  const foreign = { ...JSON_TYPE, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await call(webhook.path, body, foreign)).status).toBe(403);
});

test('BT10 invalid and large bodies are rejected, and post nothing', async () => {
  const webhook = await createWebhook();
  const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  for (const json of [
    '',
    '{',
    'null',
    '[]',
    '1',
    '"x"',
    '{}',
    '{"text":{}}',
    '{"text":""}',
    '{"text":"\\u0000"}',
    nested,
  ])
    expect([json.slice(0, 20), (await call(webhook.path, json, JSON_TYPE)).status]).toEqual([
      json.slice(0, 20),
      400,
    ]);
  const large = await call(webhook.path, 'x'.repeat(256 * 1024 + 1));
  expect([large.status, large.text]).toEqual([413, expect.stringContaining('more than 256 KiB')]);
  expect((await call(webhook.path, '')).status).toBe(400);
  expect(await readMessages(webhook)).toEqual([]);
});

test('BT10 a type that is no media type stops no message, and another method names the way that works', async () => {
  const webhook = await createWebhook();
  const types = [
    'application/json, application/json',
    'application/json charset=utf-8',
    'a/b/c',
    'json',
    ';',
  ];
  for (const type of types) {
    const { status } = await call(webhook.path, `{"text":"${type}"}`, { 'content-type': type });
    expect([type, status]).toEqual([type, 200]);
  }
  expect((await readMessages(webhook)).map(({ text }) => text)).toEqual(types);
  for (const method of ['GET', 'PUT', 'PATCH']) {
    const response = await fetch(server.url + webhook.path, { method });
    expect([method, response.status, await response.text()]).toEqual([
      method,
      400,
      expect.stringContaining('POST requests only'),
    ]);
    expect((await fetch(`${server.url}${webhook.path}x`, { method })).status).toBe(404);
  }
});

test('BT7 floods meet the limits of the bot, also of bodies without a text, and guesses that of the address', async () => {
  const webhook = await createWebhook();
  await server.end('SIGTERM');
  await server.start({ settings: { SNUG_RATE_LIMITS: 'on' } });
  const flood = Array.from({ length: 60 }, () => call(webhook.path, 'x'));
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter(status => status === 200).length).toBeLessThan(20);
  const body = JSON.stringify({ attachments: Array.from({ length: 19_000 }, () => ({ a: [] })) });
  const large = await createWebhook();
  const read = Array.from({ length: 20 }, () => call(large.path, body, JSON_TYPE));
  const answers = (await Promise.all(read)).map(({ status }) => status);
  expect(new Set(answers)).toEqual(new Set([400, 429]));
  expect(answers.filter(status => status === 400).length).toBeLessThan(5);
  const guesses = Array.from({ length: 200 }, (_, at) =>
    call(`/api/hooks/${'x'.repeat(39)}${1_000 + at}`, 'x'),
  );
  expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([404, 429]));
});
