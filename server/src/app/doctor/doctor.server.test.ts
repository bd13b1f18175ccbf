import { BUILT_MAIN, runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finding } from './finding.ts';

const DOCTOR = BUILT_MAIN.replace(/main\.js$/, 'snug.js');

let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start();
});
afterAll(() => server.remove());

/** By the command of a release, with a server at this address. */
async function runDoctor(env: NodeJS.ProcessEnv, ...options: string[]) {
  const { data, port } = server;
  const prefix = ['sh', '-c', 'exec "$@" doctor $OPTIONS', 'sh'];
  return runToEnd(
    { PORT: String(port), SNUG_DATA: data, OPTIONS: options.join(' '), ...env },
    { main: DOCTOR, prefix },
  );
}

test('the doctor finds nothing wrong with a server that runs, but for its missing backup', async () => {
  const { code, stdout } = await runDoctor({}, '--json');
  const findings = JSON.parse(stdout) as Finding[];
  expect(findings.map(({ check, status }) => `${check}: ${status}`)).toEqual([
    'settings: ok',
    'data: ok',
    'database: ok',
    'clock: ok',
    'address: ok',
    'sockets: ok',
    'mail: skipped',
    'backup: warn',
  ]);
  expect(code).toBe(0);
});

test('the doctor prints a line for each check, and ends with 1 if one fails', async () => {
  const { code, stdout } = await runDoctor({
    SNUG_SMTP_URL: 'smtp://127.0.0.1:1',
    SNUG_MAIL_FROM: 'a@b.example',
  });
  const lines = stdout.trimEnd().split('\n');
  expect([code, lines.length]).toEqual([1, 8]);
  expect(lines.filter(line => line.startsWith('FAIL'))).toEqual([
    expect.stringMatching(/^FAIL mail .*refused/),
  ]);
  const wrong = await runDoctor({}, '--all');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('--json')]);
});
