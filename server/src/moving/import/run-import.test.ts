import { readdirSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStorage } from '../../files/storage/open-storage.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { writeCampfireStorage } from '../readers/campfire/testing/campfire-storage.ts';
import { createChannel, createMessage } from '../readers/discord/testing/discord-json.ts';
import { readImportOptions } from './options.ts';
import { runImport } from './run-import.ts';

async function run(data: string, args: readonly string[]) {
  const lines: string[] = [];
  const code = await runImport(
    readImportOptions([...args, '--report', 'none'], path => path),
    {
      data,
      databaseUrl: undefined,
      storage: openStorage({ data }),
      isInDataFolder: true,
      origin: 'https://chat.example.com',
      now: Date.now,
      print: line => void lines.push(line),
      printError: line => void lines.push(line),
      showProgress: undefined,
    },
  );
  return { code, text: lines.join('\n') };
}

test('temporary files are in the data folder, because those of the system can be in memory, and none is left', async () => {
  const archive = writeCampfireStorage({ messages: [{ room: 1, creator: 1, body: 'Hello', second: 1 }] });
  const data = temporaryFolder();
  vi.stubEnv('TMPDIR', join(data, 'full'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, text } = await run(data, [archive]);
  expect([code, text]).toEqual([0, expect.stringContaining('message')]);
  expect(readdirSync(join(data, 'uploads'))).toEqual([]);
});

test('a dry run beside a server ends before its temporary files fill the disk', async () => {
  const [archive, data] = [temporaryFolder(), temporaryFolder()];
  const channel = createChannel({}, [createMessage(1, 'Hello')]);
  writeFileSync(join(archive, 'general.json'), JSON.stringify(channel));
  const large = join(archive, 'large.json');
  writeFileSync(large, '');
  const { bavail, bsize } = statfsSync(data);
  truncateSync(large, bavail * bsize);
  await expect(run(data, [archive])).rejects.toThrow(/^The disk of .* is full: about [\d.]+ MB are needed/);
  truncateSync(large, 0);
  expect((await run(data, [archive])).code).toBe(0);
});

test('the first import makes its data folder, and sorts there', async () => {
  const archive = writeCampfireStorage({ messages: [{ room: 1, creator: 1, body: 'Hello', second: 1 }] });
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  vi.stubEnv('TMPDIR', join(folder, 'full'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, text } = await run(data, [archive, '--apply', '--owner', 'owner@example.com']);
  expect(text).toContain('Start Snug now.');
  expect(code).not.toBe(1);
  expect(readdirSync(join(data, 'uploads'))).toEqual([]);
});
