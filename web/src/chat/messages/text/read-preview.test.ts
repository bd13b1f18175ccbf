import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPreview } from './read-preview.ts';

const LONG = 'y'.repeat(200);

test.each([
  ['**bold and', 'bold and'],
  ['see [the plan](https://a.exam', 'see the plan'],
  ['see [the plan](', 'see the plan'],
  ['see [the pl', 'see the pl'],
  ['run `make all', 'run make all'],
  ['run ```make all', 'run \nmake all'],
  ['a **b _c ~~d', 'a b c d'],
  ['**bold*', 'bold'],
  ['end **', 'end'],
  ['> **q', 'q'],
  ['- ~~gone', '• gone'],
])('a cut text that ends with %j shows no half mark', (end, shown) => {
  expect(readPreview(`${LONG}\n${end}`)).toBe(`${LONG}\n${shown}`);
});

test('a short text keeps signs that are no marks', () => {
  for (const text of ['**open', 'a [note', 'the ` key', 'int *p']) expect(readPreview(text)).toBe(text);
});

test('a text of fewer characters can be cut by its bytes', () => {
  const text = '字'.repeat(170);
  expect(readPreview(`${text}**太`)).toBe(`${text}太`);
});

test('a text that is cut anywhere loses no word', () => {
  const letters = (text: string) => text.replaceAll(/[^\p{L}]/gu, '');
  const parts = fc.array(fc.constantFrom('**', '*', '_', '~~', '`', '[', ']', ' ', 'word', '字'), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(parts, fc.nat(100), (parts, end) => {
      const text = `${LONG} ${parts.join('')}`.slice(0, LONG.length + end);
      expect(letters(readPreview(text))).toBe(letters(text));
    }),
  );
});
