import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBlocks, type TextBlock } from './blocks.ts';
import type { Inline, Link } from './inline.ts';

const SIGNS = { bold: 'b', italic: 'i', strike: 's' };

function describe(of: readonly Inline[]): string {
  return of
    .map(part => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'mark') return '';
      if (part.kind === 'mention') return part.text;
      if (part.kind === 'code') return `[${part.text}]`;
      const content = describe(part.content);
      if (part.kind === 'link') return `<${part.href} ${content}>`;
      return `${SIGNS[part.kind]}(${content})`;
    })
    .join('');
}

function describeBlock(block: TextBlock): string {
  if (block.kind === 'paragraph') return describe(block.content);
  if (block.kind === 'code') return `[[${block.language}${block.text}]]`;
  if (block.kind === 'quote') return `>{${block.blocks.map(describeBlock).join('|')}}`;
  return block.items.map(item => `${'.'.repeat(item.level)}${item.marker}${describe(item.content)}`).join('');
}

const CASES: [text: string, ...blocks: string[]][] = [
  ['plain', 'plain'],
  ['**bold** and *italic*, _italic_ and ~~gone~~', 'b(bold) and i(italic), i(italic) and s(gone)'],
  ['***both***, **b *i* b** and *i **b** i*', 'b(i(both)), b(b i(i) b) and i(i b(b) i)'],
  ['**two\nlines**', '**two\nlines**'],
  ['这是**粗体**文字', '这是b(粗体)文字'],
  ['("**quoted**")', '("b(quoted)")'],
  ['**`code`** and `**code**`', 'b([code]) and [**code**]'],
  ['**https://a.example/*b*_c**', 'b(<https://a.example/*b*_c https://a.example/*b*_c>)'],
  ['[a **b** `c`](https://a.example/x_(y))!', '<https://a.example/x_(y) a b(b) [c]>!'],
  ['**[a](mailto:ann@a.example)**', 'b(<mailto:ann@a.example a>)'],
  ['> quoted\n> *twice*\nanswer', '>{quoted\ni(twice)\n}', 'answer'],
  ['> > deep\n> less', '>{>{deep\n}|less}'],
  ['> - item\n> text', '>{-item\n|text}'],
  ['To do:\n- one\n  more\n  - two\n* three', 'To do:\n', '-one\nmore\n.-two\n*three'],
  ['3. three\n4. four\n\nend', '3.three\n4.four\n', '\nend'],
  ['- `code` first', '-[code] first'],
  ['a\n```ts\nlet b;\n```\n- c', 'a\n', '[[ts\nlet b;\n]]', '-c'],
];
for (const [text, ...blocks] of CASES) {
  test(`formats ${JSON.stringify(text)}`, () => expect(parseBlocks(text).map(describeBlock)).toEqual(blocks));
}

const PLAIN = [
  '2*3*4 = 24, 2 ** 3 and 5 * 6 * 7',
  'snake_case_name and __init__',
  String.raw`¯\_(ツ)_/¯ and \*this\*`,
  '*open **and ~~open',
  '****four**** and ~one~',
  '** spaces **',
  '-5 degrees\n--\n- \n+1',
  '>_<\n>:(',
  '[x](javascript:alert(1)) [y](data:text/html,z) [z](/chat)',
  '[](https:x) [ ](ftp://a.example)',
  '# no heading',
];
for (const text of PLAIN) {
  test(`does not format ${JSON.stringify(text)}`, () =>
    expect(parseBlocks(text).map(describeBlock).join('')).toBe(text));
}

interface Piece {
  text: string;
  start: number;
}

function listPieces(of: readonly Inline[]): Piece[] {
  return of.flatMap(part => ('content' in part ? listPieces(part.content) : [part]));
}

function listBlockPieces(block: TextBlock): Piece[] {
  if (block.kind === 'code') return [block];
  if (block.kind === 'paragraph') return listPieces(block.content);
  if (block.kind === 'quote') return block.blocks.flatMap(listBlockPieces);
  return block.items.flatMap(({ content }) => listPieces(content));
}

function measureDepth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(measureDepth));
}

const MARKUP = ['*', '**', '***', '_', '~~', '`', '```', '[', '](', ')', '> ', '- ', '1. ', '  ', '\n', '\\'];
const part = fc.oneof(
  fc.constantFrom(...MARKUP, 'https://a.example', 'mailto:a@b.c', 'a', '字', ' ', '\ue000', '\u202e'),
  fc.string({ unit: 'binary', maxLength: 5 }),
);
const messages = fc.array(part, { maxLength: 60 }).map(parts => parts.join(''));

test('V4 every typed character is in the result, once and in order, or is a mark', () => {
  fc.assert(
    fc.property(messages, text => {
      let end = 0;
      let marks = '';
      for (const piece of parseBlocks(text).flatMap(listBlockPieces)) {
        expect(text.slice(piece.start, piece.start + piece.text.length)).toBe(piece.text);
        expect(piece.start).toBeGreaterThanOrEqual(end);
        expect(piece.text).not.toBe('');
        marks += text.slice(end, piece.start);
        end = piece.start + piece.text.length;
      }
      marks += text.slice(end);
      const others = marks
        .replaceAll(/\]\((?:https?:\/\/|mailto:)[^\s]*?\)+/g, '')
        .replaceAll(/(?<=```)[a-z][\w+#.-]*[ \t]*/g, '');
      expect(others).toMatch(/^[*_~`[\]()]*$/);
    }),
    { numRuns: 500 },
  );
});

test('blocks and styles nest only a few levels', () => {
  fc.assert(
    fc.property(messages, text => {
      expect(measureDepth(parseBlocks(text))).toBeLessThan(40);
    }),
  );
  for (const unit of ['> ', '*_', '**a ', '[', '[a](https://', '  - '])
    expect(measureDepth(parseBlocks(unit.repeat(2_000)))).toBeLessThan(40);
});

function listLinks(of: readonly Inline[]): Link[] {
  return of.flatMap(part => {
    if (!('content' in part)) return [];
    return [...(part.kind === 'link' ? [part] : []), ...listLinks(part.content)];
  });
}

function listParagraphLinks(text: string): Link[] {
  return parseBlocks(text).flatMap(block => (block.kind === 'paragraph' ? listLinks(block.content) : []));
}

test('V3 links have only safe addresses, and a named link always has its host', () => {
  fc.assert(
    fc.property(messages, text => {
      const links = listParagraphLinks(text);
      const isSafe = ({ href }: Link) => /^(https?|mailto):$/.test(new URL(href).protocol);
      expect(links.filter(link => !isSafe(link))).toEqual([]);
      expect(links.filter(({ isNamed, host }) => isNamed && !host)).toEqual([]);
    }),
  );
});

test('V3 a label that looks like an address is misleading', () => {
  const isMisleading = (label: string) =>
    listParagraphLinks(`[${label}](https://evil.example)`)[0]?.isMisleading;
  const misleading = [
    'bank.example',
    'https://bank',
    'www.bank.pl',
    'ann@bank',
    'bank\uff0eexample',
    'bank。com',
  ];
  expect(misleading.filter(label => !isMisleading(label))).toEqual([]);
  expect(['the docs', 'Release 3.2', 'Yes. No.'].filter(isMisleading)).toEqual([]);
});

test('V4 formats adversarial messages in linear time', () => {
  const units = [
    ...MARKUP,
    '*a',
    'a*',
    '**a*',
    '*_',
    '_*a',
    '~~a',
    '[a',
    '[a](',
    '[a](https://a',
    '[`a`](https://a)',
    '> > ',
  ];
  const adversarial = [
    ...units,
    ...units.map(unit => `${unit} `),
    ...units.map(unit => `${unit}\n`),
    '`a`[',
    '-  a\n',
  ];
  for (const unit of adversarial) {
    const time = (length: number) => {
      const text = unit.repeat(Math.ceil(length / unit.length));
      const started = performance.now();
      parseBlocks(text);
      return performance.now() - started;
    };
    expect({ unit, isFast: time(10_000) < 2_000 }).toEqual({ unit, isFast: true });
  }
});
