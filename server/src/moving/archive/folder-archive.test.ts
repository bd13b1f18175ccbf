import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { ArchiveError, InvalidJsonError } from './archive-error.ts';
import { openArchive } from './open-archive.ts';

function makeFolder(files: Readonly<Record<string, string>>): string {
  const folder = join(temporaryFolder(), 'export');
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

test('reads the files of a folder, however deep', async () => {
  const folder = makeFolder({ 'users.json': '\ufeff[]', 'a/b/c/d.txt': 'text', 'cafe\u0301.json': '{' });
  const archive = await openArchive(folder);
  expect(archive.title).toBe('export');
  const sizes = Object.fromEntries([...archive.entries].map(([path, { size }]) => [path, size]));
  expect(sizes).toEqual({ 'a/b/c/d.txt': 4, 'café.json': 1, 'users.json': 5 });
  expect(await archive.readJson('users.json')).toEqual([]);
  expect(await archive.readJson('missing.json')).toBe(undefined);
  await expect(archive.readJson('café.json')).rejects.toThrow(InvalidJsonError);
  expect(String(await archive.read('a/b/c/d.txt', 4))).toBe('text');
  await expect(archive.read('a/b/c/d.txt', 3)).rejects.toThrow('has 4 bytes');
  expect(String(await buffer(await archive.open('a/b/c/d.txt')))).toBe('text');
  await expect(archive.open('../export/users.json')).rejects.toThrow(ArchiveError);
});

test('never follows a link, also if it replaces a file', async () => {
  const folder = makeFolder({ 'a.json': '1', '.DS_Store': '' });
  const secret = join(temporaryFolder(), 'secret');
  writeFileSync(secret, 'secret');
  symlinkSync(secret, join(folder, 'link.json'));
  symlinkSync(join(folder, '..'), join(folder, 'up'));
  const archive = await openArchive(folder);
  expect([...archive.entries.keys()]).toEqual(['a.json']);
  expect([...archive.skipped].toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: '.DS_Store', reason: 'archive.system' },
    { path: 'link.json', reason: 'archive.link' },
    { path: 'up', reason: 'archive.link' },
  ]);
});

test('refuses a name that another system reads as a path', async () => {
  await expect(openArchive(makeFolder({ '..\\a.json': '1' }))).rejects.toThrow(ArchiveError);
  await expect(openArchive(makeFolder({ 'a/b\\c.json': '1' }))).rejects.toThrow('has a name with / and \\');
});

test('its SHA-256 is that of its names and contents', async () => {
  const one = await (await openArchive(makeFolder({ b: '2', a: '1' }))).sha256();
  expect(await (await openArchive(makeFolder({ a: '1', b: '2' }))).sha256()).toBe(one);
  expect(await (await openArchive(makeFolder({ a: '1', b: '3' }))).sha256()).not.toBe(one);
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  expect(one).toBe(hash(`"a" ${hash('1')}\n"b" ${hash('2')}\n`));
});
