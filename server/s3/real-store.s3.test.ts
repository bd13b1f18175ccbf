import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { MessageFile } from '@snug/protocol';
import { startCommand } from '@snug/testkit/backup-commands.ts';
import { createCertificates } from '@snug/testkit/certificates.ts';
import { readMemory } from '@snug/testkit/process-stats.ts';
import { BUILT_MAIN, runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { until } from '@snug/testkit/until.ts';
import { expect, onTestFinished, test } from 'vitest';
import { runDoctor } from '../src/app/doctor/doctor.ts';
import { readConfig } from '../src/config/config.ts';
import { S3Storage } from '../src/files/storage/s3/s3-storage.ts';
import { createUnfinishedUploadSweep } from '../src/files/storage/s3/unfinished-upload-sweep.ts';
import { temporaryFolder } from '../src/testing/temporary-folder.ts';

const MB = 1_000_000;
const DAY_MS = 86_400_000;
const MAX_MEMORY_BYTES = 120 * MB;

const { SNUG_TEST_S3_URL: bucketUrl = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = process.env;
const KEY = { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
const LIMITS = { SNUG_MAX_FILE_BYTES: String(600 * MB), SNUG_QUOTA_MB: '10000' };

/** A folder of the bucket for each test. */
function createSettings() {
  return { S3_URL: `${bucketUrl}/${Date.now()}`, ...KEY };
}

function openStorage(settings: Record<string, string>): S3Storage {
  const { s3 } = readConfig(settings);
  if (!s3) throw new Error('npm run test:s3 starts the store');
  const storage = new S3Storage({ ...s3, now: Date.now });
  onTestFinished(() => storage.close());
  return storage;
}

async function startServer(
  settings: Record<string, string>,
  data = temporaryFolder(),
): Promise<ServerProcess> {
  const server = await ServerProcess.start({ settings: { ...LIMITS, ...settings }, data });
  onTestFinished(() => server.remove());
  return server;
}

/** Bytes that differ from file to file, made while they are sent. */
function* makeBytes(seed: number, size: number): Generator<Buffer> {
  let block = createHash('sha256').update(`file ${seed}`).digest();
  for (let left = size; left > 0; ) {
    block = createHash('sha256').update(block).digest();
    const part = Buffer.alloc(Math.min(left, MB), block);
    left -= part.length;
    yield part;
  }
}

function hashOf(seed: number, size: number): string {
  const hash = createHash('sha256');
  for (const part of makeBytes(seed, size)) hash.update(part);
  return hash.digest('hex');
}

interface Stored {
  url: string;
  hash: string;
}

async function send(person: TestPerson, roomId: string, seed: number, size: number): Promise<Stored> {
  const response = await person.upload(`${seed}.bin`, ReadableStream.from(makeBytes(seed, size)));
  if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`);
  const { id, url } = (await response.json()) as MessageFile;
  await person.runCommand('send_message', { id, roomId, fileId: id });
  return { url, hash: hashOf(seed, size) };
}

async function readHash(response: Response): Promise<string> {
  if (!response.ok) return `status ${response.status}`;
  const hash = createHash('sha256');
  for await (const chunk of response.body ?? []) hash.update(chunk);
  return hash.digest('hex');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

test('500 MB go up and down with at most 120 MB more memory', async () => {
  const server = await startServer(createSettings());
  const ann = await TestPerson.add(server, 'Ann');
  const roomId = await ann.createRoom();
  // The first one loads the libraries.
  await send(ann, roomId, 1, MB);
  const before = readMemory(server.pid).now;
  const begun = Date.now();
  const file = await send(ann, roomId, 2, 500 * MB);
  const up = readMemory(server.pid).most - before;
  const sent = Date.now();
  expect(await readHash(await ann.get(file.url))).toBe(file.hash);
  const all = readMemory(server.pid).most - before;
  const rate = (ms: number) => `${(500_000 / ms).toFixed(0)} MB/s`;
  print(
    `500 MB up: ${rate(sent - begun)}, +${(up / MB).toFixed(0)} MB; down: ${rate(Date.now() - sent)}, +${(all / MB).toFixed(0)} MB`,
  );
  expect(all).toBeLessThan(MAX_MEMORY_BYTES);
});

test('2 GB move to the store and back while Snug runs, through kills, with equal hashes', async () => {
  const settings = createSettings();
  const server = await startServer({});
  const ann = await TestPerson.add(server, 'Ann');
  const roomId = await ann.createRoom();
  const files: Stored[] = [];
  for (let seed = 0; seed < 3; seed++) files.push(await send(ann, roomId, seed, 500 * MB));
  for (let seed = 3; seed < 253; seed++) files.push(await send(ann, roomId, seed, 2 * MB));
  const check = async () => {
    const wrong: string[] = [];
    for (const { url, hash } of files) if ((await readHash(await ann.get(url))) !== hash) wrong.push(url);
    expect(wrong).toEqual([]);
  };
  const copy = async (to: string, env: Record<string, string>, kills: number) => {
    const args = ['copy', '--to', to, '--delete-source'];
    for (let kill = 0; kill < kills; kill++) {
      const { child, ended } = startCommand('files', server.data, args, '', env);
      setTimeout(() => child.kill('SIGKILL'), 4_000 + 3_000 * kill);
      const { code, stdout, stderrLines } = await ended;
      if (code !== null) throw new Error(`too fast for a kill: ${code} ${stdout} ${stderrLines.join(' ')}`);
      // Snug serves files from both places meanwhile.
      const some = files.filter((_file, index) => index >= 3 && index % 50 === kill);
      for (const { url, hash } of some) expect(await readHash(await ann.get(url))).toBe(hash);
    }
    const begun = Date.now();
    const { code, stdout, stderrLines } = await startCommand('files', server.data, args, '', env).ended;
    print(`to ${to}, after ${kills} kills, ${((Date.now() - begun) / 1_000).toFixed(0)} s: ${stdout}`);
    expect([code, stderrLines]).toEqual([0, []]);
  };
  await server.restart({ ...settings, S3_FALLBACK: 'folder' });
  await copy('s3', { ...settings, S3_FALLBACK: 'folder' }, 2);
  expect(readdirSync(join(server.data, 'files'), { recursive: true })).toEqual([]);
  await server.restart({ ...settings, S3_FALLBACK: '' });
  await check();
  await server.restart({ ...settings, S3_FALLBACK: 'store' });
  await copy('folder', { ...settings, S3_FALLBACK: 'store' }, 1);
  const names = Object.keys({ ...settings, S3_FALLBACK: '' });
  await server.restart(Object.fromEntries(names.map(name => [name, ''])));
  await check();
  const keys = readdirSync(join(server.data, 'files'));
  const storage = openStorage(settings);
  const left = await Promise.all(keys.map(key => storage.find(key)));
  expect([keys.length, left.filter(found => found !== undefined)]).toEqual([files.length, []]);
});

test('the upload of a killed server is ended after a day, and not before', async () => {
  const settings = createSettings();
  const storage = openStorage(settings);
  const server = await startServer(settings);
  const ann = await TestPerson.add(server, 'Ann');
  const lost = ann.upload('large.bin', ReadableStream.from(makeBytes(1, 300 * MB))).catch(() => undefined);
  await until('parts are sent', async () => (await storage.listUploads({ limit: 9 })).length === 1, {
    timeoutMs: 60_000,
  });
  await server.kill();
  await lost;
  const sweep = async (days: number) => {
    const job = createUnfinishedUploadSweep({ storage, now: () => Date.now() + days * DAY_MS, warn: print });
    expect(await job.step(undefined)).toBe(undefined);
    return (await storage.listUploads({ limit: 9 })).length;
  };
  expect([await sweep(0.9), await sweep(1.1)]).toEqual([1, 0]);
});

test('the doctor finds nothing wrong, and leaves nothing behind', async () => {
  const settings = createSettings();
  const findings = await runDoctor({ SNUG_DATA: temporaryFolder(), ...settings });
  const lines = findings.filter(({ check }) => check.startsWith('s3'));
  expect(lines.map(({ check, status }) => `${check}: ${status}`)).toEqual([
    's3: ok',
    's3 clock: ok',
    's3 hashes: ok',
    's3 parts: ok',
    's3 list: ok',
    's3 remove: ok',
  ]);
  const storage = openStorage(settings);
  expect(await storage.listUploads({ limit: 9 })).toEqual([]);
});

test('a store with a certificate of a private CA is used with it, and refused with one line without it', async () => {
  const { authority: ca, certificate, key } = createCertificates(temporaryFolder(), 'localhost');
  const { port } = new URL(bucketUrl);
  const proxy = createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, socket => {
    const store = connect(Number(port), '127.0.0.1');
    socket.pipe(store).pipe(socket);
    for (const end of [socket, store]) end.on('error', () => (socket.destroy(), store.destroy()));
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  const { port: tlsPort } = proxy.address() as { port: number };
  const settings = { S3_URL: `https://localhost:${tlsPort}/snug/tls-${Date.now()}`, ...KEY };
  const refused = await runToEnd({ SNUG_DATA: temporaryFolder(), ...settings });
  expect(refused.code).toBe(1);
  expect(refused.stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/certificate.*NODE_EXTRA_CA_CERTS/),
  ]);
  const trusted = { ...settings, NODE_EXTRA_CA_CERTS: ca };
  const server = await startServer(trusted);
  const ann = await TestPerson.add(server, 'Ann');
  const file = await send(ann, await ann.createRoom(), 1, 20 * MB);
  expect(await readHash(await ann.get(file.url))).toBe(file.hash);
  const doctor = async (env: Record<string, string>) => {
    const main = BUILT_MAIN.replace(/main\.js$/, 'snug.js');
    const prefix = ['sh', '-c', 'exec "$@" doctor', 'sh'];
    const { stdout } = await runToEnd({ SNUG_DATA: server.data, ...env }, { main, prefix });
    return stdout.split('\n').filter(line => line.includes(' s3 '));
  };
  expect((await doctor(trusted)).map(line => line.slice(0, 4))).toEqual(Array(6).fill('ok  '));
  expect((await doctor(settings))[0]).toMatch(/^FAIL s3 .*certificate.*NODE_EXTRA_CA_CERTS/);
});
