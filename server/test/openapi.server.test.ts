import type { CommandOutput } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../src/http/openapi-operation.ts';
import { createInputs } from '../src/testing/json-schema-inputs.ts';
import { PublishedApi } from '../src/testing/published-api.ts';
import { grantWorkspaceAdmin } from '../src/testing/workspace.ts';

const REQUESTS = IS_WIDE ? 20_000 : 800;
const seed = Number(process.env['SNUG_SEED'] ?? Date.now() % 1_000_000);

/** They would end the session of the other requests, or are no commands. */
const OTHER_OPERATIONS: readonly string[] = [
  'sign_out_everywhere',
  'end_session',
  'end_sessions',
  'set_suspension',
  'upload_file',
  'post_webhook',
];

let server: ServerProcess;
let api: PublishedApi;
let ann: TestPerson;

beforeAll(async () => {
  server = await ServerProcess.start();
  api = await PublishedApi.read(server.url);
  ann = await TestPerson.add(server, 'Ann');
  await grantWorkspaceAdmin(server, ann.uid);
});
afterAll(() => server.remove());

/** Returns ids of rooms, messages, people, files, tokens and invitations. */
async function createThings(other: TestPerson): Promise<string[]> {
  const rooms = [await ann.createRoom(), await other.createRoom()];
  const messages = await Promise.all(
    [ann, other].flatMap(author => rooms.map(roomId => sendMessage(author, roomId))),
  );
  const { id: fileId } = await ann.uploadFile('a.txt', 'not a picture');
  const { bot } = await ann.runCommand<CommandOutput<'create_bot'>>('create_bot', { name: 'Bot' });
  const { token } = await ann.runProven<CommandOutput<'create_token'>>('create_token', { name: 'A' });
  const { invite } = await ann.runCommand<CommandOutput<'create_invite'>>('create_invite', {});
  return [...rooms, ...messages, other.uid, fileId, bot.uid, token.id, invite.id];
}

async function sendMessage(author: TestPerson, roomId: string): Promise<string> {
  const input = { roomId, text: 'x' };
  return (await author.runCommand<CommandOutput<'send_message'>>('send_message', input)).message.id;
}

/** Undefined stands for a request without a body. */
function createRequests(ids: string[]): fc.Arbitrary<[Operation, unknown]> {
  const idPattern = api.getInputSchema('open_room').properties?.['roomId']?.pattern ?? '';
  const requests = api.operations
    .filter(({ operationId }) => !OTHER_OPERATIONS.includes(operationId))
    .map(operation => {
      const inputs = createInputs(api.getInputSchema(operation.operationId), { [idPattern]: ids });
      const bodies = fc.oneof({ weight: 19, arbitrary: inputs }, fc.constant(undefined));
      return fc.tuple(fc.constant(operation), bodies);
    });
  return fc.oneof(...requests);
}

async function post({ operationId }: Operation, input: unknown) {
  const json =
    input === undefined ? {} : { type: { 'content-type': 'application/json' }, body: JSON.stringify(input) };
  const response = await fetch(`${server.url}/api/${operationId}`, {
    method: 'POST',
    headers: { ...ann.credentials, ...json.type },
    body: json.body ?? null,
  });
  return { status: response.status, body: (await response.json()) as { error?: { code: string } } };
}

test(`T1 the published document has no surprise for a program (SNUG_SEED=${seed})`, async () => {
  const accepted = new Set<string>();
  const count = { valid: 0, invalid: 0 };
  const requests = createRequests(await createThings(await TestPerson.add(server, 'Bob')));
  const check = async ([operation, input]: [Operation, unknown]) => {
    const { operationId, requestBody, responses, description } = operation;
    const isValid =
      input === undefined ? !requestBody.required : api.matches(api.getInputSchema(operationId), input);
    count[isValid ? 'valid' : 'invalid']++;
    const { status, body } = await post(operation, input);
    if (status === 200) accepted.add(operationId);
    expect(status).not.toBe(500);
    expect(Object.keys(responses)).toContain(String(status));
    expect(api.matches(responses[status]?.content['application/json']?.schema ?? {}, body)).toBe(true);
    const isRefused = status === 400 && body.error?.code === 'invalid_input';
    // The description names what the schema cannot express.
    const isException = isValid && description.includes('`invalid_input`');
    expect(isRefused || isException).toBe(!isValid || isException);
  };
  await fc.assert(fc.asyncProperty(requests, check), { numRuns: REQUESTS, seed });
  expect(Math.min(count.valid, count.invalid)).toBeGreaterThan(REQUESTS / 5);
  expect(accepted.size).toBeGreaterThan(api.operations.length / 3);
});
