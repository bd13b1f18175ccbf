import { type Inline, type Mention, parseMentionBlocks, type TextBlock } from '@snug/protocol';
import { measureGrowth } from '@snug/protocol/testing/measure-growth.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { StyledText, type TextStyles } from './styled-text.ts';

const RUNS = IS_WIDE ? 2_000 : 150;
const SEED = process.env.SNUG_SEED;
const ANN = '0190a000-0000-7000-8000-000000000001';

const WORDS = [
  'plan',
  'a',
  'Über',
  '粗体',
  '字',
  '😀',
  '👩‍👩‍👧',
  'שלום',
  'مرحبا',
  'é',
  '2',
  '3.14',
  ' ',
  '  ',
  '\t',
  ' . ',
  '.',
  ',',
  '(',
  ')',
  '[',
  ']',
  '](',
  '](https://x.example)',
  '"',
  "'",
  '*',
  '**',
  '***',
  '_',
  '__',
  '~',
  '~~',
  '\\',
  '/',
  ':',
  ':tada:',
  '@',
  '#',
  '&',
  '<',
  '>',
  '> ',
  '- ',
  '1. ',
  '• ',
  '!',
  '-',
  '=',
  '|',
  '$',
  'https://a.example/x_y',
  'www.a.example',
  'ann@a.example',
  'snake_case',
  '*.ts',
  '{',
  '\u200b',
  '。',
  '、',
  '“',
  '”',
];
const word = fc.constantFrom(...WORDS);
const toWords = (word: fc.Arbitrary<string>) =>
  fc.array(word, { minLength: 1, maxLength: 5 }).map(list => list.join(''));
const words = toWords(word);
const wordsWithBackticks = toWords(fc.constantFrom(...WORDS, '`', '``', '```'));
const style = fc.record<TextStyles>({ bold: fc.boolean(), italic: fc.boolean(), strike: fc.boolean() });

type Run = { text: string; styles: TextStyles } & (
  | { kind: 'text' | 'code' | 'mention' }
  | { kind: 'link'; url: string }
);
const run: fc.Arbitrary<Run> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('text' as const), text: words, styles: style }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('code' as const), text: words, styles: style }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('mention' as const),
      text: fc.constantFrom('Ann', 'Zoë B', '山'),
      styles: style,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('link' as const),
      text: fc.oneof(fc.constant(''), fc.constantFrom('the plan', '*x*', '计划', 'a.b')),
      url: fc.constantFrom('https://b.example/', 'https://b.example/a_(b)_*c*', 'mailto:bob@b.example'),
      styles: style,
    }),
  },
);
const line = fc.array(run, { maxLength: 6 });

type Block =
  | { kind: 'line'; runs: Run[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; lines: Run[][] }
  | { kind: 'item'; level: number; number: number | undefined; lines: Run[][] };
const lines = fc.array(line, { minLength: 1, maxLength: 3 });
const block: fc.Arbitrary<Block> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('line' as const), runs: line }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('code' as const),
      text: fc
        .array(fc.oneof(word, fc.constantFrom('\n', '`', '```')), { maxLength: 8 })
        .map(list => list.join('')),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('quote' as const), lines }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('item' as const),
      level: fc.nat(3),
      number: fc.option(fc.nat(20), { nil: undefined }),
      lines,
    }),
  },
);
const tree = fc.array(block, { minLength: 1, maxLength: 5 });

function write(blocks: readonly Block[]): StyledText {
  const text = new StyledText();
  const addRuns = (runs: readonly Run[]) => {
    for (const run of runs) {
      if ('url' in run) text.link(run.url, run.text, run.styles);
      else if (run.kind === 'mention') text.mention(ANN, run.text, run.styles);
      else text.text(run.text, { ...run.styles, code: run.kind === 'code' });
    }
    text.newLine();
  };
  for (const block of blocks) {
    if (block.kind !== 'item') text.endList();
    if (block.kind === 'line') addRuns(block.runs);
    else if (block.kind === 'code') text.codeBlock(block.text);
    else if (block.kind === 'quote') {
      text.beginQuote();
      for (const line of block.lines) addRuns(line);
      text.endQuote();
    } else {
      text.beginItem(block);
      for (const line of block.lines) addRuns(line);
    }
  }
  return text;
}

/** The letters with a width, each with its styles: what the source shows, without the code that writes it. */
function listSource(blocks: readonly Block[]): string[] {
  const letters: string[] = [];
  const add = (text: string, styles: string) => {
    for (const letter of text) if (/[^\s\u2060]/.test(letter)) letters.push(letter + styles);
  };
  const addRuns = (runs: readonly Run[], place: string) => {
    for (const run of runs) {
      const { bold, italic, strike } = run.styles;
      const signs = `${bold ? 'b' : ''}${italic ? 'i' : ''}${strike ? 's' : ''}${place}`;
      if ('url' in run && run.text === '') add(run.url.replace('mailto:', ''), signs);
      else add(run.kind === 'mention' ? `@${run.text}` : run.text, run.kind === 'code' ? `c${signs}` : signs);
    }
  };
  for (const block of blocks) {
    if (block.kind === 'line') addRuns(block.runs, '');
    else if (block.kind === 'code') add(block.text, 'C');
    else if (block.kind === 'quote') for (const line of block.lines) addRuns(line, 'q');
    else {
      add(block.number === undefined ? '-' : `${block.number}.`, `m${block.level}`);
      for (const line of block.lines) addRuns(line, `l${block.level}`);
    }
  }
  return letters;
}

const SIGNS = { bold: 'b', italic: 'i', strike: 's' } as const;

function listShown(blocks: readonly TextBlock[], place = ''): string[] {
  const add = (text: string, styles: string) =>
    Array.from(text)
      .filter(letter => /[^\s\u2060]/.test(letter))
      .map(letter => letter + styles);
  const listInline = (content: readonly Inline[], styles: string, place: string): string[] =>
    content.flatMap(part => {
      if (part.kind === 'link') return listInline(part.content, styles, place);
      if ('content' in part) return listInline(part.content, styles + SIGNS[part.kind], place);
      return add(
        part.text,
        (part.kind === 'code' ? 'c' : '') + Array.from(styles).toSorted().join('') + place,
      );
    });
  return blocks.flatMap(block => {
    if (block.kind === 'code') return add(block.text, 'C');
    if (block.kind === 'quote') return listShown(block.blocks, 'q');
    if (block.kind === 'paragraph') return listInline(block.content, '', place);
    return block.items.flatMap(({ marker, level, blocks }) => [
      ...add(marker, `m${level}`),
      ...listShown(blocks, `l${level}`),
    ]);
  });
}

/** The number of texts whose result differs from the source. */
function countDiffering(tree: fc.Arbitrary<Block[]>): number {
  let differing = 0;
  fc.assert(
    fc.property(tree, blocks => {
      const { text, mentions, differs } = write(blocks).finish();
      expect(text.isWellFormed()).toBe(true);
      if (differs) differing++;
      const source = listSource(blocks);
      expect(differs ? source : listShown(parse(text, mentions))).toEqual(source);
    }),
    { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  );
  return differing;
}

function parse(text: string, mentions: readonly Mention[]): TextBlock[] {
  return parseMentionBlocks(
    text,
    mentions.map(mention => ({ ...mention, person: undefined })),
  );
}

test('any rich text without a plain backtick shows its letters and styles', () => {
  expect(countDiffering(tree)).toBe(0);
});

test('a plain backtick, which nothing keeps plain, changes no letter or style without a report', () => {
  const runs = fc.array(
    fc.record({ kind: fc.constant('text' as const), text: wordsWithBackticks, styles: style }),
  );
  const lines = fc.array(fc.record({ kind: fc.constant('line' as const), runs }), {
    minLength: 1,
    maxLength: 4,
  });
  expect(countDiffering(lines)).toBeLessThan(RUNS);
});

test('a text that is too long has the same letters and styles in its parts', () => {
  fc.assert(
    fc.property(tree, fc.integer({ min: 30, max: 300 }), (blocks, max) => {
      const parts = write(blocks).finishParts(max);
      expect(parts.filter(({ text }) => text.length > max && !text.includes('://'))).toEqual([]);
      if (parts.some(({ differs }) => differs)) return;
      const letters = (list: readonly string[]) => list.map(letter => letter.charAt(0)).join('');
      const shown = parts.map(({ text, mentions }) => letters(listShown(parse(text, mentions)))).join('');
      expect(shown).toBe(letters(listSource(blocks)));
    }),
    { numRuns: RUNS },
  );
});

const HOSTILE = [
  '**a**',
  '_',
  '*a _b* c_ ',
  '](',
  '[a](https://a.example)',
  '`a` ',
  '> ',
  'https://a.example/*_',
  '- \n',
  '粗体*',
  '\u202e_a_',
  '@a.b ',
];

test.each(HOSTILE)('a long text of %j is written in linear time', unit => {
  const run = (text: string) => {
    const pieces = new StyledText();
    for (let at = 0; at < text.length; at += 40) {
      const bold = at % 80 === 0;
      pieces.text(text.slice(at, at + 40), { bold, italic: !bold });
    }
    return pieces.finish();
  };
  expect(measureGrowth(unit, run)).toBe('linear');
});
