import { chmodSync, cpSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_MAIN, freePort, runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { SmallDisk, smallDiskProblem } from '@snug/testkit/small-disk.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ProxyFaults, ReverseProxy } from '../../testing/reverse-proxy.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { runDoctor } from './doctor.ts';
import type { Finding } from './finding.ts';

const COMMANDS = BUILT_MAIN.replace(/main\.js$/, 'snug.js');
const NOBODY = 65_534;

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start();
});
afterAll(() => server.remove());

/** By a command of a release, with a server at this address. */
async function runSnug(command: string, env: NodeJS.ProcessEnv, prefix: readonly string[] = []) {
  const { data, port } = server;
  const shell = ['sh', '-c', `exec "$@" ${command}`, 'sh'];
  return runToEnd(
    { PORT: String(port), SNUG_DATA: data, ...env },
    { main: COMMANDS, prefix: [...prefix, ...shell] },
  );
}

function list(findings: readonly Finding[]): string[] {
  return findings.map(({ check, status }) => `${check}: ${status}`);
}

function listProblems(findings: readonly Finding[]): string[] {
  return list(findings).filter(line => /warn|fail/.test(line) && !line.startsWith('backup'));
}

test('the doctor finds nothing wrong with a server that runs, but for its missing backup', async () => {
  const { code, stdout } = await runSnug('doctor --json', {});
  expect(list(JSON.parse(stdout) as Finding[])).toEqual([
    'settings: ok',
    'data: ok',
    'database: ok',
    'clock: ok',
    'address: ok',
    'proxy: ok',
    'sockets: ok',
    'uploads: ok',
    'mail: skipped',
    'backup: warn',
  ]);
  expect(code).toBe(0);
});

test('the doctor prints a line for each check, and ends with 1 if one fails', async () => {
  const { code, stdout } = await runSnug('doctor', {
    SNUG_SMTP_URL: 'smtp://127.0.0.1:1',
    SNUG_MAIL_FROM: 'a@b.example',
  });
  const lines = stdout.trimEnd().split('\n');
  expect([code, lines.length]).toEqual([1, 10]);
  expect(lines.filter(line => line.startsWith('FAIL'))).toEqual([
    expect.stringMatching(/^FAIL mail .*refused/),
  ]);
  for (const options of ['--all', 'everything', '--mail-to', '--mail-to nobody']) {
    const wrong = await runSnug(`doctor ${options}`, {});
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('--json')]);
  }
});

test('behind a proxy, each of its faults has its line and no other, while Snug runs', async () => {
  const port = await freePort();
  const proxy = await ReverseProxy.start(port);
  const settings = {
    PORT: String(port),
    SNUG_URL: proxy.url,
    SNUG_TRUSTED_PROXIES: '127.0.0.1',
    SNUG_MAX_FILE_BYTES: '50000000',
  };
  const data = temporaryFolder();
  const behind = await ServerProcess.start({ port, data, settings });
  onTestFinished(() => behind.remove());
  for (const [faults, problem] of [
    [{}, undefined],
    [{ forwardedFor: 'append' }, undefined],
    [{ dropsUpgrades: true }, 'sockets: fail'],
    [{ maxBodyBytes: 20_000_000 }, 'uploads: fail'],
    [{ cutsBodiesAt: 6_000_000 }, 'uploads: fail'],
    [{ buffers: true }, 'uploads: warn'],
    [{ forwardedFor: 'remove' }, 'proxy: warn'],
    [{ forwardedFor: 'pass' }, 'proxy: fail'],
    [{ localAddress: '127.0.0.9' }, 'proxy: warn'],
  ] as const satisfies [ProxyFaults, string | undefined][]) {
    proxy.faults = faults;
    const findings = await runDoctor({ ...settings, SNUG_DATA: data });
    expect([faults, listProblems(findings)]).toEqual([faults, problem === undefined ? [] : [problem]]);
  }
  proxy.faults = {};
  const moved = await runDoctor({
    ...settings,
    SNUG_URL: proxy.url.replace('127.0.0.1', 'localhost'),
    SNUG_DATA: data,
  });
  expect(moved.find(({ check }) => check === 'address')).toMatchObject({
    status: 'fail',
    text: `The Snug that runs expects ${proxy.url}, and SNUG_URL is ${proxy.url.replace('127.0.0.1', 'localhost')}.`,
  });
  expect(listProblems(moved)).toEqual(['address: fail']);
  // Requests that a proxy or the doctor cut off are no failures of Snug.
  expect(behind.log).not.toMatch(/"level":(?:50|60)/);
});

test('an address that leads to another Snug, or to a copy of this one, is named', async () => {
  const { data } = server;
  const copy = temporaryFolder();
  cpSync(join(data, 'secret'), join(copy, 'secret'));
  for (const [folder, text] of [
    [temporaryFolder(), /leads to another Snug/],
    [copy, /a Snug with the same secret, which does not listen on 127\.0\.0\.1/],
  ] as const) {
    const findings = await runDoctor({
      PORT: String(await freePort()),
      SNUG_DATA: folder,
      SNUG_URL: server.url,
    });
    expect(listProblems(findings)).toEqual(['address: fail']);
    expect(findings.find(({ check }) => check === 'address')?.text).toMatch(text);
  }
});

test('a full disk is one line, with what to do', async ({ skip }) => {
  const problem = smallDiskProblem();
  skip(problem !== undefined, problem);
  const disk = await SmallDisk.create(64 * 1024 ** 2);
  onTestFinished(() => disk.remove());
  await server.end('SIGTERM');
  cpSync(server.data, disk.path, { recursive: true });
  await server.start();
  const env = { PORT: String(await freePort()), SNUG_DATA: disk.folder };
  const check = async () =>
    JSON.parse((await runSnug('doctor --json', env, disk.prefix)).stdout) as Finding[];
  expect(listProblems(await check())).toEqual([]);
  disk.fill();
  const findings = await check();
  expect(listProblems(findings)).toEqual(['data: fail']);
  expect(findings[1]).toMatchObject({
    text: `Snug cannot write to ${disk.folder} (ENOSPC).`,
    next: 'Free some space, or use a larger disk.',
  });
  disk.free(100_000);
  expect(listProblems(await check())).toEqual(['data: warn']);
});

test('a data folder of another user is one line that names both and the command that helps', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snug-foreign-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(server.data, folder, { recursive: true });
  chmodSync(folder, 0o700);
  const isRoot = process.getuid?.() === 0;
  const become = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  // Another user than root can try a folder of root.
  const env = { PORT: String(await freePort()), SNUG_DATA: isRoot ? folder : '/root' };
  const { code, stdout } = await runSnug('doctor --json', env, isRoot ? become : []);
  const findings = JSON.parse(stdout) as Finding[];
  expect([code, listProblems(findings)]).toEqual([1, ['data: fail']]);
  expect(findings[1]?.text).toMatch(/belongs to user 0, and Snug runs as .*sudo chown -R \d+:\d+ /);
});

test('a start warns of a clock that is behind what is stored', async () => {
  const clock = await ServerProcess.start({ settings: { LOG_LEVEL: 'warn' } });
  onTestFinished(() => clock.remove());
  await clock.end('SIGTERM');
  expect(clock.log).not.toContain('This clock');
  const ahead = new Date(Date.now() + 3 * 3_600_000);
  utimesSync(join(clock.data, 'snug.db'), ahead, ahead);
  await clock.start();
  await expect
    .poll(() => clock.log)
    .toMatch(/This clock is 10\d\d\d s behind what is stored\. Set the clock/);
});
