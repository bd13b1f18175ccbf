import { expect, test } from 'vitest';
import { findMentionQuery } from './find-mention-query.ts';
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

const find = (text: string) => findMentionQuery(text, text.length);

test('an "@" after a space or an opening mark asks for people, with the words after it', () => {
  expect(find('@')).toEqual({ start: 0, query: '' });
  expect(find('Hi @an')).toEqual({ start: 3, query: 'an' });
  expect(find('(@Ann Le')).toEqual({ start: 1, query: 'Ann Le' });
  expect(find('**@an')).toEqual({ start: 2, query: 'an' });
  expect(findMentionQuery('@an x', 3)).toEqual({ start: 0, query: 'an' });
});

test('addresses, line ends and long sentences ask for nobody', () => {
  for (const text of ['ann@example', 'no', '@an\n', '@ann is a very long sentence', '@@', '@ ann  x'])
    expect([text, find(text)]).toEqual([text, undefined]);
});
