import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDatabase } from '../testing/database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readLastBackup, recordBackup, takeOverRecord } from './last-backup.ts';
import { storeMeta } from './meta.ts';

const BACKUP = { at: 5, bytes: 7, missingFiles: 1 };

function createFolder(record: string): { data: string; path: string } {
  const data = temporaryFolder();
  const path = join(data, 'snug.last-backup.json');
  writeFileSync(path, record);
  return { data, path };
}

test('each server on a database knows the last backup, and a damaged record counts as none', async () => {
  const { db } = await temporaryDatabase();
  expect(await readLastBackup(db)).toBe(undefined);
  await recordBackup(db, BACKUP);
  await recordBackup(db, { ...BACKUP, at: 6 });
  expect(await readLastBackup(db)).toEqual({ ...BACKUP, at: 6 });
  await storeMeta(db, 'lastBackup', '{"at":');
  expect(await readLastBackup(db)).toBe(undefined);
});

test('a start takes over the record in its folder, unless the database has a newer one', async () => {
  const { db } = await temporaryDatabase();
  for (const [at, newest] of [
    [5, 5],
    [4, 5],
    [6, 6],
  ] as const) {
    const { data, path } = createFolder(JSON.stringify({ ...BACKUP, at }));
    await takeOverRecord(db, data);
    expect(await readLastBackup(db)).toEqual({ ...BACKUP, at: newest });
    expect(existsSync(path)).toBe(false);
  }
  await takeOverRecord(db, createFolder('{"at":').data);
  await takeOverRecord(db, temporaryFolder());
  expect((await readLastBackup(db))?.at).toBe(6);
});
