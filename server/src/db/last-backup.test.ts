import { chmodSync, chownSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readLastBackup, recordBackup } from './last-backup.ts';

const BACKUP = { at: 5, bytes: 7, missingFiles: 1 };
const isRoot = process.getuid?.() === 0;

test('a record that another user left without permissions is replaced', async () => {
  const data = temporaryFolder();
  const path = join(data, 'snug.last-backup.json');
  writeFileSync(path, '{}');
  chmodSync(path, 0o000);
  await recordBackup(data, BACKUP);
  expect(await readLastBackup(data)).toEqual(BACKUP);
  expect(readdirSync(data)).toEqual(['snug.last-backup.json']);
});

test.runIf(isRoot)('the record of a backup by root belongs to the owner of the data folder', async () => {
  const data = temporaryFolder();
  chownSync(data, 65_534, 65_533);
  await recordBackup(data, BACKUP);
  const { uid, gid } = statSync(join(data, 'snug.last-backup.json'));
  expect([uid, gid]).toEqual([65_534, 65_533]);
});
