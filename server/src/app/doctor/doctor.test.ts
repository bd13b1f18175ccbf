import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { MailServer } from '@snug/testkit/mail-server.ts';
import { NatsBroker, type NatsBrokerOptions } from '@snug/testkit/nats-broker.ts';
import { freePort } from '@snug/testkit/server-process.ts';
import { expect, onTestFinished, test } from 'vitest';
import { recordBackup } from '../../db/last-backup.ts';
import { openDataFolder } from '../../db/open.ts';
import { type ProxyFaults, ReverseProxy } from '../../testing/reverse-proxy.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createBrokerCheck } from './broker-check.ts';
import { createDatabaseChecks } from './database-checks.ts';
import { formatFinding, runCheck, runDoctor } from './doctor.ts';
import type { Finding } from './finding.ts';
import { createOutboundCheck, openConnection } from './outbound-check.ts';

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
  const findings = await runDoctor({ SNUG_DATA: temporaryFolder(), PORT: String(await freePort()), ...env });
  expect(findings.filter(isProblem).filter(finding => !hasNextStep(finding))).toEqual([]);
  return Object.fromEntries(findings.map(finding => [finding.check, finding]));
}

function isProblem({ status }: Finding): boolean {
  return status === 'warn' || status === 'fail';
}

/** The message of a start has it in its text. */
function hasNextStep({ next, text }: Finding): boolean {
  return next !== undefined || /\b(?:must|Run|Enter|set)\b/.test(text);
}

/** What is wrong, without the lines that are right or not checked. */
function listProblems(findings: Record<string, Finding>): string[] {
  return Object.values(findings)
    .filter(finding => isProblem(finding) && finding.check !== 'backup')
    .map(({ check, status }) => `${check}: ${status}`);
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
  const quoted = await diagnose({ SNUG_NAME: '"My team"' });
  const text = 'The quotes around SNUG_NAME are a part of the value.';
  expect(quoted.settings).toMatchObject({ status: 'warn', text, next: 'Remove them, unless you want them.' });
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
  expect((await diagnose({ SNUG_DATA: join(data, 'file', 'data') })).data).toMatchObject({
    status: 'fail',
    text: expect.stringContaining('may not create it (ENOTDIR)'),
  });
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

test('broker: one that answers, one that refuses the token, one that allows too little, and none', async () => {
  const diagnoseBroker = async (options: NatsBrokerOptions, NATS_TOKEN = '') => {
    const broker = await NatsBroker.start(options);
    const check = createBrokerCheck({
      servers: [`127.0.0.1:${broker.port}`],
      token: NATS_TOKEN || undefined,
    });
    const found = await runCheck(check);
    await broker.stop();
    return { ...found, afterwards: await runCheck(check) };
  };
  const well = await diagnoseBroker({ token: 'right' }, 'right');
  expect(well).toMatchObject({ status: 'ok', text: expect.stringContaining('1024 kB') });
  expect(well.afterwards).toMatchObject({ status: 'fail', text: 'NATS cannot be used: connection refused' });
  expect(well.afterwards.next).toContain('NATS_URL');
  expect(await diagnoseBroker({ token: 'right' }, 'wrong')).toMatchObject({
    status: 'fail',
    text: 'NATS refuses Snug: Authorization Violation.',
  });
  expect(await diagnoseBroker({ maxPayload: 1_000 })).toMatchObject({
    status: 'fail',
    text: expect.stringContaining('Raise max_payload'),
  });
});

test('clock: a stored time that lies ahead is a warning with the difference', async () => {
  const data = temporaryFolder();
  expect((await diagnose({ SNUG_DATA: data })).clock).toMatchObject({ status: 'ok' });
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

/** Snug does not run, so the doctor answers behind the proxy. */
async function startProxy() {
  const port = await freePort();
  const proxy = await ReverseProxy.start(port);
  const env = { PORT: String(port), SNUG_URL: proxy.url, SNUG_TRUSTED_PROXIES: '127.0.0.1' };
  return { proxy, env, port };
}

test('clock: one that is before the files of the release is a warning', async () => {
  const [, clock] = createDatabaseChecks(
    { data: temporaryFolder(), databaseUrl: undefined },
    () => 1_000_000,
  );
  expect(await clock?.run()).toMatchObject({
    status: 'warn',
    text: expect.stringMatching(/behind the files of this release/),
    next: expect.stringContaining('NTP'),
  });
});

test('address: without a proxy and behind one that works, the doctor answers for a Snug that does not run', async () => {
  const direct = await diagnose({});
  expect(listProblems(direct)).toEqual([]);
  expect(direct).toMatchObject({
    address: { status: 'ok', text: expect.stringContaining('does not run') },
    proxy: { status: 'ok', text: 'No proxy is in between.' },
    sockets: { status: 'ok' },
    uploads: { status: 'ok', text: 'Uploads of 5.12 MB pass.' },
  });
  const { proxy, env, port } = await startProxy();
  for (const forwardedFor of ['overwrite', 'append'] as const) {
    proxy.faults = { forwardedFor };
    expect(listProblems(await diagnose(env))).toEqual([]);
  }
  // Nothing listens any more.
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
});

test.for<[name: string, faults: ProxyFaults, problem: string, text: RegExp, next: RegExp]>([
  ['drops upgrades', { dropsUpgrades: true }, 'sockets: fail', /status 503.*WebSockets/, /Upgrade/],
  ['takes 1 MB', { maxBodyBytes: 1_000_000 }, 'uploads: fail', /413.*5\.12 MB/, /client_max_body_size/],
  ['takes 5 MB', { maxBodyBytes: 5_000_000 }, 'uploads: fail', /413.*5\.12 MB/, /client_max_body_size/],
  ['cuts bodies', { cutsBodiesAt: 2_000_000 }, 'uploads: fail', /cuts uploads off/, /limit for the body/],
  ['stores bodies', { buffers: true }, 'uploads: warn', /stores an upload/, /proxy_request_buffering/],
  ['adds no address', { forwardedFor: 'remove' }, 'proxy: warn', /does not add/, /X-Forwarded-For/],
  ['passes addresses', { forwardedFor: 'pass' }, 'proxy: fail', /claim any address/, /overwrite/],
  [
    'is not trusted',
    { localAddress: '127.0.0.7' },
    'proxy: warn',
    /127\.0\.0\.7 is not in SNUG_TRUSTED_PROXIES/,
    /SNUG_TRUSTED_PROXIES=127\.0\.0\.1,127\.0\.0\.7/,
  ],
])('a proxy that %s has this line, and no other', async ([, faults, problem, text, next]) => {
  const { proxy, env } = await startProxy();
  proxy.faults = faults;
  const findings = await diagnose(env);
  expect(listProblems(findings)).toEqual([problem]);
  const [check = ''] = problem.split(':');
  expect(findings[check]).toMatchObject({
    text: expect.stringMatching(text),
    next: expect.stringMatching(next),
  });
});

test('address: another program, another Snug, a redirect, a proxy that reaches nothing, and silence', async () => {
  const { proxy, env } = await startProxy();
  for (const [answers, text] of [
    [(response: ServerResponse) => response.end('<h1>Welcome to nginx!</h1>'.repeat(1_000)), /not Snug/],
    [
      (response: ServerResponse) => response.writeHead(404).end('{"error":{"code":"not_found"}}'),
      /another Snug/,
    ],
    [
      (response: ServerResponse) => response.writeHead(308, { location: 'https://chat.snug.example/' }).end(),
      /leads on to https:\/\/chat\.snug\.example/,
    ],
    [(response: ServerResponse) => response.writeHead(502).end(), /does not reach Snug \(status 502\)/],
  ] as const) {
    proxy.faults = { answers: (_request, response) => void answers(response) };
    const findings = await diagnose(env);
    expect(listProblems(findings)).toEqual(['address: fail']);
    expect(findings.address?.text).toMatch(text);
    // The proxy of an image finds Snug by its name, which a container of the doctor alone does not have.
    expect(findings.address?.next?.includes('--use-aliases')).toBe(text.source.includes('502'));
    expect(findings.uploads?.status).toBe('skipped');
  }
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
  // It speaks http.
  const { address } = await diagnose({ ...env, SNUG_URL: proxy.url.replace('http:', 'https:') });
  expect(address).toMatchObject({ status: 'fail', text: expect.stringContaining('does not speak https') });
  expect((await diagnose({ HOST: '0.0.0.0' })).address).toMatchObject({ status: 'warn' });
});

test('address: a proxy that looks whether Snug is ready finds the doctor', async () => {
  const { proxy, env, port } = await startProxy();
  const statuses: number[] = [];
  proxy.faults = {
    async answers(_request, response) {
      statuses.push((await fetch(`http://127.0.0.1:${port}/readyz`)).status);
      proxy.faults = {};
      response.writeHead(503).end();
    },
  };
  expect(listProblems(await diagnose(env))).toEqual([]);
  expect(statuses).toEqual([200]);
});

test('address: another program on the port of Snug leaves the address unchecked, with the reason', async () => {
  const { port } = new URL(await serve((_request, response) => void response.end('hello')));
  const findings = await diagnose({ PORT: port });
  expect(listProblems(findings)).toEqual([]);
  expect(findings.address).toMatchObject({
    status: 'skipped',
    text: expect.stringContaining(
      `another program, or a Snug with other settings, answers on 127.0.0.1, port ${port}`,
    ),
  });
});

test('mail: a server that works, one that refuses the password, nothing, silence, and none', async () => {
  const server = await MailServer.start();
  const { settings } = server;
  expect((await diagnose(settings)).mail).toMatchObject({ status: 'ok' });
  expect(server.mails).toEqual([]);
  server.refusals.sign_in = [535, '5.7.8 Authentication failed'];
  const url = `smtp://snug:hunter2-hunter2@127.0.0.1:${server.port}`;
  const refused = await diagnose({ ...settings, SNUG_SMTP_URL: url });
  expect(listProblems(refused)).toEqual(['mail: fail']);
  expect(refused.mail?.text).toMatch(/refuses the user or the password \(.*5\.7\.8/);
  expect(JSON.stringify(refused)).not.toContain('hunter2');
  await server.stop();
  expect((await diagnose(settings)).mail).toMatchObject({
    status: 'fail',
    text: expect.stringContaining('connection refused'),
  });
  const sockets = new Set<{ destroy: () => void }>();
  const silent = await listen(createTcpServer(socket => sockets.add(socket)));
  const env = { SNUG_SMTP_URL: silent.replace('http', 'smtp'), SNUG_MAIL_FROM: 'snug@snug.example' };
  expect((await diagnose(env)).mail).toMatchObject({
    status: 'fail',
    text: expect.stringContaining('in time'),
  });
  for (const socket of sockets) socket.destroy();
  expect((await diagnose({})).mail).toMatchObject({ status: 'skipped' });
});

test('backup: none, an old one and a new one', async () => {
  const data = temporaryFolder();
  const expected = { status: 'warn', next: expect.any(String) };
  expect((await diagnose({ SNUG_DATA: data })).backup).toMatchObject(expected);
  const { db, unlock } = await openDataFolder(data);
  onTestFinished(() => db.destroy());
  unlock();
  expect((await diagnose({ SNUG_DATA: data })).backup).toMatchObject(expected);
  for (const [days, status] of [
    [0, 'ok'],
    [3, 'warn'],
  ] as const) {
    await recordBackup(db, { at: Date.now() - days * 86_400_000, bytes: 1, missingFiles: 0 });
    expect((await diagnose({ SNUG_DATA: data })).backup?.status).toBe(status);
  }
  await recordBackup(db, { at: Date.now(), bytes: 1, missingFiles: 0 });
  const { backup } = await diagnose({ SNUG_DATA: data, SNUG_SECRET: 's'.repeat(32) });
  expect(backup).toMatchObject({
    status: 'ok',
    text: expect.stringContaining('does not contain SNUG_SECRET'),
  });
});

test('mail: on request, a mail to somebody', async () => {
  const server = await MailServer.start();
  onTestFinished(() => server.stop());
  const send = async (mailTo: string) => {
    const env = { ...server.settings, SNUG_NAME: 'Our team' };
    const settings = { SNUG_DATA: temporaryFolder(), PORT: String(await freePort()), ...env };
    const findings = await runDoctor(settings, { mailTo });
    return findings.find(({ check }) => check === 'mail');
  };
  expect(await send('ann@snug.example')).toMatchObject({
    status: 'ok',
    text: expect.stringContaining('accepted a mail'),
  });
  expect(server.mailsTo('ann@snug.example')).toMatchObject([
    { headers: expect.stringContaining('Our team'), text: expect.stringContaining('Our team can send mail') },
  ]);
  server.refusals.sender = [553, '5.7.1 Sender is not yours'];
  expect(await send('ben@snug.example')).toMatchObject({
    status: 'fail',
    text: expect.stringMatching(/SNUG_MAIL_FROM.*5\.7\.1/),
  });
});

test('outbound: all reached, one not, and a machine without the internet', async () => {
  const check = (unreached: readonly string[]) =>
    createOutboundCheck(async host => (unreached.includes(host) ? 'EHOSTUNREACH' : undefined)).run();
  expect(await check([])).toMatchObject({ status: 'ok' });
  for (const unreached of [['web.push.apple.com'], ['fcm.googleapis.com', 'web.push.apple.com']]) {
    const { status, text, next } = await check(unreached);
    expect([status, text.match(/\S+: EHOSTUNREACH/g)]).toEqual([
      'warn',
      unreached.map(host => `${host}: EHOSTUNREACH`),
    ]);
    expect(next).toContain('port 443');
  }
  expect(await openConnection('127.0.0.1', 1)).toBe('ECONNREFUSED');
  const { port } = new URL(await serve((_request, response) => void response.end()));
  expect(await openConnection('127.0.0.1', Number(port))).toMatch(/SSL|EPROTO|ECONNRESET/);
});

test('a check that hangs or throws is a failure of its own', async () => {
  const hanging = { name: 'disk', run: () => new Promise<never>(() => {}), timeoutMs: 10 };
  expect(await runCheck(hanging)).toMatchObject({ check: 'disk', status: 'fail' });
  const broken = { name: 'disk', run: () => Promise.reject(new Error('EIO')) };
  expect(await runCheck(broken)).toEqual({ check: 'disk', status: 'fail', text: 'EIO' });
});

test('a line has its mark, its name, its text and the next step', () => {
  const finding = { check: 'clock', status: 'warn', text: 'It is late.', next: 'Set it.' } as const;
  expect(formatFinding(finding)).toBe('warn clock     It is late. Set it.');
  expect(formatFinding({ check: 'mail', status: 'fail', text: 'No.' })).toBe('FAIL mail      No.');
});
