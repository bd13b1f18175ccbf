import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openArchive } from '../../archive/open-archive.ts';
import { recognise } from '../../import/recognise.ts';
import { isCampfire, isDatabaseFile } from './is-campfire.ts';

function createFile(statement: string): string {
  const path = join(temporaryFolder(), 'production.db');
  const database = new DatabaseSync(path);
  database.exec(statement);
  database.close();
  return path;
}

test('Campfire is recognised by its tables', async () => {
  const campfire = createFile('create table rooms (id integer); create table "boosts" (id integer)');
  expect(await recognise(await openArchive(campfire))).toBe('campfire');
  const other = createFile('create table rooms (id integer)');
  await expect(openArchive(other).then(recognise)).rejects.toThrow('is a database that is not of Campfire');
  const head = readFileSync(other, 'latin1');
  expect([isDatabaseFile(head), isCampfire(head)]).toEqual([true, false]);
});
