import { COMMANDS, MAX_BODY_BYTES, MAX_FRAME_BYTES } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: ServerProcess;
let ann: TestPerson;

beforeAll(async () => {
  server = await ServerProcess.start();
  ann = await TestPerson.add(server, 'Ann');
});
afterAll(() => server.remove());

/** The deepest JSON of so many bytes: lists in lists, or objects in objects. */
const DEEP: [description: string, nested: (bytes: number) => string][] = [
  ['lists', bytes => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)],
  ['objects', bytes => `${'{"a":'.repeat(bytes / 6)}1${'}'.repeat(bytes / 6)}`],
  ['prototypes', bytes => `${'{"__proto__":'.repeat(bytes / 14)}1${'}'.repeat(bytes / 14)}`],
];

for (const [kind, [description, nested]] of DEEP.entries()) {
  /** Without `IS_WIDE`, each command gets one kind. */
  const commands = Object.keys(COMMANDS).filter((_, index) => IS_WIDE || index % DEEP.length === kind);

  test(`T4 every command survives ${description} in ${description}, over either transport`, async () => {
    const live = await ann.connect();
    for (const [id, command] of commands.entries()) {
      live.socket.send(`{"id":${id},"command":"${command}","input":${nested(MAX_FRAME_BYTES - 100)}}`);
      const response = await post(`/api/${command}`, nested(MAX_BODY_BYTES - 100));
      expect([command, response.status, await response.json()]).toMatchObject([
        command,
        400,
        { error: { code: 'invalid_input' } },
      ]);
    }
    const getResults = () => live.frames.filter(frame => 'id' in frame);
    await expect.poll(getResults).toHaveLength(commands.length);
    for (const result of getResults()) expect(result).toMatchObject({ error: { code: 'invalid_input' } });
  });

  test(`T4 sign-in and sign-up survive ${description} in ${description}`, async () => {
    for (const path of ['sign-in/email', 'sign-up/email', 'sign-in/social', 'sign-out']) {
      for (const body of [nested(16_000), `{"email":${nested(15_000)},"password":"x","name":"x"}`]) {
        const { status } = await post(`/api/auth/${path}`, body, '');
        expect([path, status < 500]).toEqual([path, true]);
      }
    }
  });
}

test('T4 a body beyond the limit is rejected before it is read', async () => {
  const response = await post('/api/list_rooms', ' '.repeat(MAX_BODY_BYTES + 1));
  expect([response.status, await response.json()]).toMatchObject([413, { error: { code: 'too_large' } }]);
  expect((await post('/api/auth/sign-in/email', ' '.repeat(16 * 1024 + 1))).status).toBe(413);
});

function post(path: string, body: string, cookie = ann.cookie): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, cookie },
    body,
  });
}
