import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureGrowth } from '../testing/measure-growth.ts';
import { parseAddress, splitLinks } from './links.ts';

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
  ['一https://a.example 資料はhttps://b.example/x。', 'https://a.example', 'https://b.example/x'],
  ['وhttps://a.example בhttps://b.example', 'https://a.example', 'https://b.example'],
  ['https://a.example/x。ご確認', 'https://a.example/x'],
  ['（https://a.example/x）を見て「https://b.example/y」です', 'https://a.example/x', 'https://b.example/y'],
  ['https://a.example/x、https://b.example/y，謝謝！', 'https://a.example/x', 'https://b.example/y'],
  [
    'https://a.example/x了解 https://a.example/y를 https://a.example/zครับ',
    'https://a.example/x',
    'https://a.example/y',
    'https://a.example/z',
  ],
  [
    'https://ja.wiki.example/wiki/東京 https://a.example/?q=北京#海',
    'https://ja.wiki.example/wiki/東京',
    'https://a.example/?q=北京#海',
  ],
  [
    'https://a.example/%20東京 https://a.example/J・R・トール',
    'https://a.example/%20東京',
    'https://a.example/J・R・トール',
  ],
  [
    'https://fr.wiki.example/L’Équipe, https://a.example/a–b',
    'https://fr.wiki.example/L’Équipe',
    'https://a.example/a–b',
  ],
  [
    'https://a.example/user_, https://a.example/x* https://a.example/y~',
    'https://a.example/user_',
    'https://a.example/x*',
    'https://a.example/y~',
  ],
  ['*a* https://a.example/x* _https://a.example/y_', 'https://a.example/x*', 'https://a.example/y'],
  ['|https://a.example/x| https://a.example/y|', 'https://a.example/x', 'https://a.example/y|'],
  [
    "https://a.example's https://a.example,https://b.example/c;https://d.example",
    'https://a.example',
    'https://a.example',
    'https://b.example/c',
    'https://d.example',
  ],
  [
    'www.snug.example. (www.snug.example/a_(b)) 例はwww.snug.exampleです',
    'www.snug.example',
    'www.snug.example/a_(b)',
    'www.snug.example',
  ],
  [
    'ann@snug.example. (bob.b+c@müller.example) 宛先はeve@a.exampleまで',
    'ann@snug.example',
    'bob.b+c@müller.example',
    'eve@a.example',
  ],
  ['пиши на первый@почта.рф, или לann@a.example', 'первый@почта.рф', 'ann@a.example'],
  ['_ann@a.example_ <b@a.example>, c@a.example?', 'ann@a.example', 'b@a.example', 'c@a.example'],
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
  'snug.example www.snug www. xwww.a.example ann@snug @ann ann@ a@1.2.3',
  'git@snug.example:a/b git@snug.example/a a..b@@c.example',
  'xhttps://a.example 1http://a.example',
  'https:// http://. https://) https://%',
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

test('V3 an international host needs no warning if its letters are those of one language', () => {
  const hosts = (text: string) => splitLinks(text).map(({ href, host }) => href && host);
  const plain = [
    'https://müller.example/a',
    'https://MÜLLER.example',
    'https://пример.example',
    'https://例え.テスト',
    'https://ışık.example',
    'http://snug.example:80/a',
    'https://straße.example:443',
    'https://한국.example:8443',
    'ann@müller.example',
    'www.café.example',
  ];
  expect(plain.map(text => [text, hosts(text)])).toEqual(plain.map(text => [text, [undefined]]));
  // Cyrillic а, р, у, ѕ, Latin ɑ and ı, a Greek ο, a click that looks like a bar, and a kana that looks like a slash.
  const hidden = [
    'https://p\u0430ypal.example',
    'https://\u0440\u0430\u0443\u0440\u0430\u04cf.example',
    'https://b\u0251nk.example',
    'https://w\u0131kipedia.example',
    'https://sn\u03bfw.example',
    'https://bank.example\u01c0a.evil.example',
    'https://日.bank.exampleノa.evil.example',
    'https://a.example:81@evil.example',
    'ann@b\u0430nk.example',
    'www.\u0430pple.example',
  ];
  expect(hidden.filter(text => !splitLinks(text).some(({ host }) => host !== undefined))).toEqual([]);
});

const anySign = fc.nat(0x1_ff_ff).map(code => String.fromCodePoint(code));
/** Not the apostrophe, which can be within a word. */
const ending = anySign.filter(sign =>
  /[[[\p{Pe}\p{Terminal_Punctuation}\p{Quotation_Mark}]--[\p{ASCII}\p{Ps}\p{Pi}]]--\u2019]/v.test(sign),
);
const trailing = fc.oneof(
  ending,
  anySign.filter(sign => /[\p{Po}--[\/%\x26#@*\\]]/v.test(sign)),
  fc.constantFrom('.', ',', ')', ']', '!', '"', "'", ':'),
);
const someSigns = (sign: fc.Arbitrary<string>) =>
  fc.array(sign, { minLength: 1, maxLength: 3 }).map(signs => signs.join(''));
const after = fc.oneof(
  fc.tuple(someSigns(ending), fc.constantFrom('', ' a', '字', 'か', '한', ' अ', 'ab')),
  fc.tuple(someSigns(trailing), fc.constantFrom('', ' ', ' ab', '\n')),
);
const address = fc.constantFrom(
  'https://a.example/x',
  'www.a.example',
  'ann@a.example',
  'https://例え.テスト/東京',
);

test('V3 no link ends with closing punctuation of any script', () => {
  fc.assert(
    fc.property(address, after, (address, [signs, rest]) => {
      expect(listLinks(`字${address}${signs}${rest}`)[0]).toBe(address);
    }),
    { numRuns: 1_000, examples: [['ann@a.example', [':.', '']]] },
  );
});

test('V3 a pair of brackets or quotes of any script within an address stays', () => {
  const opening = fc
    .nat(0xff_ff)
    .map(code => [String.fromCodePoint(code), String.fromCodePoint(code + 1)] as const)
    .filter(
      ([open, close]) => /\p{Ps}/u.test(open) && /\p{Pe}/u.test(close) && !/\p{Quotation_Mark}/u.test(open),
    );
  const pairs = fc.oneof(
    opening,
    fc.constantFrom(['«', '»'], ['„', '“'], ['“', '”'], ['「', '」'], ['［', '］'], ['[', ']'], ['{', '}']),
  );
  fc.assert(
    fc.property(pairs, fc.constantFrom('', 'b', '/c'), ([open, close], after) => {
      const address = `https://a.example/Foo_${open}bar${close}${after}`;
      expect(listLinks(`${address} and`)).toEqual([address]);
      expect(listLinks(`(${address}).`)).toEqual([address]);
    }),
  );
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
  const adversarial = [
    'https://',
    'https://a',
    'https://%',
    'h',
    'mailto:',
    `https://a.example/${'('.repeat(50)}`,
    '.)',
    'http:/',
    'https://a（',
    'https://a「b',
    'https://a“',
    'https://a.example/x了',
    '*https://a.example/x*',
    'www.',
    'www.a.b,',
    'a@',
    'a@a.b',
    '@',
    'a.',
    'https://a.example/x,',
    'https://a!',
    'https://a[a](',
    '东',
  ];
  for (const unit of adversarial) {
    const growth = [unit, `${unit} `].map(unit => measureGrowth(unit, splitLinks));
    expect({ unit, growth }).toEqual({ unit, growth: ['linear', 'linear'] });
  }
  expect(measureGrowth('https://a', text => splitLinks(`https://a${text}`))).toBe('linear');
});

test('V3 a named address is http, https or mailto, and nothing that runs or embeds', () => {
  expect(parseAddress('https://a.example/b')).toEqual({ href: 'https://a.example/b', host: 'a.example' });
  expect(parseAddress('mailto:ann@a.example')).toEqual({
    href: 'mailto:ann@a.example',
    host: 'ann@a.example',
  });
  const others = ['javascript:alert(1)', 'JavaScript://a.example/%0aalert(1)', 'data:text/html,x', 'blob:x'];
  expect([...others, 'vbscript:x', 'file:///etc', 'a.example', ''].map(parseAddress).filter(Boolean)).toEqual(
    [],
  );
});
