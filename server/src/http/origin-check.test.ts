import type { CommandError } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { OriginCheck } from './origin-check.ts';

const OWN = ['https://chat.example', 'http://localhost:3000'] as const;
const { isOwn, comesFrom } = createCheck();

function createCheck() {
  const lines: string[] = [];
  const check = new OriginCheck(OWN, { warn: (line: string) => void lines.push(line) });
  const readError = (headers: Record<string, string>, host = '127.0.0.1:3000') => {
    try {
      return check.assertSameSite({ headers, host });
    } catch (error) {
      return (error as CommandError).code;
    }
  };
  return {
    lines,
    readError,
    isOwn: (origin?: string) => check.isOwn(origin),
    comesFrom: (headers: Record<string, string>) => readError(headers) === undefined,
  };
}

test('T7 only exact origins of Snug are accepted', () => {
  for (const origin of ['https://chat.example', 'http://localhost:3000']) expect(isOwn(origin)).toBe(true);
  const foreign = [
    'https://evil.example',
    'http://chat.example',
    'https://chat.example.evil.example',
    'https://evil-chat.example',
    'https://chat.example:444',
    'https://chat.example/',
    'https://CHAT.example',
    'https://chat.example@evil.example',
    'http://localhost:3001',
    'http://localhost',
    'null',
    '',
    undefined,
  ];
  for (const origin of foreign) expect([origin, isOwn(origin)]).toEqual([origin, false]);
});

test('T7 a command is accepted from a page of Snug and from a program', () => {
  expect(comesFrom({ origin: 'https://chat.example', 'sec-fetch-site': 'same-origin' })).toBe(true);
  expect(comesFrom({ origin: 'https://chat.example' })).toBe(true);
  expect(comesFrom({ 'sec-fetch-site': 'none' })).toBe(true);
  expect(comesFrom({})).toBe(true);
});

test('T7 a command from a foreign page is rejected, whichever header names its origin', () => {
  for (const site of ['cross-site', 'same-site', '', 'Same-Origin']) {
    expect([site, comesFrom({ 'sec-fetch-site': site })]).toEqual([site, false]);
    expect([site, comesFrom({ 'sec-fetch-site': site, origin: 'https://chat.example' })]).toEqual([
      site,
      false,
    ]);
  }
  for (const origin of ['null', 'https://evil.example', 'http://chat.example']) {
    expect([origin, comesFrom({ origin })]).toEqual([origin, false]);
    expect([origin, comesFrom({ origin, 'sec-fetch-site': 'same-origin' })]).toEqual([origin, false]);
  }
});

/** What the page sends, and the host of the request. */
const OWN_PAGES: [headers: Record<string, string>, host: string][] = [
  [{ origin: 'http://10.0.0.5:3000' }, '10.0.0.5:3000'],
  [{ origin: 'http://nas.local' }, 'nas.local'],
  [{ origin: 'http://nas.local' }, 'NAS.local:80'],
  [{ origin: 'https://chat.example:8443' }, 'chat.example:8443'],
  [{ origin: 'http://chat.example' }, 'chat.example'],
  [{ origin: 'http://[fd00::5]:3000' }, '[fd00::5]:3000'],
  [{ origin: 'http://xn--mller-kva.example' }, 'xn--mller-kva.example'],
  [{ origin: 'http://10.0.0.5:8080', 'sec-fetch-site': 'same-origin' }, '127.0.0.1:3000'],
  [{ origin: 'http://10.0.0.5:3000', 'sec-fetch-site': 'none' }, '10.0.0.5:3000'],
];
for (const [headers, host] of OWN_PAGES)
  test(`T7 the page at another address gets wrong_origin: ${JSON.stringify(headers)} to ${host}`, () => {
    const { readError, lines } = createCheck();
    for (let count = 0; count < 3; count++) expect(readError(headers, host)).toBe('wrong_origin');
    expect(lines).toEqual([
      `Snug expects https://chat.example and refuses its page at ${headers['origin']}. Set SNUG_URL to the address that people open.`,
    ]);
  });

const OTHER_SITES: [headers: Record<string, string>, host: string][] = [
  [{ origin: 'http://10.0.0.5:3000' }, '10.0.0.5:3001'],
  [{ origin: 'http://10.0.0.5:3000/' }, '10.0.0.5:3000'],
  [{ origin: 'HTTP://10.0.0.5:3000' }, '10.0.0.5:3000'],
  [{ origin: 'http://ann@10.0.0.5:3000' }, '10.0.0.5:3000'],
  [{ origin: 'http://10.0.0.5' }, ''],
  [{ origin: 'http://10.0.0.5' }, '10.0.0.5/x'],
  [{ origin: 'null' }, 'null'],
  [{ origin: 'file://' }, ''],
  [{ origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }, 'evil.example'],
  [{ origin: 'http://evil.example', 'sec-fetch-site': 'same-site' }, 'evil.example'],
  [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, '10.0.0.5:3000'],
];
for (const [headers, host] of OTHER_SITES)
  test(`T7 another site gets forbidden and no line in the log: ${JSON.stringify(headers)} to "${host}"`, () => {
    const { readError, lines } = createCheck();
    expect(readError(headers, host)).toBe('forbidden');
    expect(lines).toEqual([]);
  });

test('T7 no origin but an own one passes, whatever the headers are', () => {
  const { readError } = createCheck();
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.constantFrom(...OWN, 'null', 'same-origin', 'none', 'http://chat.example'),
  );
  fc.assert(
    fc.property(text, text, text, (origin, site, host) => {
      const passes = readError({ origin, 'sec-fetch-site': site }, host) === undefined;
      expect(passes).toBe(isOwn(origin) && ['same-origin', 'none'].includes(site));
    }),
  );
});

test('the log names at most 20 addresses, and no long one', () => {
  const { readError, lines } = createCheck();
  const open = (name: string) => readError({ origin: `http://${name}` }, name);
  expect(open(`${'a'.repeat(60)}.`.repeat(5))).toBe('wrong_origin');
  expect(lines).toEqual([]);
  for (let count = 0; count < 50; count++) expect(open(`a${count}.example`)).toBe('wrong_origin');
  expect(lines).toHaveLength(20);
});
