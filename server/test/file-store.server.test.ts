import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageFile } from '@snug/protocol';
import { getProcUnavailableReason, measurePeak } from '@snug/testkit/process-stats.ts';
import { S3_BUCKET, TestS3Store } from '@snug/testkit/s3/s3-store.ts';
import { PNG } from '@snug/testkit/sample-files.ts';
import { freePort, runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { newId } from '../src/base/ids.ts';
import { listFiles } from '../src/testing/files.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

const MB = 1024 * 1024;
const LARGE = Buffer.alloc(20 * MB, '0123456789');
const TOKEN = 'metrics-token-of-thirty-two-characters';

let store: TestS3Store;
let server: ServerProcess;
let ann: TestPerson;
let roomId: string;

beforeAll(async () => {
  store = await TestS3Store.start();
  const settings = {
    ...store.environment,
    SNUG_MAX_FILE_BYTES: String(FULL_MB * MB),
    SNUG_METRICS_TOKEN: TOKEN,
    LOG_LEVEL: 'info',
  };
  server = await ServerProcess.start({ settings });
  ann = await TestPerson.add(server, 'Ann');
  roomId = await ann.createRoom();
});
beforeEach(() => store.heal());
afterAll(async () => {
  await server.remove();
  await store.stop();
});

async function send(file: MessageFile): Promise<string> {
  const id = newId();
  await ann.runCommand('send_message', { roomId, id, fileId: file.id });
  return id;
}

async function readHash(response: Response): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of response.body ?? []) hash.update(chunk);
  return hash.digest('hex');
}

test('F1 F3 F5 files go into the store and come from it, and leave it with their message', async () => {
  const file = await ann.uploadFile('large.bin', LARGE);
  const id = await send(file);
  expect(store.keys).toHaveLength(1);
  for (const folder of ['files', 'uploads'].map(name => join(server.data, name)))
    expect(existsSync(folder) ? listFiles(folder) : []).toEqual([]);
  expect(await readHash(await ann.get(file.url))).toBe(createHash('sha256').update(LARGE).digest('hex'));
  const part = await ann.get(file.url, { range: `bytes=${8 * MB - 5}-${8 * MB + 4}` });
  expect([part.status, await part.text()]).toEqual([206, LARGE.toString('utf8', 8 * MB - 5, 8 * MB + 5)]);
  await ann.runCommand('delete_message', { roomId, messageId: id });
  await expect.poll(() => store.keys).toEqual([]);
});

test('F1 while the store is away, texts go on, files fail soon and say why, and all comes back', async () => {
  const file = await ann.uploadFile('a.png', PNG);
  await send(file);
  store.fail('cut', undefined, 10_000);
  const started = store.operations.length;
  const answer = await ann.get(file.url);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(store.operations.slice(started)).toEqual(['get', 'get']);
  const upload = await ann.upload('b.png', PNG);
  expect([upload.status, await upload.json()]).toMatchObject([503, { error: { code: 'unavailable' } }]);
  await ann.runCommand('send_message', { roomId, id: newId(), text: 'Texts go on.' });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  const metrics = () =>
    fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } }).then(response =>
      response.text(),
    );
  expect(await metrics()).toMatch(/^snug_storage_up 0$/m);
  expect(await metrics()).toMatch(/^snug_storage_failures_total\{operation="store"\} 1$/m);
  expect(server.log).toContain('The file store cannot be reached (ECONNRESET).');
  store.heal();
  expect(await (await ann.get(file.url)).arrayBuffer()).toHaveProperty('byteLength', file.size);
  await ann.uploadFile('b.png', PNG);
  expect(await metrics()).toMatch(/^snug_storage_up 1$/m);
  expect(server.log).toContain('The file store works again.');
  expect(server.log).not.toContain(file.id);
});

test('F1 a full store refuses uploads and serves downloads', async () => {
  const file = await ann.uploadFile('a.png', PNG);
  const before = store.keys;
  store.fail('full', 'put', 2);
  expect((await ann.upload('b.png', PNG)).status).toBe(503);
  expect((await ann.get(file.url)).status).toBe(200);
  expect(store.keys).toEqual(before);
});

test('F3 a download that is cut in the middle ends with an error', async () => {
  const file = await ann.uploadFile('large.bin', LARGE);
  store.fail('half', 'get');
  await expect(ann.get(file.url).then(readHash)).rejects.toThrow('terminated');
});

const FULL_MB = 500;

test.skipIf(!IS_WIDE || getProcUnavailableReason() !== undefined)(
  'F2 500 MB go into the store and come from it in a bounded amount of memory',
  async context => {
    const block = LARGE.subarray(0, MB);
    const expected = createHash('sha256');
    for (let count = 0; count < FULL_MB; count++) expected.update(block);
    // The first ones load the libraries.
    await ann.get((await ann.uploadFile('warm.bin', LARGE)).url).then(readHash);
    let url = '';
    const received = await measurePeak(server.pid, async () => {
      const body = ReadableStream.from(Array.from({ length: FULL_MB }, () => block));
      const response = await ann.upload('large.bin', body);
      url = ((await response.json()) as MessageFile).url;
    });
    const sent = await measurePeak(server.pid, async () => {
      expect(await readHash(await ann.get(url))).toBe(expected.digest('hex'));
    });
    await context.annotate(
      `peak of the memory: ${Math.round(received / MB)} MiB more for the upload, ${Math.round(sent / MB)} for the download`,
    );
    expect(received + sent).toBeLessThan(120 * MB);
  },
  10 * 60_000,
);

function createCertificate(): { path: string; tls: { key: string; cert: string } } {
  const folder = temporaryFolder();
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const args = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    ...names,
    '-keyout',
    'key.pem',
    '-out',
    'ca.pem',
  ];
  const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return { path: join(folder, 'ca.pem'), tls: { key: read('key.pem'), cert: read('ca.pem') } };
}

const hasOpenssl = /^OpenSSL [3-9]/.test(String(spawnSync('openssl', ['version']).stdout));

test.skipIf(!hasOpenssl)('a store with a CA of its own needs NODE_EXTRA_CA_CERTS', async () => {
  const { path, tls } = createCertificate();
  const secure = await TestS3Store.start({ tls });
  onTestFinished(() => secure.stop());
  const env = { PORT: String(await freePort()), SNUG_DATA: temporaryFolder(), ...secure.environment };
  const { code, stderr } = await runToEnd(env);
  expect([code, stderr]).toEqual([
    1,
    'Snug cannot run. The certificate of the file store is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). For a CA of your own, set NODE_EXTRA_CA_CERTS to the file with its certificate.\n',
  ]);
  const other = await ServerProcess.start({ settings: { ...secure.environment, NODE_EXTRA_CA_CERTS: path } });
  onTestFinished(() => other.remove());
  const bob = await TestPerson.add(other, 'Bob');
  const file = await bob.uploadFile('a.png', PNG);
  expect((await bob.get(file.url)).status).toBe(200);
  expect(secure.keys).toHaveLength(1);
});

test('a wrong key ends the start with one line, before the database is there', async () => {
  const data = temporaryFolder();
  const env = { ...store.environment, S3_SECRET_ACCESS_KEY: 'hunter2' };
  const { code, stderr } = await runToEnd({ PORT: String(await freePort()), SNUG_DATA: data, ...env });
  expect([code, stderr.split('\n'), existsSync(join(data, 'snug.db'))]).toEqual([
    1,
    [expect.stringMatching(/^Snug cannot run\. The file store refuses the access key/), ''],
    false,
  ]);
  expect(stderr).not.toContain('hunter2');
});

test('a start without the store is a warning', async () => {
  const gone = await TestS3Store.start();
  await gone.stop();
  const settings = { ...store.environment, S3_URL: `http://127.0.0.1:${gone.port}/${S3_BUCKET}` };
  const other = await ServerProcess.start({ settings: { ...settings, LOG_LEVEL: 'warn' } });
  onTestFinished(() => other.remove());
  expect(other.log).toContain('The file store cannot be reached (ECONNREFUSED). Check S3_URL');
});
