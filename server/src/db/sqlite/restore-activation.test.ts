import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../testing/database.ts';
import { listFiles } from '../../testing/files.ts';
import {
  activateRestore,
  createPartialFolder,
  isRestoreInterrupted,
  recoverRestore,
} from './restore-activation.ts';

const NOW = new Date(Date.UTC(2026, 0, 2, 3, 4, 5));
const PREVIOUS_DATA = 'before-restore-20260102T030405Z';
const OLD = ['snug.db', 'snug.db-wal', 'snug.db-shm', 'secret', 'files/a', 'files/avatars/ann/1.png'];
/** One data set has no secret, and one no files: entries of the old data must not mix with the restored ones, in either direction. */
const RESTORED = [
  ['snug.db', 'secret', 'files/b'],
  ['snug.db', 'files/b'],
  ['snug.db', 'secret'],
];
const UNTOUCHED = ['snug.lock', 'snapshots/before.db', 'my notes'];

function write(folder: string, paths: readonly string[], text: string): void {
  for (const path of paths) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A data folder, with an unpacked backup. */
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

/** Renames `renames` times, then fails like a killed process. */
function createFailingRename(renames: number): typeof renameSync {
  let remaining = renames;
  return (from, to) => {
    if (remaining-- === 0) throw new Error('killed');
    renameSync(from, to);
  };
}

test('B5 the restored data replaces the previous data, which is kept', () => {
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

/**
 * Activates a restore that is killed after `renames` renames, and whose recovery is killed after one more; then starts Snug.
 */
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

test('B5 a restore that is killed before its data is complete has changed nothing', () => {
  for (const restored of RESTORED) {
    const { data } = killAndStart(0, restored);
    expect(readTexts(data)).toEqual({ ...withText(OLD, 'old'), ...withText(UNTOUCHED, 'kept') });
  }
});

test('B5 the next start finishes a restore that is killed at any later step', () => {
  for (const restored of RESTORED) {
    let renames = 1;
    for (let isKilled = true; isKilled; renames++) {
      const outcome = killAndStart(renames, restored);
      isKilled = outcome.isKilled;
      const isReplaced = (path: string) => !path.startsWith('files/') || restored.includes('files/b');
      expect([renames, readTexts(outcome.data)]).toEqual([
        renames,
        {
          ...withText(
            OLD.map(path => (isReplaced(path) ? join(PREVIOUS_DATA, path) : path)),
            'old',
          ),
          ...withText(UNTOUCHED, 'kept'),
          ...withText(restored, 'new'),
        },
      ]);
      expect(isRestoreInterrupted(outcome.data)).toBe(false);
    }
    // One rename marks it complete, five move entries aside, or four without files, one marks that, and the rest activate the restored entries.
    expect(renames).toBe(1 + (restored.includes('files/b') ? 5 : 4) + 1 + restored.length + 1);
  }
});

test('B5 two restores within one second keep both sets of previous data', () => {
  const data = createRestoreFolder();
  activateRestore(data, NOW);
  write(createPartialFolder(data), ['snug.db'], 'newer');
  expect(activateRestore(data, NOW)).toBe(join(data, 'before-restore-20260102T030406Z'));
  expect(readTexts(join(data, PREVIOUS_DATA))).toEqual(withText(OLD, 'old'));
  expect(readFileSync(join(data, 'snug.db'), 'utf8')).toBe('newer');
});

test('B5 a restore to an empty folder keeps no previous data', () => {
  const data = temporaryFolder();
  write(createPartialFolder(data), ['snug.db', 'files/b'], 'new');
  expect(activateRestore(data, NOW)).toBe(undefined);
  expect(readdirSync(data).toSorted()).toEqual(['files', 'snug.db']);
});
