import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureGrowth } from '../testing/measure-growth.ts';
import { type Part, splitCode as splitLevel } from './code.ts';
import { Level, splitSource } from './level.ts';

function splitCode(text: string): Part[] {
  return splitLevel(new Level(splitSource(text), false), true);
}

/** One string per block: inline code in brackets, code blocks in double brackets. */
function describeBlocks(text: string): string[] {
  return splitCode(text).map(block =>
    block.kind === 'code'
      ? `[[${block.language && `(${block.language})`}${block.text}]]`
      : block.spans.map(({ kind, text }) => (kind === 'code' ? `[${text}]` : text)).join(''),
  );
}

function joinText(blocks: readonly Part[]): string {
  return blocks
    .map(block =>
      block.kind === 'code' ? block.language + block.text : block.spans.map(({ text }) => text).join(''),
    )
    .join('');
}

const CASES: [text: string, ...blocks: string[]][] = [
  ['no code', 'no code'],
  ['call `f(x)` or `g`', 'call [f(x)] or [g]'],
  ['``a`b`` and `` ` ``', '[a`b] and [ ` ]'],
  ['```\nlet a;\n```', '[[\nlet a;\n]]'],
  ['look:\n```ts\na `b` c\n```\nand `d`', 'look:\n', '[[(ts)\na `b` c\n]]', '\nand [d]'],
  ['```c++ \nint a;```', '[[(c++ )\nint a;]]'],
  ['```ts\n```', '[[ts\n]]'],
  ['```npm ci\nnpm start```', '[[npm ci\nnpm start]]'],
  ['```a``````b```', '[[a```]]', 'b```'],
  ['````\n```\n````', '[[\n```\n]]'],
  ['```echo `date````', '[[echo `date`]]'],
  ['```one``` ```two```', '[[one]]', ' ', '[[two]]'],
  ['```\nlet a;\nlet b;', '[[\nlet a;\nlet b;]]'],
  ['so:\n```rust  \nfn main() {}\n', 'so:\n', '[[(rust  )\nfn main() {}\n]]'],
  ['````\n``` inside', '[[\n``` inside]]'],
  ['use ``` for it\n> ```\n> x\n> ```', 'use ``` for it\n> ```\n> x\n> ```'],
  ['```\n> npm ci\n> npm start```', '[[\n> npm ci\n> npm start]]'],
];
for (const [text, ...blocks] of CASES) {
  test(`finds code in ${JSON.stringify(text)}`, () => expect(describeBlocks(text)).toEqual(blocks));
}

const NO_CODE = [
  '`',
  '``',
  '```',
  '``````',
  '` `',
  '```\n \n```',
  '`a',
  'a`',
  '`a\nb`',
  '```a``',
  '`a``',
  '```a',
  '```never closed\nat all',
  'words ```\nat all',
  '```ts\n \n',
  '```\n\n```\nafter',
];
for (const text of NO_CODE) {
  test(`finds no code in ${JSON.stringify(text)}`, () => expect(describeBlocks(text)).toEqual([text]));
}

test('keeps all text except backticks around code and the indent of blocks, and adds nothing', () => {
  const part = fc.oneof(
    fc.constantFrom('`', '``', '```', '````', '\n', ' ', 'a', 'https://a.example', '<b>', '\u202e'),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), parts => {
      const text = parts.join('');
      const blocks = splitCode(text);
      // The indent of a block is not part of its code.
      const isIndented = blocks.some(block => block.kind === 'code' && block.indent > 0);
      const ignored = isIndented ? /[`\s]/g : /`/g;
      expect(joinText(blocks).replaceAll(ignored, '')).toBe(text.replaceAll(ignored, ''));
      const isCode = blocks.some(
        block => block.kind === 'code' || block.spans.some(({ kind }) => kind === 'code'),
      );
      expect(isCode || joinText(blocks) === text).toBe(true);
      const texts = blocks.flatMap(block =>
        block.kind === 'code' ? block.text : block.spans.map(({ text }) => text),
      );
      expect(texts).not.toContain('');
    }),
    { numRuns: 300 },
  );
});

test('splits adversarial messages in linear time', () => {
  const rising = Array.from({ length: 400 }, (_, index) => '`'.repeat(index + 1)).join(' ');
  const adversarial = [
    '`',
    '` ',
    '`a',
    '``a`',
    '```',
    '``` ',
    '```a',
    '`\n',
    '```\n',
    rising,
    Array.from(rising).toReversed().join(''),
  ];
  for (const unit of adversarial)
    expect({ unit, growth: measureGrowth(unit, splitCode) }).toEqual({ unit, growth: 'linear' });
});
