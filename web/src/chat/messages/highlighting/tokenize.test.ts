import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenize } from './tokenize.ts';

test('finds keywords, strings, numbers and comments', () => {
  const tokens = tokenize({ language: 'ts', code: 'const a = "b" + 1; // c' });
  const listOf = (kind: string) => tokens?.filter(token => token.kind === kind).map(({ text }) => text);
  expect(listOf('keyword')).toEqual(['const']);
  expect(listOf('string')).toEqual(['"b"']);
  expect(listOf('number')).toEqual(['1']);
  expect(listOf('comment')).toEqual(['// c']);
});

test('knows the usual short names of languages, and no others', () => {
  for (const language of [
    'js',
    'tsx',
    'py',
    'rb',
    'sh',
    'c++',
    'c#',
    'html',
    'yml',
    'json',
    'diff',
    'rs',
    'go',
  ])
    expect(tokenize({ language, code: 'x' })).toBeDefined();
  for (const language of ['', 'klingon', '__proto__', 'constructor'])
    expect(tokenize({ language, code: 'x' })).toBeUndefined();
});

test('keeps all characters of any code', () => {
  const languages = fc.constantFrom(
    'ts',
    'html',
    'css',
    'python',
    'bash',
    'php',
    'markdown',
    'rust',
    'sql',
    'diff',
  );
  const part = fc.oneof(
    fc.constantFrom('"', "'", '`', '/*', '*/', '//', '#', '<a>', '</a>', '${', '}', '<?php', '\n', ' '),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const codes = fc.array(part, { maxLength: 40 }).map(parts => parts.join(''));
  fc.assert(
    fc.property(languages, codes, (language, code) => {
      const tokens = tokenize({ language, code }) ?? [];
      expect(tokens.map(({ text }) => text).join('')).toBe(code);
    }),
  );
});
