import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { NOW, temporaryFolder } from '../testing/database.ts';
import { openScratchFolder } from './scratch.ts';

const HOUR = 60 * 60_000;

/** An upload in progress of another process, `age` ms old. */
function createOldFolder(parent: string, age: number): string {
  const path = join(parent, `process-${age}`, 'upload');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, 'half of it');
  for (const each of [path, dirname(path)]) utimesSync(each, new Date(NOW - age), new Date(NOW - age));
  return path;
}

test('F1 a single process removes all uploads of other processes', () => {
  const parent = join(temporaryFolder(), 'uploads');
  const first = openScratchFolder(parent, { alone: true, now: NOW });
  const left = createOldFolder(parent, 0);
  const second = openScratchFolder(parent, { alone: true, now: NOW });
  expect([first, left, second].map(path => existsSync(path))).toEqual([false, false, true]);
});

test('F1 a process among others keeps their uploads, and removes those of dead processes', () => {
  const parent = temporaryFolder();
  const [underWay, left] = [createOldFolder(parent, HOUR), createOldFolder(parent, HOUR + 1)];
  const own = openScratchFolder(parent, { alone: false, now: NOW });
  expect([underWay, left, own].map(path => existsSync(path))).toEqual([true, false, true]);
});

test('F1 a process among others keeps an upload that began hours ago and still makes progress', () => {
  const parent = temporaryFolder();
  const underWay = createOldFolder(parent, 5 * HOUR);
  utimesSync(underWay, new Date(NOW), new Date(NOW));
  openScratchFolder(parent, { alone: false, now: NOW });
  expect(existsSync(underWay)).toBe(true);
});
