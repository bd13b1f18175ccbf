import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openFiles } from '../readers/testing/open-files.ts';
import { joinArchives } from './join-archives.ts';

test('no file of an archive hides one of another', async () => {
  const archives = [
    await openFiles({ 'a.json': 'one', '2/a.json': 'two' }),
    await openFiles({ 'a.json': 'three' }),
    await openFiles({ 'a.json': 'four', 'b.json': 'five' }),
  ];
  const joined = joinArchives(archives);
  const contents = [];
  for (const path of joined.entries.keys()) contents.push((await buffer(await joined.open(path))).toString());
  expect(contents.toSorted()).toEqual(['five', 'four', 'one', 'three', 'two']);
});
