import { expect, test } from 'vitest';
import { matchName } from './match-name.ts';

test('each word of the query begins another word of the name', () => {
  const show = (name: string, query: string) =>
    matchName(name, query)?.map(({ start, end }) => name.slice(start, end));
  expect(show('Ann Lee', 'an')).toEqual(['An']);
  expect(show('Ann Lee', 'l a')).toEqual(['A', 'L']);
  expect(show('Élodie', 'elo')).toEqual(['Élo']);
  expect(show('Ann', '')).toEqual([]);
  expect(show('Ann (Ops)', 'op')).toEqual(['Op']);
  expect(show('Ann', 'an an')).toBeUndefined();
  expect(show('Ann', 'nn')).toBeUndefined();
});
