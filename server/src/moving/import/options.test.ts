import { expect, test } from 'vitest';
import { readImportOptions } from './options.ts';

const read = (...args: string[]) => readImportOptions(args, path => `/here/${path}`);

test('without options, an import only reads', () => {
  expect(read('a.zip')).toEqual({
    paths: ['/here/a.zip'],
    apply: false,
    prepare: false,
    people: undefined,
    links: undefined,
    owner: undefined,
    rooms: undefined,
    private: false,
    lateRoom: false,
    files: undefined,
    withoutBackup: false,
    report: '/here/import-report',
  });
});

test('all options', () => {
  const args = '--apply --owner Ann@Example.com --rooms #general,random --late room --report none b.json';
  expect(read('a.json', ...args.split(' '))).toMatchObject({
    paths: ['/here/a.json', '/here/b.json'],
    apply: true,
    owner: 'ann@example.com',
    rooms: new Set(['general', 'random']),
    lateRoom: true,
    report: undefined,
  });
});

test.each([
  [[], 'Name an archive.'],
  [['a.zip', '--aply'], "Unknown option '--aply'."],
  [['a.zip', '--late', 'never'], 'Use --late room'],
  [['a.zip', '--owner', 'ann'], '--owner needs an email address. ann is none.'],
  [['a.zip', '--rooms', ' , '], '--rooms needs names'],
  [['a.zip', '--apply', '--prepare'], 'Use --apply or --prepare, not both.'],
  [['a.zip', '--links', 'l.csv'], '--links needs --apply'],
])('%j is refused, with the reason', (args, reason) => {
  expect(() => read(...args)).toThrow(reason);
});
