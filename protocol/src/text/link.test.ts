import { expect, test } from 'vitest';
import { hasLink } from './link.ts';

test('a text has a link if it has a web address, in any script', () => {
  const links = [
    'see http://a.example',
    '資料はhttps://a.example',
    'وhttps://a.example',
    'www.snug.example',
    '例はwww.snug.example',
  ];
  expect(links.filter(text => !hasLink(text))).toEqual([]);
  const others = [
    'xhttps://a.example',
    'https://',
    'www.snug',
    'www..snug.example',
    'ann@snug.example',
    'xwww.snug.example',
  ];
  expect(others.filter(hasLink)).toEqual([]);
});
