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

test('the letters that match are marked in the name as it is written', () => {
  const show = (name: string, query: string) =>
    matchName(name, query)?.map(({ start, end }) => name.slice(start, end));
  expect(show('Łukasz Nowak', 'lukasz n')).toEqual(['Łukasz', 'N']);
  expect(show('Søren Ægirsson', 'aeg')).toEqual(['Æg']);
  expect(show('Weiß', 'weiss')).toEqual(['Weiß']);
  expect(show('e\u0301lodie', 'e')).toEqual(['e\u0301']);
  expect(show('山田太郎', '太')).toEqual(['太']);
  expect(show('山田 太郎', '山田太')).toEqual(['山田 太']);
  expect(show('김민수', '미')).toEqual(['민']);
  expect(show('太郎', '太郎 郎')).toBeUndefined();
  expect(show("Siobhán O'Brien", "o'b")).toEqual(['O', 'B']);
});
