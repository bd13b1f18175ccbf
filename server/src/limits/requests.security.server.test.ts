import type { ErrorBody, MessageFile } from '@snug/protocol';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start({
    settings: {
      SNUG_RATE_LIMITS: 'on',
      SNUG_TRUSTED_PROXIES: '127.0.0.1',
      SNUG_LIMIT_UPLOADS: '4/7200',
      SNUG_LIMIT_UPLOAD_BYTES: '6000000/7200',
      SNUG_LIMIT_SENDS: '3/7200',
      SNUG_LIMIT_REQUESTS: '60/7200',
      SNUG_LIMIT_DOWNLOADS: '5/7200',
    },
  });
});
afterAll(() => server.remove());

const from = (address: string) => ({ 'x-forwarded-for': address });

async function readError(answer: Response): Promise<ErrorBody> {
  expect(answer.status).toBe(429);
  const { error } = (await answer.json()) as { error: ErrorBody };
  expect(answer.headers.get('retry-after')).toBe(String(error.retryAfter));
  expect(error.message).toBe(`You're going a bit fast. Try again in ${error.retryAfter} seconds.`);
  return error;
}

test('Q1 the number of uploads of a person is limited, and discarded ones count', async () => {
  const ann = await TestPerson.add(server, 'Ann');
  for (let count = 0; count < 4; count++) {
    const { id } = await ann.uploadFile('a.txt', 'a');
    await ann.runCommand('discard_file', { fileId: id });
  }
  expect(await readError(await ann.upload('a.txt', 'a'))).toMatchObject({ code: 'rate_limited' });
  const ben = await TestPerson.add(server, 'Ben');
  expect(await ben.uploadFile('b.txt', 'b')).toMatchObject({ name: 'b.txt' } satisfies Partial<MessageFile>);
});

test('Q1 the bytes of uploads of a person are limited, and an upload without a length returns its unused ones', async () => {
  const cleo = await TestPerson.add(server, 'Cleo');
  await cleo.uploadFile('a.txt', 'a'.repeat(500_000));
  const streamed = () => new Blob(['a'.repeat(10)]).stream();
  expect((await cleo.upload('b.txt', streamed())).status).toBe(200);
  expect((await cleo.upload('c.txt', 'a'.repeat(5_100_000))).status).toBe(200);
  await readError(await cleo.upload('d.txt', 'a'.repeat(500_000)));
});

test('Q2 commands over HTTP and over the socket count together', async () => {
  const dora = await TestPerson.add(server, 'Dora');
  const roomId = await dora.createRoom();
  const live = await dora.connect();
  const input = { roomId, text: 'hi' };
  expect((await dora.postCommand('send_message', input)).status).toBe(200);
  expect(await live.request('send_message', input)).toHaveProperty('ok');
  expect((await dora.postCommand('send_message', input)).status).toBe(200);
  const overSocket = await live.request('send_message', input);
  expect(overSocket).toMatchObject({ error: { code: 'rate_limited', retryAfter: expect.any(Number) } });
  expect(await dora.postCommand('send_message', input)).toMatchObject({
    status: 429,
    error: { code: 'rate_limited' },
  });
});

test('Q1 requests of a network address are limited across people, separately for commands and for pages and files', async () => {
  const eve = await TestPerson.add(server, 'Eve');
  const ask = (address: string) => eve.postCommand('list_rooms', {}, from(address));
  for (let count = 0; count < 60; count++) expect((await ask('203.0.113.1')).status).toBe(200);
  const { error } = await ask('203.0.113.1');
  expect(error).toMatchObject({ code: 'rate_limited', retryAfter: expect.any(Number) });
  // The time of the requests before it counts, too.
  expect(error?.retryAfter).toBeGreaterThan(60);
  expect(error?.retryAfter).toBeLessThanOrEqual(120);
  expect((await ask('203.0.113.2')).status).toBe(200);
  for (let count = 0; count < 5; count++)
    expect((await eve.get('/files/none/a', from('203.0.113.1'))).status).toBe(404);
  await readError(await eve.get('/files/none/a', from('203.0.113.1')));
  for (let count = 0; count < 100; count++)
    expect((await eve.get('/', from('203.0.113.1'))).status).toBe(200);
});
