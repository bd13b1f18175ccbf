import { cleanText, type Inline, parseBlocks, parseMentionBlocks, type TextBlock } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CodeToken } from '../highlighting/code-token.ts';
import { limitTokens } from '../highlighting/limit-tokens.ts';
import { limitElements } from './limit-elements.ts';
import { toPlainBlocks } from './plain-blocks.ts';

const MAX_LENGTH = 10_000;
const WORST_TEXTS = {
  list: '- a\n',
  'numbered list': '1. a\n',
  'task list': '- [ ] a\n',
  'deeper items': '- a\n  - b\n    - c\n',
  'inline code': '`a` ',
  'code blocks': '```\na\n```\n',
  'highlighted code': '```js\na=1\n```\n',
  'code in items': '- a\n  ```js\n  1\n  ```\n  b\n',
  strike: '~~a~~ ',
  emphasis: '*a* ',
  'stacked marks': '~~***a***~~ ',
  'nested quotes': '> > > a\nb\n',
  'alternating quotes': '> > > a\n> b\n',
  links: 'http://a.b ',
  'named links': '[a](http://b.c) ',
  'marks in named links': '[*a* `b`](http://b.c) ',
  'mail addresses': 'a@b.cd ',
  'blank lines': 'a\n\n',
  'mixed scripts': 'a\nש\nع\n',
  'emoji of the workspace': ':aa: ',
};

/** The elements that message-text.tsx renders, without those of highlighted tokens. */
function countElements(blocks: readonly TextBlock[], isInItem = false): number {
  const isInline = isInItem && blocks.length === 1 && blocks[0]?.kind === 'paragraph';
  return blocks.reduce((sum, block) => sum + countBlock(block), isInline ? -1 : 0);
}

function countBlock(block: TextBlock): number {
  if (block.kind === 'code') return 7;
  if (block.kind === 'paragraph') return 1 + countInline(block.content);
  if (block.kind === 'quote') return 1 + countElements(block.blocks);
  return block.items.reduce((sum, { blocks }) => sum + 1 + countElements(blocks, true), 1);
}

function countInline(of: readonly Inline[]): number {
  return of.reduce((sum, part) => sum + countPart(part), 0);
}

function countPart(part: Inline): number {
  if (part.kind === 'text') return 0;
  if (part.kind === 'mention') return 2;
  // Of a moving one: <picture>, <source> and <img>.
  if (part.kind === 'emoji') return 3;
  const content = 'content' in part ? countInline(part.content) : 0;
  return content + (part.kind === 'link' && part.isNamed ? 2 : 1);
}

function countTokens(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, block) => {
    if (block.kind === 'code') return sum + (block.maxTokens ?? Number.NaN);
    if (block.kind === 'quote') return sum + countTokens(block.blocks);
    return block.kind === 'list' ? sum + countTokens(block.items.flatMap(({ blocks }) => blocks)) : sum;
  }, 0);
}

function countTexts(of: readonly Inline[]): number {
  return of.reduce((sum, part) => sum + ('content' in part ? countTexts(part.content) : 1), 0);
}

test.each(Object.entries(WORST_TEXTS))('a text of %s has at most as many elements as allowed', (_, unit) => {
  const blocks = parseBlocks(unit.repeat(Math.floor(MAX_LENGTH / unit.length)));
  for (const max of [300, 2_000]) {
    const limited = limitElements(blocks, max);
    expect(countElements(limited.blocks)).toBeLessThanOrEqual(max);
    expect(countTokens(limited.blocks)).toBeLessThanOrEqual(max);
    expect(toPlainBlocks(limited.blocks)).toBe(toPlainBlocks(blocks));
  }
});

test('mentions count, and the rest has them as typed', () => {
  const mentions = Array.from({ length: 50 }, (_, index) => ({
    uid: 'ann',
    start: index * 5,
    length: 4,
    person: undefined,
  }));
  const blocks = parseMentionBlocks('@Ann '.repeat(50), mentions);
  const limited = limitElements(blocks, 40);
  expect(limited.isCut).toBe(true);
  expect(countElements(limited.blocks)).toBeLessThanOrEqual(40);
  expect(toPlainBlocks(limited.blocks)).toBe('@Ann '.repeat(50).trimEnd());
});

test('lines without formatting become one piece of text', () => {
  const [paragraph] = limitElements(parseBlocks('a\n\nb\n'.repeat(2_000)), 300).blocks;
  expect(paragraph?.kind === 'paragraph' && countTexts(paragraph.content)).toBe(1);
});

test('a text with few elements keeps its formatting, and the rest of a longer one keeps its layout', () => {
  const short = parseBlocks('**a**\n> b\n- c\n- `d`\n```js\nlet e;\n```\n[f](https://f.example)');
  const { blocks, isCut } = limitElements(short, 300);
  expect(isCut).toBe(false);
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'quote', 'list', 'code', 'paragraph']);
  const long = parseBlocks('*a* *b*\n> *c*\n- *d*\n  - [e](https://e.example/)\n```js\n  f\n```\nend');
  const cut = limitElements(long, 8);
  expect(cut.isCut).toBe(true);
  expect(cut.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph']);
  expect(toPlainBlocks(cut.blocks)).toBe('a b\n> c\n- d\n  - e (https://e.example/)\n  f\nend');
});

test('any text has at most as many elements as allowed, and keeps its words', () => {
  const part = fc.oneof(
    fc.constantFrom(...Object.values(WORST_TEXTS), '\n', '> ', '  ', '```', '\n\n- ', '@Ann ', '1. **'),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.integer({ min: 8, max: 120 }), (parts, max) => {
      const blocks = parseBlocks(cleanText(parts.join('')));
      const limited = limitElements(blocks, max);
      expect(countElements(limited.blocks)).toBeLessThanOrEqual(max);
      expect(countTokens(limited.blocks)).toBeLessThanOrEqual(max);
      expect(toPlainBlocks(limited.blocks)).toBe(toPlainBlocks(blocks));
    }),
  );
});

test('the highlighted tokens of code beyond the limit are one plain token', () => {
  const tokens: CodeToken[] = [
    { kind: 'keyword', text: 'let' },
    { text: ' a = ' },
    { kind: 'number', text: '1' },
    { text: ';' },
  ];
  expect(limitTokens(tokens, 2)).toBe(tokens);
  expect(limitTokens(tokens, 1)).toEqual([...tokens.slice(0, 2), { text: '1;' }]);
  expect(limitTokens(tokens, 0)).toEqual([{ text: 'let a = 1;' }]);
});

test('a long code with a few words after it loses only the highlighting of its end', () => {
  const code = `\`\`\`js\n${'let a = 1;\n'.repeat(400)}\`\`\`\n*Done*`;
  const { blocks, isCut } = limitElements(parseBlocks(code), 300);
  expect(isCut).toBe(false);
  expect(countTokens(blocks)).toBe(300);
});
