import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assert, integer, property, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import { toFileTimestamp } from '../base/file-timestamp.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { readTarget, removeOldest } from './archive-series.ts';

const NOW = new Date('2026-03-04T05:06:07.890Z');
const NAME = 'snug-20260304T050607Z.tar';

const ALL = { keep: undefined, withoutFiles: false };

const read = (...args: string[]) => readTarget(args, path => resolve(path), NOW);

test('in a folder, an archive has the time as its name', () => {
  const folder = temporaryFolder();
  expect(read(folder)).toEqual({ path: join(folder, NAME), ...ALL });
  expect(read(folder, '--keep', '14')).toEqual({ path: join(folder, NAME), ...ALL, keep: 14 });
  expect(read('--keep=1', `${folder}/`, '--without-files')).toEqual({
    path: join(folder, NAME),
    keep: 1,
    withoutFiles: true,
  });
});

test('a file keeps its name', () => {
  const path = join(temporaryFolder(), 'mine.tar');
  expect(read(path)).toEqual({ path, ...ALL });
});

test.each([[[]], [['a.tar', 'b.tar']]])('%j is refused', args => {
  expect(() => read(...args)).toThrow('Name one file: npm run backup -- FILE');
});

test.each(['0', '-1', '1.5', 'all', '', '9999999'])('--keep %j is refused', keep => {
  expect(() => read(temporaryFolder(), `--keep=${keep}`)).toThrow('--keep N, with a number N of 1 or more');
});

test('unknown options are refused, so that a misspelled one keeps nothing too much', () => {
  expect(() => read(temporaryFolder(), '--kep', '3')).toThrow('--keep N');
});

test('--keep needs a folder that exists', () => {
  const path = join(temporaryFolder(), 'none');
  expect(() => read(path, '--keep', '3')).toThrow(`--keep needs a folder that exists. ${path} is none.`);
});

const createArchives = (names: readonly string[]): string => {
  const folder = temporaryFolder();
  for (const name of names) writeFileSync(join(folder, name), '');
  return folder;
};

test('B8 only archives that Snug has named are removed, the oldest first', () => {
  const others = [
    'snug-2026-01-31.tar',
    'mine.tar',
    'snug-20250101T000000Z.tar.partial',
    'snug-20250101T000000Z.tar.gpg',
    'notsnug-20250101T000000Z.tar',
  ];
  const folder = createArchives([
    ...others,
    'snug-20260101T000000Z.tar',
    'snug-20251231T235959Z.tar',
    'snug-20260102T000000Z.tar',
    NAME,
  ]);
  mkdirSync(join(folder, 'snug-20250101T000001Z.tar'));
  symlinkSync('/dev/null', join(folder, 'snug-20250101T000002Z.tar'));
  expect(removeOldest({ path: join(folder, NAME), keep: 2 })).toBe(2);
  expect(readdirSync(folder).toSorted()).toEqual(
    [
      ...others,
      'snug-20250101T000001Z.tar',
      'snug-20250101T000002Z.tar',
      'snug-20260102T000000Z.tar',
      NAME,
    ].toSorted(),
  );
});

test('B8 the archive that was just made stays, also if the clock was wrong before', () => {
  const folder = createArchives(['snug-20990101T000000Z.tar', 'snug-20980101T000000Z.tar', NAME]);
  expect(removeOldest({ path: join(folder, NAME), keep: 1 })).toBe(2);
  expect(readdirSync(folder)).toEqual([NAME]);
});

test('without --keep, nothing is removed', () => {
  const folder = createArchives(['snug-20260101T000000Z.tar', NAME]);
  expect(removeOldest({ path: join(folder, NAME), keep: undefined })).toBe(0);
  expect(readdirSync(folder)).toHaveLength(2);
});

test('B8 of any series, the newest ones and the new one stay', () => {
  const time = integer({ min: 0, max: Math.floor(NOW.getTime() / 1_000) - 1 });
  assert(
    property(uniqueArray(time, { maxLength: 8 }), integer({ min: 1, max: 9 }), (times, keep) => {
      const names = times.map(seconds => `snug-${toFileTimestamp(new Date(seconds * 1_000))}.tar`).toSorted();
      const folder = createArchives([...names, NAME]);
      removeOldest({ path: join(folder, NAME), keep });
      expect(readdirSync(folder).toSorted()).toEqual([...names, NAME].slice(-keep));
    }),
    { numRuns: 30 },
  );
});
