import { expect, test } from 'vitest';
import { newId } from '../base/ids.ts';
import { presentFile } from './file.ts';

function toUrl(fileName: string): URL {
  const noDetails = { width: null, height: null, duration: null, peaks: null };
  const row = { fileId: ID, fileName, contentType: 'text/plain', size: 1, ...noDetails };
  return new URL(presentFile(row).url, 'https://chat.example');
}

const ID = newId();
const NAMES = [
  'a.txt',
  'ż ó.png',
  '../../x',
  '..',
  '.',
  '%2e%2e',
  'a/b',
  'a\\b',
  '?q=1#f',
  '\u202egnp.exe',
  '😀'.repeat(127),
];
for (const name of NAMES) {
  test(`F3 the URL of a file works for any name: ${name.slice(0, 20)}`, () => {
    const { origin, pathname, search, hash } = toUrl(name);
    expect([origin, search, hash]).toEqual(['https://chat.example', '', '']);
    const [, files, id, last, ...rest] = pathname.split('/');
    expect([files, id, rest]).toEqual(['files', ID, []]);
    expect(decodeURIComponent(last ?? '')).toBe(/^\.\.?$/.test(name) ? 'file' : name);
  });
}
