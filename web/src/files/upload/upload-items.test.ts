import { MAX_FILE_BYTES } from '@snug/protocol';
import { expect, test } from 'vitest';
import { selectFiles } from './upload-items.ts';

const file = (name: string, size = 1) => ({ name, size }) as File;
const names = (files: readonly File[]) => files.map(({ name }) => name);

test('accepts five files and rejects each other one with a reason', () => {
  const { accepted, rejections } = selectFiles(
    0,
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(name => file(name)),
  );
  expect(names(accepted)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(rejections).toEqual([
    "f wasn't added: you can send 5 files at a time",
    "g wasn't added: you can send 5 files at a time",
  ]);
});

test('counts the files that are already in the list', () => {
  expect(names(selectFiles(4, [file('a'), file('b')]).accepted)).toEqual(['a']);
});

test('accepts a file of the maximum size; one byte more is rejected and does not count', () => {
  const { accepted, rejections } = selectFiles(4, [
    file('huge.bin', MAX_FILE_BYTES + 1),
    file('large.bin', MAX_FILE_BYTES),
    file('film.mp4', 6 * 1024 ** 2),
  ]);
  expect(names(accepted)).toEqual(['large.bin']);
  expect(rejections).toEqual([
    "huge.bin wasn't added: 5,001 KB is over the 5,000 KB limit",
    "film.mp4 wasn't added: 6 MB is over the 5 MB limit",
  ]);
});
