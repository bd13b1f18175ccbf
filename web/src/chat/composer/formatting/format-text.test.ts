import { type Inline, parseBlocks, type TextBlock } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FORMATS, type Format, formatText } from './format-text.ts';
import { replace } from './text-edit.ts';
import { linkTo } from './toggle-link.ts';

/** `|` marks the ends of the selection. */
function format(marked: string, kind: Format): string {
  const [before = '', selected, after] = marked.split('|');
  const start = before.length;
  const end = after === undefined ? start : start + (selected ?? '').length;
  const text = marked.replaceAll('|', '');
  const edit = formatText(text, { start, end }, kind);
  const result = replace(text, edit);
  const { selected: next } = edit;
  const isCaret = next.start === next.end;
  const middle = isCaret ? '|' : `|${result.slice(next.start, next.end)}|`;
  return result.slice(0, next.start) + middle + result.slice(next.end);
}

test.each<[Format, string, string]>([
  ['bold', 'a |word| b', 'a **|word|** b'],
  ['italic', 'a |word| b', 'a _|word|_ b'],
  ['strike', '|a b|', '~~|a b|~~'],
  ['code', '|x = 1|', '`|x = 1|`'],
  ['code', '|a ` b|', '``|a ` b|``'],
  ['bold', '| word |', ' **|word|** '],
  ['bold', 'in|cred|ible', '**|incredible|**'],
  ['bold', '|a\n\nb|', '**|a**\n\n**b|**'],
  ['bold', '|- a\n> b|', '- **|a**\n> **b|**'],
  ['bold', '_|word|_', '**_|word|_**'],
  ['bold', '|שלום|', '**|שלום|**'],
  ['code', '**|word|**', '**`|word|`**'],
  ['bold', 'a | b', 'a **|** b'],
  ['bold', 'a **|** b', 'a | b'],
  ['quote', 'a|b\nc|d', '|> ab\n> cd|'],
  ['quote', '|> a\n> b|', '|a\nb|'],
  ['list', '|a\n\nb|', '|- a\n\n- b|'],
  ['list', '|- a\n2. b|', '|a\nb|'],
  ['list', '|> a|', '|> - a|'],
  ['list', 'a|', '- a|'],
  ['link', 'see |docs| now', 'see [docs](|https://|) now'],
  ['link', 'see |RFC [1]| and', 'see [RFC [1]](|https://|) and'],
  ['link', 'see |a] b| and', 'see [a b](|https://|) and'],
  ['link', 'see [do|cs](https://a.example) now', 'see |docs| now'],
  ['link', '|https://a.example/b_(c)|', '[|](https://a.example/b_%28c%29)'],
  ['code', 'x\n|a\nb|\ny', 'x\n```\n|a\nb|\n```\ny'],
  ['code', 'x\n```\n|a\nb|\n```\ny', 'x\n|a\nb|\ny'],
  ['code', '|```js\na\n```|', '|a|'],
])('%s makes "%s" into "%s"', (kind, before, after) => {
  expect(format(before, kind)).toBe(after);
});

test.each<[Format, string, string]>([
  ['bold', '**|word|**', '|word|'],
  ['bold', '|**word**|', '|word|'],
  ['bold', '***|word|***', '*|word|*'],
  ['italic', '***|word|***', '**|word|**'],
  ['italic', '*|word|*', '|word|'],
  ['bold', '**_|word|_**', '_|word|_'],
  ['bold', '|**a**\n**b**|', '|a\nb|'],
  ['bold', '|**a**\nb|', '**|a**\n**b|**'],
])('%s removes its marks from "%s"', (kind, before, after) => {
  expect(format(before, kind)).toBe(after);
});

test('a pasted address makes a link of the selected text, but not of an address or of several lines', () => {
  const link = (text: string, address: string) => linkTo(text, { start: 0, end: text.length }, address)?.text;
  expect(link('docs', 'https://a.example/(x)')).toBe('[docs](https://a.example/%28x%29)');
  expect(link('https://b.example', 'https://a.example')).toBeUndefined();
  expect(link('a\nb', 'https://a.example')).toBeUndefined();
  expect(link('docs', 'javascript:alert(1)')).toBeUndefined();
});

function listLeaves(nodes: readonly (Inline | TextBlock)[]): string[] {
  return nodes.flatMap(node => {
    if ('text' in node) return [node.text];
    if ('items' in node) return node.items.flatMap(item => listLeaves(item.blocks));
    return listLeaves('blocks' in node ? node.blocks : node.content);
  });
}

function toWords(text: string): string {
  return listLeaves(parseBlocks(text)).join('').replaceAll(/\s+/g, ' ').trim();
}

const plainText = fc
  .array(fc.constantFrom('a', 'ב', 'word', ' ', '\n', '5', 'é', '漢'), { maxLength: 20 })
  .map(parts => parts.join(''));

test('no format changes a word of a plain text, and a second time restores it', () => {
  const inputs = fc.record({
    text: plainText,
    a: fc.nat(60),
    b: fc.nat(60),
    kind: fc.constantFrom(...FORMATS),
  });
  fc.assert(
    fc.property(inputs, ({ text, a, b, kind }) => {
      const [start = 0, end = 0] = [Math.min(a, text.length), Math.min(b, text.length)].toSorted(
        (x, y) => x - y,
      );
      if (text.slice(start, end).trim() === '' || kind === 'link') return;
      const first = formatText(text, { start, end }, kind);
      const formatted = replace(text, first);
      expect(toWords(formatted)).toBe(toWords(text));
      expect(formatted).not.toBe(text);
      expect(replace(formatted, formatText(formatted, first.selected, kind))).toBe(text);
    }),
  );
});

test('any text stays within the edit, whatever is selected', () => {
  const anything = fc
    .array(fc.constantFrom('*', '**', '_', '~~', '`', '```', '\n', '> ', '- ', 'a', ' ', '[', ']('), {
      maxLength: 25,
    })
    .map(parts => parts.join(''));
  fc.assert(
    fc.property(anything, fc.nat(80), fc.nat(80), fc.constantFrom(...FORMATS), (text, a, b, kind) => {
      const [start = 0, end = 0] = [Math.min(a, text.length), Math.min(b, text.length)].toSorted(
        (x, y) => x - y,
      );
      const edit = formatText(text, { start, end }, kind);
      const result = replace(text, edit);
      expect(edit.start).toBeGreaterThanOrEqual(0);
      expect(edit.end).toBeLessThanOrEqual(text.length);
      expect(edit.selected.start).toBeGreaterThanOrEqual(0);
      expect(edit.selected.end).toBeLessThanOrEqual(result.length);
      const letters = (value: string) => value.replaceAll(/[^a]/g, '');
      expect(letters(result.replace('(https://', '('))).toBe(letters(text));
    }),
  );
});
