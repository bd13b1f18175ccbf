import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from '@snug/testkit/sample-files.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../src/testing/database.ts';

/** Everything in a folder that other users of the machine can access, if they can enter the folder. */
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

test('other users of the machine cannot read anything in a data folder that they can enter', async () => {
  const data = join(temporaryFolder(), 'data');
  mkdirSync(data);
  chmodSync(data, 0o755);
  const server = await start(data);
  const ann = await TestPerson.add(server, 'Ann');
  const { id: fileId } = await ann.uploadFile('me.png', PNG);
  await ann.runCommand('set_avatar', { fileId });
  await ann.uploadFile('a.png', PNG);
  expect(readdirSync(data)).toEqual(expect.arrayContaining(['files', 'secret', 'snug.db', 'snug.db-wal']));
  expect(listReadableByOthers(data)).toEqual([]);
});

test('the start makes readable files of an earlier version private, and leaves foreign files alone', async () => {
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
