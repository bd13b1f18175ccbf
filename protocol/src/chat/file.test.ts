import * as v from 'valibot';
import { expect, test } from 'vitest';
import { MAX_PEAKS } from '../core/limits.ts';
import { FileUpload } from './file.ts';

test('an upload can have as many peaks as the limit, and not more', () => {
  const accepts = (count: number) =>
    v.is(FileUpload, { name: 'a.mp3', peaks: Array.from({ length: count }, () => 100).join() });
  expect([1, MAX_PEAKS, MAX_PEAKS + 1].map(accepts)).toEqual([true, true, false]);
});
