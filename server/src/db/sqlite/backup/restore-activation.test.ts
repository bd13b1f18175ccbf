import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../testing/database.ts';
import { filesIn } from '../../../testing/files.ts';
import { isBetween, makePartial, putInPlace, settleRestore } from './restore-activation.ts';

const NOW = new Date(Date.UTC(2026, 0, 2, 3, 4, 5));
const ASIDE = 'before-restore-20260102T030405Z';
const OLD = ['snug.db', 'snug.db-wal', 'snug.db-shm', 'secret', 'files/a', 'files/avatars/ann/1.png'];
/** One has no secret: what is there of one must not be taken for what was restored, or the other way round. */
const RESTORED = [
  ['snug.db', 'secret', 'files/b'],
  ['snug.db', 'files/b'],
];
const KEPT = ['snug.lock', 'snapshots/before.db', 'my notes'];

function write(folder: string, paths: readonly string[], text: string): void {
  for (const path of paths) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A data folder, and what was unpacked to take its place. */
function aFolder(restored = ['snug.db', 'secret', 'files/b']): string {
  const data = temporaryFolder();
  write(data, OLD, 'old');
  write(data, KEPT, 'kept');
  write(makePartial(data), restored, 'new');
  return data;
}

function textsIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    filesIn(folder)
      .toSorted()
      .map(path => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

function all(paths: readonly string[], text: string): Record<string, string> {
  return Object.fromEntries(paths.map(path => [path, text]));
}

/** Renames as often as that, and then is killed. */
function dyingAfter(renames: number): typeof renameSync {
  let left = renames;
  return (from, to) => {
    if (left-- === 0) throw new Error('killed');
    renameSync(from, to);
  };
}

test('B5 what is restored takes the place of what was there, which is kept', () => {
  const data = aFolder();
  expect(putInPlace(data, NOW)).toBe(join(data, ASIDE));
  expect(textsIn(join(data, ASIDE))).toEqual(all(OLD, 'old'));
  expect(textsIn(data)).toEqual({
    ...all(
      OLD.map(path => join(ASIDE, path)),
      'old',
    ),
    ...all(KEPT, 'kept'),
    ...all(['snug.db', 'secret', 'files/b'], 'new'),
  });
  expect(statSync(join(data, ASIDE)).mode & 0o777).toBe(0o700);
  expect(settleRestore(data)).toBe(undefined);
});

/** Puts what was unpacked in place, killed after so many renames, and again after one more; then Snug starts. */
function killAndStart(renames: number, restored: string[]) {
  const data = aFolder(restored);
  const steps = [
    () => putInPlace(data, NOW, dyingAfter(renames)),
    () => settleRestore(data, dyingAfter(1)),
    () => settleRestore(data),
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
    expect(textsIn(data)).toEqual({ ...all(OLD, 'old'), ...all(KEPT, 'kept') });
  }
});

test('B5 a restore that is killed at any step from then on is finished by the next start', () => {
  for (const restored of RESTORED) {
    let renames = 1;
    for (let isKilled = true; isKilled; renames++) {
      const outcome = killAndStart(renames, restored);
      isKilled = outcome.isKilled;
      expect([renames, textsIn(outcome.data)]).toEqual([
        renames,
        {
          ...all(
            OLD.map(path => join(ASIDE, path)),
            'old',
          ),
          ...all(KEPT, 'kept'),
          ...all(restored, 'new'),
        },
      ]);
      expect(isBetween(outcome.data)).toBe(false);
    }
    // One to say that it is whole, five aside, one to say so, and the restored ones to their place.
    expect(renames).toBe(1 + 5 + 1 + restored.length + 1);
  }
});

test('B5 two restores within one second keep both of what was there', () => {
  const data = aFolder();
  putInPlace(data, NOW);
  write(makePartial(data), ['snug.db'], 'newer');
  expect(putInPlace(data, NOW)).toBe(join(data, 'before-restore-20260102T030406Z'));
  expect(textsIn(join(data, ASIDE))).toEqual(all(OLD, 'old'));
  expect(readFileSync(join(data, 'snug.db'), 'utf8')).toBe('newer');
});

test('B5 into an empty folder nothing is set aside', () => {
  const data = temporaryFolder();
  write(makePartial(data), ['snug.db', 'files/b'], 'new');
  expect(putInPlace(data, NOW)).toBe(undefined);
  expect(readdirSync(data).toSorted()).toEqual(['files', 'snug.db']);
});
