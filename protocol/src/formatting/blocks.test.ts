import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureGrowth } from '../testing/measure-growth.ts';
import { parseBlocks, type TextBlock } from './blocks.ts';
import type { Inline, Link } from './inline.ts';

const SIGNS = { bold: 'b', italic: 'i', strike: 's' };

function describe(of: readonly Inline[]): string {
  return of
    .map(part => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'mention') return part.text;
      if (part.kind === 'emoji') return `{${part.name}}`;
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
  return block.items
    .map(item => `${'.'.repeat(item.level)}${item.marker}${item.blocks.map(describeBlock).join('|')}`)
    .join('');
}

const CASES: [text: string, ...blocks: string[]][] = [
  ['plain', 'plain'],
  ['**bold** and *italic*, _italic_ and ~~gone~~', 'b(bold) and i(italic), i(italic) and s(gone)'],
  ['***both***, **b *i* b** and *i **b** i*', 'b(i(both)), b(b i(i) b) and i(i b(b) i)'],
  ['**two\nlines**', '**two\nlines**'],
  ['这是**粗体**文字', '这是b(粗体)文字'],
  ['**:party:** and :_x_: :a_b:_c_', 'b({party}) and {_x_} {a_b}i(c)'],
  ['`:party:` :ok+1:', '[:party:] {ok+1}'],
  [
    '[:party: plan](https://a.example/x) https://a.example/:party:/',
    '<https://a.example/x {party} plan> <https://a.example/:party:/ https://a.example/:party:/>',
  ],
  ['- :done:\n> :said:', '-{done}\n', '>{{said}}'],
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
  ['> Run\n> ```sh\n> make test\n> ```\ndone', '>{Run\n|[[sh\nmake test\n]]}', 'done'],
  ['> > ```\n> > a\n> > ```\n> b', '>{>{[[\na\n]]}|b}'],
  ['> ```py\n> print(1)\nanswer', '>{[[py\nprint(1)\n]]}', 'answer'],
  ['> - a\n>   ```\n>     b\n>   ```\n> - c', '>{-a\n|[[\n  b\n]]-c}'],
  ['```diff\n> old\n```', '[[diff\n> old\n]]'],
  [
    '1. Run\n   ```sh\n   make\n     deploy\n   ```\n   then\n2. Next',
    '1.Run\n|[[sh\nmake\n  deploy\n]]|then\n2.Next',
  ],
  ['- ```js\n  let a;\n  ```\n- b', '-[[js\nlet a;\n]]-b'],
  ['- a\n```\nb\n```\n- c', '-a\n', '[[\nb\n]]', '-c'],
  ['- a\n```\nb', '-a\n', '[[\nb]]'],
  ['[RFC [2119] draft](https://a.example/)', '<https://a.example/ RFC [2119] draft>'],
  ['[a [b](https://b.example/) c]', '[a <https://b.example/ b> c]'],
  ['see ![a chart](https://a.example/c.png)', 'see <https://a.example/c.png a chart>'],
  ['![](https://a.example/c.png)', '<https://a.example/c.png https://a.example/c.png>'],
  ['Wow![docs](https://a.example/)', 'Wow!<https://a.example/ docs>'],
  ['**see https://a.example/x**', 'b(see <https://a.example/x https://a.example/x>)'],
  ['_https://a.example/x_y_', 'i(<https://a.example/x_y https://a.example/x_y>)'],
  [String.raw`\*as typed\* and \~~this\~~`, '*as typed* and ~~this~~'],
  [String.raw`**a \_b\_ c**`, 'b(a _b_ c)'],
  ['**Really?** **.env** *(a)* **"b"**', 'b(Really?) b(.env) i((a)) b("b")'],
  ['**「a」**字 **粗。**下', 'b(「a」)字 b(粗。)下'],
];
for (const [text, ...blocks] of CASES) {
  test(`formats ${JSON.stringify(text)}`, () => expect(parseBlocks(text).map(describeBlock)).toEqual(blocks));
}

const PLAIN = [
  '2*3*4 = 24, 2 ** 3 and 5 * 6 * 7',
  'snake_case_name and __init__',
  String.raw`¯\_(ツ)_/¯`,
  String.raw`C:\Temp\*.txt D:\*.log \\share\_old_`,
  String.raw`\*open, and 1986\. was`,
  'SELECT count(*) FROM a UNION SELECT count(*) FROM b',
  'SELECT a.*, b.* FROM a, b WHERE c IN (*)',
  'rg -t web:*.ts,*.tsx foo; cp src/*.js,lib/*.js out/; ls *.c a.*; cp *.c src/*',
  'src/**/a.ts,lib/**/b.ts **.ts,**.js',
  'grep .*error.* log | grep .*warn.*',
  '/*one*/ int x; /*two*/ char **argv, **envp; *p = *q;',
  'match(_) and foo(_), /_next_/a, find *foo*.txt',
  "'*', '*' and \"*\"",
  'Foo<*>, Bar<*>, x[*].a, y[*].b, f(*a), g(*b), (a)*(b)+(c)*(d)',
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

/** `start`: undefined for a line of code, which can lose an indent. */
interface Piece {
  text: string;
  start?: number;
}

function listLines({ text }: { text: string }): Piece[] {
  return text.split('\n').flatMap(line => (line === '' ? [] : [{ text: line }]));
}

function listPieces(of: readonly Inline[]): Piece[] {
  return of.flatMap(part => ('content' in part ? listPieces(part.content) : [part]));
}

function listBlockPieces(block: TextBlock): Piece[] {
  if (block.kind === 'code') return listLines(block);
  if (block.kind === 'paragraph') return listPieces(block.content);
  if (block.kind === 'quote') return block.blocks.flatMap(listBlockPieces);
  return block.items.flatMap(({ blocks }) => blocks.flatMap(listBlockPieces));
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
        const start = piece.start ?? text.indexOf(piece.text, end);
        expect(text.slice(start, start + piece.text.length)).toBe(piece.text);
        expect(start).toBeGreaterThanOrEqual(end);
        expect(piece.text).not.toBe('');
        marks += text.slice(end, start);
        end = start + piece.text.length;
      }
      marks += text.slice(end);
      const others = marks
        .replaceAll(/\]\((?:https?:\/\/|mailto:)[^\s]*?\)+/g, '')
        .replaceAll(/(?<=```)[a-z][\w+#.-]*[ \t]*/g, '')
        .replaceAll(/[-*•] |\d+[.)] /g, '');
      expect(others).toMatch(/^[*_~`[\]()> \n\\]*$/);
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

const code = fc.array(
  fc.constantFrom(
    'count(*)',
    '*.ts',
    'lib/*.js',
    'a.*',
    '.*x.*',
    'a[*]',
    'Foo<*>',
    '**/a',
    'b/**',
    "'*'",
    'f(_)',
    '*',
    'a',
    '1',
    '*=',
  ),
  { minLength: 1, maxLength: 6 },
);

test('V4 a star between two signs is no mark', () => {
  fc.assert(
    fc.property(code, fc.constantFrom(' ', ',', ', ', ';', ' && ', ' | '), (parts, separator) => {
      const line = `$ ${parts.join(separator)}`;
      expect(parseBlocks(line).map(describeBlock)).toEqual([line]);
    }),
    { numRuns: 500 },
  );
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
    '> ```\n> a\n',
    '- ```\n  a\n',
    '> '.repeat(9) + '``\n',
    '\\*a',
    '![a](https://a',
    'https://a.example/(*_',
  ];
  for (const unit of adversarial)
    expect({ unit, growth: measureGrowth(unit, parseBlocks) }).toEqual({ unit, growth: 'linear' });
});
