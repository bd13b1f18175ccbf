import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freePort, runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../src/testing/database.ts';

async function readStartError(env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await runToEnd({ PORT: String(await freePort()), ...env });
  expect(code).toBe(1);
  expect(stdout).not.toContain('ready');
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  return stderr.trimEnd();
}

test('an invalid setting stops the start with one line', async () => {
  expect(await readStartError({ PORT: 'eighty' })).toBe(
    'Snug cannot run. PORT is "eighty": must be a port number.',
  );
  expect(await readStartError({ SNUG_URL: 'chat.example' })).toBe(
    'Snug cannot run. SNUG_URL is "chat.example": must be an http or https address.',
  );
});

test('a port in use stops the start with one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const complaint = await readStartError({ PORT: String(port), SNUG_DATA: temporaryFolder() });
  expect(complaint).toBe(`Snug cannot run. Port ${port} is in use already; set PORT to another one.`);
  other.close();
});

test.runIf(IS_WIDE)('a host of another machine stops the start with one line', async () => {
  expect(await readStartError({ HOST: '203.0.113.1', SNUG_DATA: temporaryFolder() })).toMatch(
    /^Snug cannot run\. Snug cannot listen on 203\.0\.113\.1, port \d+ \(EADDRNOTAVAIL\)\. Set HOST to an address of this machine\.$/,
  );
});

test.runIf(IS_WIDE)('a data folder that cannot be created stops the start with one line', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const data = join(file, 'data');
  expect(await readStartError({ SNUG_DATA: data })).toBe(
    `Snug cannot run. The data folder ${data} cannot be written to (ENOTDIR). Set SNUG_DATA to a folder that Snug may write to.`,
  );
  expect(await readStartError({ SNUG_DATA: file })).toContain(`The data folder ${file} cannot be written to`);
});

test.runIf(process.platform === 'linux')(
  'a data folder below /proc stops the start with one line',
  async () => {
    expect(await readStartError({ SNUG_DATA: '/proc/snug/data' })).toBe(
      'Snug cannot run. The data folder /proc/snug/data cannot be written to (ENOENT). Set SNUG_DATA to a folder that Snug may write to.',
    );
  },
);

test.runIf(IS_WIDE)('an invalid or unreadable database file stops the start with one line', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'snug.db'), 'this is no database, however long it is '.repeat(100));
  expect(await readStartError({ SNUG_DATA: folder })).toContain('snug.db');
  const other = temporaryFolder();
  mkdirSync(join(other, 'snug.db'));
  expect(await readStartError({ SNUG_DATA: other })).toContain('snug.db');
});

test('B1 a second Snug on one data folder stops with one line, and the first continues', async () => {
  const server = await ServerProcess.start();
  onTestFinished(() => server.remove());
  expect(await readStartError({ SNUG_DATA: server.data })).toBe(
    `Snug cannot run. Another Snug runs on the data folder ${server.data}. Stop it, or set SNUG_DATA to another folder.`,
  );
  const ann = await TestPerson.add(server, 'Ann');
  expect(await ann.createRoom()).toHaveLength(36);
});

test('B1 a Snug that was killed or stopped releases its data folder', async () => {
  const server = await ServerProcess.start();
  onTestFinished(() => server.remove());
  await server.kill();
  await server.start();
  expect(await server.end('SIGTERM')).toBe(0);
  await server.start();
});
