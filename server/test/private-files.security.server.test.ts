import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from '@snug/testkit/sample-files.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../src/testing/database.ts';

/** All that other users of the machine may do with something in a folder that they can enter. */
function listReadableByOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => statSync(join(folder, name)).mode & 0o077,
  );
}

async function start(data: string): Promise<ServerProcess> {
  const server = await ServerProcess.start({ data });
  onTestFinished(() => server.remove());
  return server;
}

test('nothing in a data folder that everybody may enter can be read by other users of the machine', async () => {
  const data = join(temporaryFolder(), 'data');
  mkdirSync(data);
  chmodSync(data, 0o755);
  const server = await start(data);
  const ann = await TestPerson.signUp(server.url, 'Ann');
  const { id: fileId } = await ann.uploadFile('me.png', PNG);
  await ann.runCommand('set_avatar', { fileId });
  await ann.uploadFile('a.png', PNG);
  expect(readdirSync(data)).toEqual(expect.arrayContaining(['files', 'secret', 'snug.db', 'snug.db-wal']));
  expect(listReadableByOthers(data)).toEqual([]);
});

test('what an earlier version left readable is closed at the start, and what is not of Snug stays as it is', async () => {
  const data = temporaryFolder();
  const first = await start(data);
  await first.end('SIGTERM');
  for (const name of ['snug.db', 'secret']) chmodSync(join(data, name), 0o644);
  chmodSync(join(data, 'uploads'), 0o755);
  writeFileSync(join(data, 'README'), '');
  chmodSync(join(data, 'README'), 0o644);
  await start(data);
  expect(listReadableByOthers(data)).toEqual(['README']);
});
