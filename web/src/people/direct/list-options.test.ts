import type { Person } from '@snug/protocol';
import { expect, test } from 'vitest';
import { listOptions } from './list-options.ts';

const person = (uid: string): Person => ({ uid, name: uid, createdAt: 0, version: 1 });
const [me, ann, ben] = [person('me'), person('ann'), person('ben')];

test('the reader comes first while nobody is chosen', () => {
  expect(listOptions([ann, me, ben], [], 'me')).toEqual([me, ann, ben]);
  expect(listOptions([ann, ben], [], 'me')).toEqual([ann, ben]);
});

test('chosen people are no longer options', () => {
  expect(listOptions([me, ann, ben], [ann], 'me')).toEqual([ben]);
});
