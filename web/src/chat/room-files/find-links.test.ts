import { expect, test } from 'vitest';
import { findLinks } from './find-links.ts';

test('each web address of a message is listed once, with its name', () => {
  const text = [
    'See https://snug.example/a, [the plan](https://snug.example/plan) and https://snug.example/a again.',
    '> quoted **https://snug.example/q**',
    '- item https://snug.example/i',
    'mailto:ann@snug.example `https://snug.example/code`',
  ].join('\n');
  expect(findLinks(text)).toEqual([
    { href: 'https://snug.example/a', label: undefined },
    { href: 'https://snug.example/plan', label: 'the plan' },
    { href: 'https://snug.example/q', label: undefined },
    { href: 'https://snug.example/i', label: undefined },
  ]);
});

test('a message with an address only in code lists that one, and no unsafe address', () => {
  expect(findLinks('`curl https://snug.example/x`')).toMatchObject([{ href: 'https://snug.example/x' }]);
  expect(findLinks('[x](javascript:alert) data:text/html,x')).toEqual([]);
});
