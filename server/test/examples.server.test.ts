import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandOutput } from '@snug/protocol';
import { freePort, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { until } from '@snug/testkit/until.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Api, ApiError } from '../../examples/terminal/api.ts';
import { followRoom } from '../../examples/terminal/follow-room.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');

const KILLS = IS_WIDE ? 5 : 2;

let server: ServerProcess;
let ann: TestPerson;
let roomId: string;
let token: string;
let folder: string;

beforeAll(async () => {
  server = await ServerProcess.start({ settings: { SNUG_OUTBOUND_ALLOW: '127.0.0.1' } });
  ann = await TestPerson.add(server, 'Ann');
  const room = { name: 'Harbour', description: 'Where ships arrive' };
  roomId = (await ann.runCommand<CommandOutput<'create_room'>>('create_room', room)).room.id;
  token = (await ann.runProven<CommandOutput<'create_token'>>('create_token', { name: 'Terminal' })).secret;
  folder = mkdtempSync(join(tmpdir(), 'snug-examples-'));
  await run(['terminal/main.ts', 'login', server.url], token);
});
afterAll(async () => {
  await server.remove();
  rmSync(folder, { recursive: true });
});

function start(args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, ...variables };
  const [program = '', ...rest] = args;
  const child: ChildProcess = spawn(process.execPath, [join(EXAMPLES, program), ...rest], { env });
  const output = { text: '', errors: '' };
  child.stdout?.on('data', chunk => (output.text += chunk));
  child.stderr?.on('data', chunk => (output.errors += chunk));
  return { child, output };
}

/** Runs an example to its end. */
async function run(args: readonly string[], input = '') {
  const { child, output } = start(args);
  child.stdin?.end(input);
  const [code] = await once(child, 'close');
  return { code: code as number, ...output };
}

function follow(args: readonly string[], variables?: NodeJS.ProcessEnv) {
  const { child, output } = start(args, variables);
  onTestFinished(() => void child.kill());
  return { child, getLines: () => output.text.split('\n').filter(line => line !== ''), output };
}

async function readTexts(): Promise<(string | undefined)[]> {
  const input = { roomId, limit: 100 };
  const { messages } = await ann.runCommand<CommandOutput<'get_messages'>>('get_messages', input);
  return messages.map(({ text }) => text);
}

test('the terminal client keeps its token readable by its owner only', () => {
  expect(statSync(join(folder, 'snug', 'account.json')).mode & 0o777).toBe(0o600);
});

test('the terminal client lists rooms, and sends texts and files', async () => {
  expect((await run(['terminal/main.ts', 'rooms'])).text).toBe(`${roomId}  Harbour\n`);
  expect((await run(['terminal/main.ts', 'rooms', 'harb'])).text).toBe(`${roomId}  Harbour\n`);
  await run(['terminal/main.ts', 'send', 'harbour', 'Hello', 'from a terminal']);
  await run(['terminal/main.ts', 'send', roomId], 'Hello\nfrom a pipe\n');
  const path = join(folder, 'report.txt');
  writeFileSync(path, 'all well');
  await run(['terminal/main.ts', 'upload', 'Harbour', path, 'The report']);
  expect(await readTexts()).toEqual(['Hello from a terminal', 'Hello\nfrom a pipe', 'The report']);
});

test('the terminal client names what is wrong', async () => {
  const errors = async (...args: string[]) => {
    const { code, errors } = await run(['terminal/main.ts', ...args]);
    return [code, errors.split('\n')[0]];
  };
  expect(await errors('send', 'Nowhere', 'Hello')).toEqual([1, 'There is no room Nowhere']);
  expect(await errors('fly')).toEqual([1, 'Usage:']);
  expect(await errors('login', 'not an address')).toEqual([1, 'not an address is not an address']);
  const { code, errors: text } = await run(['terminal/main.ts', 'login', server.url], 'snug_wrong');
  expect([code, text]).toEqual([1, 'Please sign in\n']);
});

test('the terminal client shows no control characters of a message', async () => {
  const { getLines } = follow(['terminal/main.ts', 'tail', 'Harbour']);
  await ann.runCommand('send_message', { roomId, text: 'look \u001b]0;owned\u0007 here' });
  await until('it shows the message', () => getLines().at(-1)?.includes('look') === true);
  expect(getLines().at(-1)).toContain('Ann: look  here');
});

test('the terminal client shows each message once and in order, while the server is killed', async () => {
  const { getLines, output } = follow(['terminal/main.ts', 'tail', roomId]);
  await until('it is connected', () => getLines().length > 0);
  const texts: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    for (let sent = 0; sent < 20; sent++) {
      texts.push(`number ${texts.length}`);
      await ann.runCommand('send_message', { roomId, text: texts.at(-1) });
    }
    await server.kill();
    await server.start();
  }
  const getNumbers = () => getLines().flatMap(line => /number \d+/.exec(line)?.[0] ?? []);
  await until('the last message arrives', () => getNumbers().length >= texts.length, {
    // The client waits for up to 30 s before each attempt.
    timeoutMs: 180_000,
    describeState: () => [...getNumbers(), output.errors].join(' '),
  });
  expect(getNumbers()).toEqual(texts);
});

test('the terminal client goes on after a command that the server refused for a while, and stops after another error', async () => {
  const failures = [
    new ApiError('unavailable', 'Snug starts', { isTemporary: true }),
    undefined,
    new ApiError('forbidden', 'No'),
  ];
  class FailingApi extends Api {
    override async command<Output>(name: string, input: object): Promise<Output> {
      const failure = failures.shift();
      if (failure) throw failure;
      return super.command(name, input);
    }
  }
  await ann.runCommand('send_message', { roomId, text: 'after the start' });
  const messages = followRoom(new FailingApi({ url: server.url, token }), roomId);
  for await (const { text } of messages) if (text === 'after the start') break;
  expect(failures).toHaveLength(1);
  const others = followRoom(new FailingApi({ url: server.url, token }), roomId);
  await expect(others.next()).rejects.toThrow('No');
});

test('the terminal client stops when its token is revoked', async () => {
  const created = await ann.runProven<CommandOutput<'create_token'>>('create_token', { name: 'Short' });
  const variables = { SNUG_URL: server.url, SNUG_TOKEN: created.secret };
  const { child, getLines, output } = follow(['terminal/main.ts', 'tail', roomId], variables);
  await until('it is connected', () => getLines().length > 0);
  const exit = once(child, 'close');
  await ann.runCommand('revoke_token', { id: created.token.id });
  expect((await exit)[0]).toBe(1);
  expect(output.errors).toBe('The token is not valid\n');
});

test('the bot answers new questions', async () => {
  await ann.runCommand('send_message', { roomId, text: '!time' });
  const { bot } = await ann.runCommand<CommandOutput<'create_bot'>>('create_bot', { name: 'Clock' });
  const input = { name: 'Clock', uid: bot.uid, roomIds: [roomId] };
  const { secret } = await ann.runProven<CommandOutput<'create_token'>>('create_token', input);
  follow(['bot.ts', 'Harbour'], { SNUG_URL: server.url, SNUG_TOKEN: secret });
  const readAnswers = async () => (await readTexts()).filter(text => /^It is \d\d:\d\d$/.test(text ?? ''));
  await until('the bot answers', async () => {
    if ((await readAnswers()).length === 0) await ann.runCommand('send_message', { roomId, text: '!time' });
    return (await readAnswers()).length > 0;
  });
  expect(await readTexts()).toContain('!time');
});

test('OW3 the receiver of a webhook prints new messages, and accepts no other requests', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const created = await ann.runProven<CommandOutput<'create_webhook'>>('create_webhook', { roomId, url });
  const variables = { WEBHOOK_SECRET: created.secret, PORT: String(port) };
  const { getLines } = follow(['receiver.ts'], variables);
  await until('it listens', () => getLines().length > 0);
  const { id } = created.webhook;
  expect(await ann.runCommand('test_webhook', { id })).toEqual({});
  const forged = { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,x' };
  expect((await fetch(url, { method: 'POST', headers: forged, body: '{}' })).status).toBe(401);
  await ann.runCommand('send_message', { roomId, text: 'Hello, receiver' });
  await until('it prints the message', () => getLines().length > 1);
  expect(getLines().at(-1)).toBe('Harbour, Ann: Hello, receiver');
  await ann.runCommand('delete_webhook', { id });
});
