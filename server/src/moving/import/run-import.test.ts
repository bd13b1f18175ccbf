import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openStorage } from '../../files/storage/open-storage.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { writeCampfireStorage } from '../readers/campfire/testing/campfire-storage.ts';
import { readImportOptions } from './options.ts';
import { runImport } from './run-import.ts';

test('temporary files are in the data folder, because those of the system can be in memory, and none is left', async () => {
  const archive = writeCampfireStorage({ messages: [{ room: 1, creator: 1, body: 'Hello', second: 1 }] });
  const data = temporaryFolder();
  vi.stubEnv('TMPDIR', join(data, 'full'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const lines: string[] = [];
  const code = await runImport(
    readImportOptions([archive, '--report', 'none'], path => path),
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
  expect([code, lines.join('\n')]).toEqual([0, expect.stringContaining('message')]);
  expect(readdirSync(join(data, 'uploads'))).toEqual([]);
});
