import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../testing/database.ts';
import { listFiles } from '../../../testing/files.ts';
import {
  activateRestore,
  createPartialFolder,
  isRestoreInterrupted,
  recoverRestore,
} from './restore-activation.ts';

const NOW = new Date(Date.UTC(2026, 0, 2, 3, 4, 5));
const PREVIOUS_DATA = 'before-restore-20260102T030405Z';
const OLD = ['snug.db', 'snug.db-wal', 'snug.db-shm', 'secret', 'files/a', 'files/avatars/ann/1.png'];
/** One has no secret: what is there of one must not be taken for what was restored, or the other way round. */
const RESTORED = [
  ['snug.db', 'secret', 'files/b'],
  ['snug.db', 'files/b'],
];
const UNTOUCHED = ['snug.lock', 'snapshots/before.db', 'my notes'];

function write(folder: string, paths: readonly string[], text: string): void {
  for (const path of paths) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A data folder, and what was unpacked to take its place. */
function createRestoreFolder(restored = ['snug.db', 'secret', 'files/b']): string {
  const data = temporaryFolder();
  write(data, OLD, 'old');
  write(data, UNTOUCHED, 'kept');
  write(createPartialFolder(data), restored, 'new');
  return data;
}

function readTexts(folder: string): Record<string, string> {
  return Object.fromEntries(
    listFiles(folder)
      .toSorted()
      .map(path => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

function withText(paths: readonly string[], text: string): Record<string, string> {
  return Object.fromEntries(paths.map(path => [path, text]));
}

/** Renames as often as that, and then is killed. */
function createFailingRename(renames: number): typeof renameSync {
  let left = renames;
  return (from, to) => {
    if (left-- === 0) throw new Error('killed');
    renameSync(from, to);
  };
}

test('B5 what is restored takes the place of what was there, which is kept', () => {
  const data = createRestoreFolder();
  expect(activateRestore(data, NOW)).toBe(join(data, PREVIOUS_DATA));
  expect(readTexts(join(data, PREVIOUS_DATA))).toEqual(withText(OLD, 'old'));
  expect(readTexts(data)).toEqual({
    ...withText(
      OLD.map(path => join(PREVIOUS_DATA, path)),
      'old',
    ),
    ...withText(UNTOUCHED, 'kept'),
    ...withText(['snug.db', 'secret', 'files/b'], 'new'),
  });
  expect(statSync(join(data, PREVIOUS_DATA)).mode & 0o777).toBe(0o700);
  expect(recoverRestore(data)).toBe(undefined);
});

/** Puts what was unpacked in place, killed after so many renames, and again after one more; then Snug starts. */
function killAndStart(renames: number, restored: string[]) {
  const data = createRestoreFolder(restored);
  const steps = [
    () => activateRestore(data, NOW, createFailingRename(renames)),
    () => recoverRestore(data, createFailingRename(1)),
    () => recoverRestore(data),
  ];
  const [isKilled = false] = steps.map(throws);
  return { isKilled, data };
}

function throws(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}

test('B5 a restore that is killed before its data is whole has changed nothing', () => {
  for (const restored of RESTORED) {
    const { data } = killAndStart(0, restored);
    expect(readTexts(data)).toEqual({ ...withText(OLD, 'old'), ...withText(UNTOUCHED, 'kept') });
  }
});

test('B5 a restore that is killed at any step from then on is finished by the next start', () => {
  for (const restored of RESTORED) {
    let renames = 1;
    for (let isKilled = true; isKilled; renames++) {
      const outcome = killAndStart(renames, restored);
      isKilled = outcome.isKilled;
      expect([renames, readTexts(outcome.data)]).toEqual([
        renames,
        {
          ...withText(
            OLD.map(path => join(PREVIOUS_DATA, path)),
            'old',
          ),
          ...withText(UNTOUCHED, 'kept'),
          ...withText(restored, 'new'),
        },
      ]);
      expect(isRestoreInterrupted(outcome.data)).toBe(false);
    }
    // One to say that it is whole, five aside, one to say so, and the restored ones to their place.
    expect(renames).toBe(1 + 5 + 1 + restored.length + 1);
  }
});

test('B5 two restores within one second keep both of what was there', () => {
  const data = createRestoreFolder();
  activateRestore(data, NOW);
  write(createPartialFolder(data), ['snug.db'], 'newer');
  expect(activateRestore(data, NOW)).toBe(join(data, 'before-restore-20260102T030406Z'));
  expect(readTexts(join(data, PREVIOUS_DATA))).toEqual(withText(OLD, 'old'));
  expect(readFileSync(join(data, 'snug.db'), 'utf8')).toBe('newer');
});

test('B5 into an empty folder nothing is set aside', () => {
  const data = temporaryFolder();
  write(createPartialFolder(data), ['snug.db', 'files/b'], 'new');
  expect(activateRestore(data, NOW)).toBe(undefined);
  expect(readdirSync(data).toSorted()).toEqual(['files', 'snug.db']);
});
