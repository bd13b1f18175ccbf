import { expect, test } from 'vitest';
import { findMentionQuery } from './find-mention-query.ts';

const find = (text: string) => findMentionQuery(text, text.length);

test('an "@" after a space or an opening mark asks for people, with the words after it', () => {
  expect(find('@')).toEqual({ start: 0, query: '' });
  expect(find('Hi @an')).toEqual({ start: 3, query: 'an' });
  expect(find('(@Ann Le')).toEqual({ start: 1, query: 'Ann Le' });
  expect(find('**@an')).toEqual({ start: 2, query: 'an' });
  expect(findMentionQuery('@an x', 3)).toEqual({ start: 0, query: 'an' });
});

test('an "@" asks for people after a script without spaces, after signs and after emoji', () => {
  for (const before of [
    'こんにちは',
    '田中さん、',
    '你好，',
    '👋',
    'hello,',
    '/',
    'cc:',
    '안녕',
    'สวัสดี',
    'ជួប',
    '`',
  ])
    expect(find(`${before}@田`)).toEqual({ start: before.length, query: '田' });
  expect(find('ありがとう＠山田　太')).toEqual({ start: 5, query: '山田　太' });
});

test('addresses, line ends and long sentences ask for nobody', () => {
  for (const text of [
    'ann@example',
    'x@jean',
    '1@x',
    'é@x',
    'no',
    '@an\n',
    '@ann is a very long sentence',
    '@@',
    '@ ann  x',
    'https://example.com/@ann',
    'siehe https://example.com/?by=@ann',
    'www.example.com/a/@ann',
  ])
    expect([text, find(text)]).toEqual([text, undefined]);
});
