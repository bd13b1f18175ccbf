import { DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import { expect, test } from 'vitest';
import { limitText, selectFiles } from './upload-items.ts';

const file = (name: string, size = 1) => ({ name, size }) as File;
const names = (files: readonly File[]) => files.map(({ name }) => name);

test('accepts five files and rejects each other one with a reason', () => {
  const { accepted, rejections } = selectFiles(
    0,
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name => file(name)),
    1,
  );
  expect(names(accepted)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(rejections).toEqual([
    "f wasn't added: you can send 5 files at a time",
    "g wasn't added: you can send 5 files at a time",
  ]);
});

test('counts the files that are already in the list', () => {
  expect(names(selectFiles(4, [file('a'), file('b')], 1).accepted)).toEqual(['a']);
});

test('accepts a file of the maximum size; one byte more is rejected and does not count', () => {
  const { accepted, rejections } = selectFiles(
    4,
    [
      file('huge.bin', DEFAULT_MAX_FILE_BYTES + 1),
      file('large.bin', DEFAULT_MAX_FILE_BYTES),
      file('film.mp4', 6 * 1024 ** 2),
    ],
    DEFAULT_MAX_FILE_BYTES,
  );
  expect(names(accepted)).toEqual(['large.bin']);
  expect(rejections).toEqual([
    "huge.bin wasn't added: 5,001 KB is over the 5,000 KB limit",
    "film.mp4 wasn't added: 6 MB is over the 5 MB limit",
  ]);
});

test.each([
  [DEFAULT_MAX_FILE_BYTES, '* only files less than 5mb are allowed'],
  [1024 ** 3, '* only files of up to 1 GB are allowed'],
  [200_000_000, '* only files of up to 190.7 MB are allowed'],
  [1_000, '* only files of up to 1000 B are allowed'],
])('the note names a limit of %i bytes', (maxBytes, note) => {
  expect(limitText(maxBytes)).toBe(note);
});

test.each([
  [1_000_000_000, 1_000_000_001, '976,563 KB is over the 976,562 KB limit'],
  [1024 ** 3, 3 * 1024 ** 3, '3 GB is over the 1 GB limit'],
  [1_000, 1_001, '1,001 B is over the 1,000 B limit'],
])('a rejection names the limit of %i bytes', (maxBytes, size, words) => {
  expect(selectFiles(0, [file('a', size)], maxBytes).rejections).toEqual([`a wasn't added: ${words}`]);
});
