import { expect, test } from 'vitest';
import { isTypedName } from './is-typed-name.ts';

test('a name counts as typed if it looks the same', () => {
  for (const [typed, name] of [
    ['Quay', 'Quay'],
    [' Quay ', 'Quay'],
    ['Caf\u00e9', 'Cafe\u0301'],
    ['Old Quay', 'Old\u00a0 Quay'],
    ['Quay', 'Qu\u200bay\u200d'],
  ] as const)
    expect(isTypedName(typed, name)).toBe(true);
});

test('another name does not count', () => {
  for (const typed of ['', 'quay', 'Qua', 'Quays', 'Cafe']) expect(isTypedName(typed, 'Quay')).toBe(false);
  expect(isTypedName('Cafe', 'Caf\u00e9')).toBe(false);
});
