import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { writeRelease } from '@snug/scripts/release/write-release.ts';
import { print } from '@snug/scripts/run.mjs';
import { runToEnd, ServerProcess } from '@snug/testkit/server-process.ts';
import { fillPreviousFolder, readContent, runPrevious, signInAndRead } from './previous-folder.ts';
import { getPreviousMain } from './previous-release.ts';

// A data folder of the previous release with 100,000 messages moves to a release, by an update and by a backup, and back.

let folder: string;
let release: string;
const servers: ServerProcess[] = [];

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'snug-large-'));
  release = join(folder, 'release');
  writeRelease(release);
});

test.afterAll(async () => {
  await Promise.all(servers.map(server => server.remove()));
  rmSync(folder, { recursive: true });
});

async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  print(`${name}: ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
  return result;
}

function startRelease(data: string): Promise<ServerProcess> {
  return start({ data, main: join(release, 'snug'), prefix: ['sh', '-c', 'exec "$@" start', 'sh'] });
}

async function start(options: Parameters<typeof ServerProcess.start>[0]): Promise<ServerProcess> {
  const server = await ServerProcess.start(options);
  servers.push(server);
  return server;
}

/** A command of the release. */
async function runSnug(command: string, data: string): Promise<string> {
  const prefix = ['sh', '-c', `exec "$@" ${command}`, 'sh'];
  const { code, stdout, stderr } = await runToEnd(
    { SNUG_DATA: data },
    { main: join(release, 'snug'), prefix },
  );
  expect(code, stderr).toBe(0);
  return stdout;
}

test('a folder with 100,000 messages moves to a release and back, by an update and by a backup', async () => {
  test.setTimeout(1_800_000);
  const previous = await step('filled and backed up by the previous release', () =>
    fillPreviousFolder(folder),
  );
  const { server: old, backup: before, content, roomId } = previous;
  const { data } = old;
  servers.push(old);
  const [moved, back, after] = ['moved', 'back', 'after.tar'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];

  const updated = await step('update', () => startRelease(data));
  const ann = await signInAndRead(updated.url, previous, ['Before the update']);
  await ann.runCommand('send_message', { roomId, text: 'After the update' });
  await step('backup by the release', () => runSnug(`backup ${after}`, data));
  await updated.end('SIGTERM');

  await step('restore of the new backup', () => runSnug(`restore ${after}`, moved));
  await step('restore of the previous backup by the release', () => runSnug(`restore ${before}`, back));
  for (const [place, texts] of [
    [moved, ['Before the update', 'After the update']],
    [back, ['Before the update']],
  ] as const) {
    const server = await step('start', () => startRelease(place));
    await signInAndRead(server.url, previous, texts);
    await server.end('SIGTERM');
    const { messages: _, ...others } = readContent(place);
    expect(others).toEqual({ ...content, messages: undefined });
  }

  expect(await step('rollback', () => runSnug('rollback --yes', data))).toContain('Start Snug 0.4.0 now');
  expect(readContent(data)).toEqual(content);
  await step('start of the previous release', () => old.start());
  await signInAndRead(old.url, previous, ['Before the update']);
  expect((await previous.ann.postCommand('list_rooms', {})).status, 'a session of before').toBe(401);
  await old.end('SIGTERM');

  rmSync(back, { recursive: true });
  await step('restore by the previous release', () => runPrevious('backup/restore-main.ts', back, [before]));
  const restored = await start({ data: back, main: getPreviousMain() });
  await signInAndRead(restored.url, previous, ['Before the update']);
  await restored.end('SIGTERM');
  expect(readContent(back)).toEqual(content);
});
