import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitLinks } from './links.ts';

function listLinks(text: string): string[] {
  return splitLinks(text).flatMap(({ label, href }) => (href === undefined ? [] : [label]));
}

const FOUND: [text: string, ...links: string[]][] = [
  ['see https://snug.example/chat/1?a=b#c now', 'https://snug.example/chat/1?a=b#c'],
  ['http://a.example and mailto:ann@snug.example', 'http://a.example', 'mailto:ann@snug.example'],
  ['HTTPS://A.EXAMPLE/B', 'HTTPS://A.EXAMPLE/B'],
  ['Really? https://a.example/b?! (yes, https://a.example.)', 'https://a.example/b', 'https://a.example'],
  ['https://a.example/x_(y) (https://a.example/x_(y))', 'https://a.example/x_(y)', 'https://a.example/x_(y)'],
  ['[https://a.example/a]b] {https://a.example}', 'https://a.example/a]b', 'https://a.example'],
  ['<https://a.example>, "https://b.example"', 'https://a.example', 'https://b.example'],
  ['https://a.example/ż/😀/%E2', 'https://a.example/ż/😀/%E2'],
  ['https://a.example\nhttps://b.example', 'https://a.example', 'https://b.example'],
  ['。https://a.example', 'https://a.example'],
  ['https://[2001:db8::1]:3000/a', 'https://[2001:db8::1]:3000/a'],
  ['https://a.example/\u202egpj.exe', 'https://a.example/'],
  ['https://a.example/\u200b\u00adb', 'https://a.example/'],
];
for (const [text, ...links] of FOUND) {
  test(`V3 finds links in ${JSON.stringify(text)}`, () => expect(listLinks(text)).toEqual(links));
}

const NOT_FOUND = [
  'javascript:alert(1)',
  'JavaScript://%0aalert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https',
  'file:///etc/passwd',
  'ftp://a.example',
  'snug.example www.snug.example ann@snug.example',
  'xhttps://a.example 1http://a.example',
  'https:// http://. https://) https://% 一https://a.example',
  'https:/a.example https:\\\\a.example',
  'mailto: mailto:ann mailto:@',
];
for (const text of NOT_FOUND) {
  test(`V3 finds no link in ${JSON.stringify(text)}`, () => expect(listLinks(text)).toEqual([]));
}

test('V3 reports the host of a link if it differs from the text', () => {
  const hosts = (text: string) => splitLinks(text).map(({ host }) => host);
  expect(hosts('https://bank.example@evil.example/')).toEqual(['evil.example']);
  expect(hosts('https://bank.example:443@evil.example:8443')).toEqual(['evil.example:8443']);
  expect(hosts('https://\u0430pple.example')).toEqual(['xn--pple-43d.example']);
  expect(hosts('https://bank.example\u2044path.evil.example')).toEqual([
    'bank.xn--examplepath-lx3f.evil.example',
  ]);
  expect(hosts('http://0x7f.1/')).toEqual(['127.0.0.1']);
  expect(hosts('https://evil.example\\@bank.example')).toEqual([undefined]);
  expect(hosts('https://snug.example/@ann https://SNUG.example')).toEqual([undefined, undefined, undefined]);
});

test('V3 the pieces of any text add up to it, and every link has an allowed scheme', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'https://',
      'http://',
      'mailto:',
      'javascript:',
      'data:',
      '(',
      ')',
      '.',
      '@',
      ' ',
      '\\',
      '/',
    ),
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), parts => {
      const text = parts.join('');
      const pieces = splitLinks(text);
      expect(pieces.map(({ label }) => label).join('')).toBe(text);
      for (const { label, href } of pieces) {
        expect(label).not.toBe('');
        expect(new URL(href ?? 'http://none').protocol).toMatch(/^(https?|mailto):$/);
      }
    }),
  );
});

test('V3 splits adversarial messages in linear time', () => {
  const time = (text: string) => {
    const started = performance.now();
    splitLinks(text);
    return performance.now() - started;
  };
  const adversarial = [
    'https://',
    'https://a',
    'h',
    'mailto:',
    'https://a.example/' + '('.repeat(50),
    '.)',
    'http:/',
  ];
  for (const unit of adversarial) {
    const text = (length: number) => unit.repeat(length / unit.length);
    expect(time(`https://a${text(10_000)}`)).toBeLessThan(200);
    expect(time(text(100_000))).toBeLessThan(1_000);
  }
});
