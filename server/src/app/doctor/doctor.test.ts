import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { MailServer } from '@snug/testkit/mail-server.ts';
import { expect, onTestFinished, test } from 'vitest';
import { recordBackup } from '../../db/last-backup.ts';
import { openDataFolder } from '../../db/open.ts';
import { createTestApp } from '../../testing/app.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { formatFinding, runCheck, runDoctor } from './doctor.ts';
import type { Finding } from './finding.ts';

async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy or another program. */
function serve(respond: RequestListener): Promise<string> {
  return listen(createServer(respond));
}

async function diagnose(env: NodeJS.ProcessEnv): Promise<Record<string, Finding>> {
  const findings = await runDoctor({ SNUG_DATA: temporaryFolder(), ...env });
  return Object.fromEntries(findings.map(finding => [finding.check, finding]));
}

test('settings: an invalid one ends the checks, and an unknown one is a warning', async () => {
  const invalid = await runDoctor({ PORT: 'http' });
  expect(invalid).toEqual([
    { check: 'settings', status: 'fail', text: expect.stringMatching(/^PORT is "http"/) },
  ]);
  const secret = 'hunter2-hunter2';
  const refused = await runDoctor({ SNUG_SECRET: secret });
  expect(JSON.stringify(refused)).not.toContain(secret);
  const { settings } = await diagnose({ SNUG_SIGNUP: 'closed' });
  expect(settings).toMatchObject({ status: 'warn', text: 'Snug knows no SNUG_SIGNUP.' });
  expect((await diagnose({})).settings).toMatchObject({ status: 'ok' });
});

test('data: a folder that works, one that the start will create, and a file in its place', async () => {
  const data = temporaryFolder();
  expect((await diagnose({ SNUG_DATA: data })).data).toMatchObject({ status: 'ok' });
  expect(readdirSync(data)).toEqual([]);
  const later = await diagnose({ SNUG_DATA: join(data, 'new', 'folder') });
  expect(later.data).toMatchObject({ status: 'ok', text: expect.stringContaining('does not exist yet') });
  expect(readdirSync(data)).toEqual([]);
  writeFileSync(join(data, 'file'), '');
  expect((await diagnose({ SNUG_DATA: join(data, 'file') })).data?.status).toBe('fail');
});

test('database: a new folder, one that Snug used, and a damaged file', async () => {
  const data = temporaryFolder();
  expect((await diagnose({ SNUG_DATA: data })).database).toMatchObject({ status: 'skipped' });
  const { db, unlock } = await openDataFolder(data);
  expect((await diagnose({ SNUG_DATA: data })).database).toMatchObject({ status: 'ok' });
  await db.destroy();
  unlock();
  const broken = temporaryFolder();
  writeFileSync(join(broken, 'snug.db'), 'not a database'.repeat(100));
  expect((await diagnose({ SNUG_DATA: broken })).database).toMatchObject({ status: 'fail' });
});

test('clock: a stored time that lies ahead is a warning with the difference', async () => {
  const data = temporaryFolder();
  expect((await diagnose({ SNUG_DATA: data })).clock).toMatchObject({ status: 'skipped' });
  writeFileSync(join(data, 'snug.db'), '');
  expect((await diagnose({ SNUG_DATA: data })).clock).toMatchObject({ status: 'ok' });
  for (const minutes of [2, 90]) {
    const ahead = new Date(Date.now() + minutes * 60_000);
    utimesSync(join(data, 'snug.db'), ahead, ahead);
    const { clock } = await diagnose({ SNUG_DATA: data });
    expect(clock).toMatchObject({
      status: 'warn',
      text: expect.stringMatching(/^This clock is \d+ s behind/),
    });
    const seconds = Number(/\d+/.exec(clock?.text ?? '')?.[0]);
    expect(Math.abs(seconds - minutes * 60)).toBeLessThan(30);
  }
});

test('address and sockets: Snug itself is right', async () => {
  const { app } = await createTestApp();
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  expect(await diagnose({ SNUG_URL: url })).toMatchObject({
    address: { status: 'ok' },
    // The test's app expects another origin, so it refuses the socket.
    sockets: { status: 'fail', text: expect.stringContaining('403') },
  });
});

test('address and sockets: a proxy without upgrades, another program, nothing, and silence', async () => {
  const stripped = await serve(({ url }, response) => {
    if (url === '/healthz') response.end('{"status":"ok"}');
    else response.writeHead(426).end();
  });
  expect(await diagnose({ SNUG_URL: stripped })).toMatchObject({
    address: { status: 'ok' },
    sockets: {
      status: 'fail',
      text: expect.stringContaining('WebSockets'),
      next: expect.stringContaining('Upgrade'),
    },
  });
  const other = await serve(
    (_request, response) => void response.end('<h1>Welcome to nginx!</h1>'.repeat(1_000)),
  );
  expect((await diagnose({ SNUG_URL: other })).address).toMatchObject({
    status: 'fail',
    text: expect.stringContaining('not Snug'),
  });
  const nothing = await diagnose({ SNUG_URL: 'http://127.0.0.1:1' });
  expect(nothing).toMatchObject({
    address: { status: 'warn', text: expect.stringContaining('A browser elsewhere may reach it') },
    sockets: { status: 'skipped' },
  });
  const sockets = new Set<{ destroy: () => void }>();
  const silent = await listen(createTcpServer(socket => sockets.add(socket)));
  expect(await diagnose({ SNUG_URL: silent })).toMatchObject({
    address: { status: 'warn', text: expect.stringContaining('ETIMEDOUT') },
    sockets: { status: 'skipped' },
  });
  for (const socket of sockets) socket.destroy();
  expect((await diagnose({ HOST: '0.0.0.0' })).address).toMatchObject({ status: 'warn' });
});

test('mail: a server that works, one that refuses, one that is silent, and none', async () => {
  const server = await MailServer.start();
  const { settings } = server;
  expect((await diagnose(settings)).mail).toMatchObject({ status: 'ok' });
  expect(server.mails).toEqual([]);
  await server.stop();
  expect((await diagnose(settings)).mail).toMatchObject({
    status: 'fail',
    text: expect.stringContaining('connection refused'),
  });
  const sockets = new Set<{ destroy: () => void }>();
  const url = await listen(createTcpServer(socket => sockets.add(socket)));
  const env = { SNUG_SMTP_URL: url.replace('http', 'smtp'), SNUG_MAIL_FROM: 'snug@snug.example' };
  expect((await diagnose(env)).mail).toMatchObject({
    status: 'fail',
    text: expect.stringContaining('in time'),
  });
  for (const socket of sockets) socket.destroy();
  expect((await diagnose({})).mail).toMatchObject({ status: 'skipped' });
});

test('backup: none, an old one and a new one', async () => {
  const data = temporaryFolder();
  mkdirSync(data, { recursive: true });
  expect((await diagnose({ SNUG_DATA: data })).backup).toMatchObject({
    status: 'warn',
    next: expect.any(String),
  });
  for (const [days, status] of [
    [0, 'ok'],
    [3, 'warn'],
  ] as const) {
    await recordBackup(data, { at: Date.now() - days * 86_400_000, bytes: 1, missingFiles: 0 });
    expect((await diagnose({ SNUG_DATA: data })).backup?.status).toBe(status);
  }
});

test('a check that hangs or throws is a failure of its own', async () => {
  const hanging = { name: 'disk', run: () => new Promise<never>(() => {}) };
  expect(await runCheck(hanging, 10)).toMatchObject({ check: 'disk', status: 'fail' });
  const broken = { name: 'disk', run: () => Promise.reject(new Error('EIO')) };
  expect(await runCheck(broken)).toEqual({ check: 'disk', status: 'fail', text: 'EIO' });
});

test('a line has its mark, its name, its text and the next step', () => {
  const finding = { check: 'clock', status: 'warn', text: 'It is late.', next: 'Set it.' } as const;
  expect(formatFinding(finding)).toBe('warn clock     It is late. Set it.');
  expect(formatFinding({ check: 'mail', status: 'fail', text: 'No.' })).toBe('FAIL mail      No.');
});
