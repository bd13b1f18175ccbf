import type { CommandArguments, CommandName } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { PASSWORD } from '@snug/testkit/store-person.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Link } from '../src/http/openapi-links.ts';
import { PublishedApi } from '../src/testing/published-api.ts';
import { grantWorkspaceAdmin } from '../src/testing/workspace.ts';

/** They change nothing, and need nothing but what a link gives them. */
const READS: readonly string[] = [
  'open_room',
  'catch_up',
  'get_messages',
  'get_profile',
  'get_invite',
  'get_mine',
];

let server: ServerProcess;
let api: PublishedApi;
let ann: TestPerson;
let roomId: string;

beforeAll(async () => {
  server = await ServerProcess.start();
  api = await PublishedApi.read(server.url);
  ann = await TestPerson.add(server, 'Ann');
  await grantWorkspaceAdmin(server, ann.uid);
  roomId = await ann.createRoom();
});
afterAll(() => server.remove());

function listLinks(operationId: string): Link[] {
  return Object.values(api.getOperation(operationId).responses['200']?.links ?? {});
}

/** Replaces the expressions of a link by the values that they name. */
function resolve(part: unknown, result: unknown): unknown {
  if (Array.isArray(part)) return part.map(item => resolve(item, result));
  if (typeof part === 'object' && part !== null)
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolve(value, result)]));
  const keys = String(part).replace('$response.body#/', '').split('/');
  return keys.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], result);
}

async function follow(id: string, result: unknown): Promise<string[]> {
  const links = listLinks(id).filter(({ requestBody }) => !JSON.stringify(requestBody).includes('#/next'));
  for (const { operationId, requestBody } of links) {
    const body = resolve(requestBody, result) as Record<string, unknown>;
    const schema = api.getInputSchema(operationId);
    for (const [name, value] of Object.entries(body)) {
      const isValid = api.matches(schema.properties?.[name] ?? { not: {} }, value);
      expect([id, operationId, name, isValid]).toEqual([id, operationId, name, true]);
    }
    if (!READS.includes(operationId) || !api.matches(schema, body)) continue;
    const { status } = await ann.postCommand(operationId, body);
    expect([id, operationId, status]).toEqual([id, operationId, 200]);
  }
  return links.map(({ operationId }) => operationId);
}

test('T1 the links of each result lead to the operations that take its ids', async () => {
  const bob = await TestPerson.add(server, 'Bob');
  const bobsRoomId = await bob.createRoom();
  const { message } = await bob.runCommand<{ message: { id: string } }>('send_message', {
    roomId: bobsRoomId,
    text: 'to report',
  });
  await ann.runCommand('report_message', { roomId: bobsRoomId, messageId: message.id });
  const inputs: { [Name in CommandName]?: CommandArguments<Name> } = {
    create_room: { name: 'Room', description: 'A room' },
    list_rooms: {},
    find_rooms: { text: 'Room' },
    open_direct: { uids: [] },
    send_message: { roomId, text: 'x' },
    get_messages: { roomId },
    find_people: { text: 'Bob' },
    create_bot: { name: 'Bot' },
    list_bots: {},
    create_invite: {},
    list_invites: {},
    create_token: { name: 'A program', password: PASSWORD },
    list_tokens: {},
    create_webhook: { roomId, url: 'https://receiver.invalid/', password: PASSWORD },
    list_webhooks: {},
    list_sessions: {},
    list_reports: {},
  };
  const targets = await follow('upload_file', await ann.uploadFile('a.txt', 'x'));
  for (const [id, input] of Object.entries(inputs))
    targets.push(...(await follow(id, await ann.runCommand(id, input))));
  expect(new Set(targets).size).toBeGreaterThan(30);
});

test('T1 each page leads to the next one', async () => {
  await ann.createRoom();
  const { operationId, requestBody } =
    listLinks('list_rooms').find(link => link.operationId === 'list_rooms') ?? {};
  const page = await ann.runCommand('list_rooms', { limit: 1 });
  const body = resolve(requestBody, page) as object;
  expect(body).toMatchObject({ before: { roomId: expect.any(String) } });
  expect((await ann.postCommand(operationId ?? '', body)).status).toBe(200);
});
