import { expect, test } from 'vitest';
import { StyledText } from './styled-text.ts';

const bold = { bold: true };
const italic = { italic: true };

const CASES: [name: string, write: (text: StyledText) => unknown, expected: string][] = [
  ['plain words', t => t.text('Hello world'), 'Hello world'],
  ['one style', t => t.text('a ').text('b', bold).text(' c'), 'a **b** c'],
  [
    'pieces side by side',
    t => t.text('lines', bold).text('all', { bold: true, italic: true, strike: true }),
    '**lines\u2060_\u2060~~all~~_**',
  ],
  ['space at the edges', t => t.text('a').text(' b ', bold).text('c'), 'a **b** c'],
  [
    'a style within a word',
    t => t.text('un').text('believ', bold).text('able'),
    'un\u2060**\u2060believ\u2060**\u2060able',
  ],
  ['plain stars', t => t.text('*not bold* 2*3*4'), String.raw`\*not bold\* 2*3*4`],
  ['plain underscores', t => t.text('a _b c_ d'), String.raw`a \_b c\_ d`],
  ['a plain list', t => t.text('- a\n1. b'), '\ufeff- a\n\ufeff1. b'],
  ['a plain quote', t => t.text('> a'), '\ufeff> a'],
  ['a plain link', t => t.text('[a](https://a.example)'), '[a]\ufeff(https://a.example)'],
  ['code', t => t.text('Run ').text('npm *x* run', { code: true }), 'Run `npm *x* run`'],
  ['code with a backtick', t => t.text('a`b', { code: true }), '``a`b``'],
  [
    'a block of code',
    t => t.text('a').codeBlock('let b = `c`;\n  d', 'ts').text('e'),
    'a\n```ts\nlet b = `c`;\n  d\n```\ne',
  ],
  ['code with a fence', t => t.codeBlock('```\nx\n```'), '````\n```\nx\n```\n````'],
  ['a quote', t => t.beginQuote().text('a\n').text('b', italic).endQuote().text('c'), '> a\n> _b_\nc'],
  [
    'a list',
    t =>
      t
        .beginItem()
        .text('a')
        .beginItem({ level: 1 })
        .text('b\nc')
        .beginItem({ number: 3 })
        .text('d')
        .endList()
        .text('e'),
    '- a\n  - b\n    c\n3. d\ne',
  ],
  [
    'a link',
    t => t.link('https://a.example/x', 'The *plan*'),
    String.raw`[The \*plan\*](https://a.example/x)`,
  ],
  ['an address', t => t.text('See ').link('https://a.example/x').text('.'), 'See https://a.example/x.'],
  ['a mail address', t => t.link('mailto:ann@a.example', 'ann@a.example'), 'ann@a.example'],
  [
    'a label that is another address',
    t => t.link('https://bad.example', 'https://good.example'),
    'https://good.example (https://bad.example)',
  ],
  ['another scheme', t => t.link('tel:123', 'Call'), 'Call (tel:123)'],
];

test.each(CASES)('%s: shows as in the source', (_, write, expected) => {
  const text = new StyledText();
  write(text);
  const { text: written, differs } = text.finish();
  expect(written).toBe(expected);
  expect(differs).toBe(false);
});

const ANN = '0190a000-0000-7000-8000-000000000001';

test('mentions are ranges that begin with "@" and cover the name', () => {
  const text = new StyledText().text('Hi ').mention(ANN, 'Ann *A*', bold).text(', ').mention(null, 'channel');
  const { text: written, mentions, differs } = text.finish();
  expect(mentions.map(({ uid, start, length }) => [uid, written.slice(start, start + length)])).toEqual([
    [ANN, '@Ann A'],
    [null, '@channel'],
  ]);
  expect(written).toBe('Hi **@Ann A**, @channel');
  expect(differs).toBe(false);
});

test('a message has at most 50 mentions, and the other names stay as text', () => {
  const text = new StyledText();
  for (let index = 0; index < 60; index++) text.mention(ANN, 'Ann').text(' ');
  const { mentions, droppedMentions, text: written, differs } = text.finish();
  expect(mentions).toHaveLength(50);
  expect(droppedMentions).toBe(10);
  expect(written.match(/@Ann/g)).toHaveLength(60);
  expect(differs).toBe(false);
});

test('letters that a database cannot store are replaced and counted', () => {
  const text = new StyledText().text('a\ud800b\0c😀').codeBlock('\udc00');
  expect(text.finish().text).toBe('a\ufffdb\ufffdc😀\n```\n\ufffd\n```');
  expect(text.replaced).toBe(3);
});

test('a text that is too long becomes several messages, which keep their code, styles and words', () => {
  const text = new StyledText().text('Hello\n\n'.repeat(20)).codeBlock('line of code\n'.repeat(40), 'ts');
  text
    .text('word '.repeat(80), bold)
    .link(`https://a.example/${'x'.repeat(60)}`, 'long')
    .text('😀'.repeat(150));
  const parts = text.finishParts(200);
  expect(Math.max(...parts.map(part => part.text.length))).toBeLessThanOrEqual(200);
  expect(parts.filter(({ differs }) => differs)).toEqual([]);
  expect(parts[0]?.text.endsWith('Hello')).toBe(true);
  const all = parts.map(part => part.text).join('\n');
  expect(all.match(/Hello/g)).toHaveLength(20);
  expect(all.match(/line of code/g)).toHaveLength(40);
  expect(all.match(/word/g)).toHaveLength(80);
  expect(all.match(/😀/gu)).toHaveLength(150);
  expect(
    parts.filter(part => part.text.startsWith('```ts\n') && part.text.endsWith('\n```')).length,
  ).toBeGreaterThan(2);
});

test.each([
  ['one space', 'word ', 'word'],
  ['several spaces', 'word   ', 'word'],
  ['no-break and wide spaces', 'word \u3000\u00a0', 'word'],
  ['line ends', 'word\n\n', 'word'],
  ['a space that ends each bold word', 'word|  |', 'word'],
])('parts of a long text neither begin nor end with white space: %s', (_, repeated, word) => {
  const text = new StyledText();
  for (const piece of repeated.repeat(100).split('|')) text.text(piece, piece.trim() ? bold : {});
  const parts = text.finishParts(200);
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) {
    expect(part.text.length).toBeLessThanOrEqual(200);
    const lines = part.text.replaceAll('*', '').split('\n');
    expect(lines.map(line => line.trim())).toEqual(lines);
    expect(part.text.replaceAll('*', '').trim()).toBe(part.text.replaceAll('*', ''));
    expect(part.differs).toBe(false);
  }
  expect(parts.flatMap(part => part.text.match(/\w+/g) ?? [])).toEqual(
    Array.from({ length: 100 }, () => word),
  );
});

test('code that is split keeps its indents and blank lines', () => {
  const code = 'if (a) {\n  b();\n\n}\n'.repeat(30).trimEnd();
  const parts = new StyledText().codeBlock(code).finishParts(200);
  expect(parts.length).toBeGreaterThan(1);
  const lines = parts.flatMap(part => part.text.split('\n').slice(1, -1));
  expect(lines.filter(line => line === '  b();')).toHaveLength(30);
  expect(lines.filter(line => line === '')).toHaveLength(30);
});

test('lists and quotes that Snug does not nest so deep are told apart', () => {
  expect(new StyledText().beginItem({ level: 4 }).text('a').finish().differs).toBe(true);
  const quotes = new StyledText().beginQuote().beginQuote().beginQuote().beginQuote().text('a');
  expect(quotes.finish()).toMatchObject({ text: '> > > a', differs: true });
});

test('a link that is longer than a message becomes text, and the result says so', () => {
  const parts = new StyledText().link(`https://a.example/${'x'.repeat(600)}`, 'long').finishParts(200);
  expect(parts.map(({ text }) => text.length <= 200)).toEqual(parts.map(() => true));
  expect(parts.map(({ text }) => text).join('')).toContain('long (https://a.example/');
  expect(parts.every(({ differs }) => differs)).toBe(true);
});
