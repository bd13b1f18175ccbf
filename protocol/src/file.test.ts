import * as v from 'valibot';
import { expect, test } from 'vitest';
import { FileUpload } from './file.ts';
import { MAX_PEAKS } from './limits.ts';

test('an upload can have as many peaks as the limit, and not more', () => {
  const accepts = (count: number) =>
    v.is(FileUpload, { name: 'a.mp3', peaks: Array.from({ length: count }, () => 100).join() });
  expect([1, MAX_PEAKS, MAX_PEAKS + 1].map(accepts)).toEqual([true, true, false]);
});
