import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { assertUsable, readUser } from './owned-files.ts';

const USER = { uid: 10_001, gid: 10_002, username: 'snug' };

function createFolder(): string {
  const folder = temporaryFolder();
  for (const name of ['snug.db', 'snug.db-wal', 'snug.lock', 'notes.txt'])
    writeFileSync(join(folder, name), '');
  for (const name of ['files', 'uploads', 'lost+found']) mkdirSync(join(folder, name));
  return folder;
}

function readProblem(folder: string, foreign: string, user = USER): string {
  try {
    assertUsable(folder, { isUsable: path => path !== join(folder, foreign), user });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

test('each file of another user is named with its owner, the present user and the next step', () => {
  const folder = createFolder();
  for (const name of ['', 'snug.db', 'snug.db-wal', 'snug.lock', 'files', 'uploads'])
    expect(readProblem(folder, name)).toBe(
      `${join(folder, name)} belongs to user ${process.getuid?.()}, and Snug runs as snug (10001), which cannot read and write it. Run Snug as its owner, or once: sudo chown -R 10001:10002 '${folder}'`,
    );
});

test('an own file without permissions is named with its mode', () => {
  const folder = createFolder();
  chmodSync(join(folder, 'snug.lock'), 0o400);
  const user = { ...USER, uid: process.getuid?.() ?? -1 };
  expect(readProblem(folder, 'snug.lock', user)).toContain('(mode 400). Run: chmod -R u+rwX');
});

test('usable files, and what belongs to others, are no problem', () => {
  const folder = createFolder();
  assertUsable(folder);
  for (const name of ['notes.txt', 'lost+found']) expect(readProblem(folder, name)).toBe('');
});

test('a file in place of a folder, and a folder in place of a file, are named', () => {
  for (const name of ['uploads', 'files', 'assets', 'cache', 'snapshots']) {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), '');
    expect(() => assertUsable(folder)).toThrow(
      `${join(folder, name)} must be a folder, and is a file. Move it to another place.`,
    );
  }
  for (const name of ['snug.db', 'snug.lock', 'secret']) {
    const folder = temporaryFolder();
    mkdirSync(join(folder, name));
    expect(() => assertUsable(folder)).toThrow(
      `${join(folder, name)} must be a file, and is a folder. Move it to another place.`,
    );
  }
});

test('a user without a name, as in a container, is known by its number', () => {
  const read = () => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  };
  expect(readUser(read)).toMatchObject({ uid: process.getuid?.(), gid: process.getgid?.() });
  expect(readUser()).toMatchObject({ uid: process.getuid?.() });
});
