import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isolateBidi, stripUnmatchedIsolateEnds } from './bidi.ts';

const letters = fc.string({
  unit: fc.constantFrom('a', 'א', ' ', '\u202e', '\u202c', '\u2066', '\u2067', '\u2069'),
});

test('V2 leaves a name without direction controls as it is', () => {
  for (const name of ['Ann', 'żółw 🐢', 'שלום', 'Ann \u200fב', '']) {
    expect(stripUnmatchedIsolateEnds(name)).toBe(name);
    expect(isolateBidi(name)).toBe(name);
  }
  expect(stripUnmatchedIsolateEnds('a\u202eb \u2067c\u2069')).toBe('a\u202eb \u2067c\u2069');
});

test('V2 removes only the unmatched ends of isolates', () => {
  expect(stripUnmatchedIsolateEnds('a\u2069\u202eb\u2067c\u2069\u2069d')).toBe('a\u202eb\u2067c\u2069d');
});

test('V2 closes every isolate of a name, and no isolate before it', () => {
  fc.assert(
    fc.property(letters, name => {
      let depth = 0;
      for (const letter of stripUnmatchedIsolateEnds(name)) {
        if (/[\u2066-\u2068]/.test(letter)) depth++;
        if (letter === '\u2069') depth--;
        expect(depth).toBeGreaterThanOrEqual(0);
      }
      const text = isolateBidi(name);
      const opened = text.match(/[\u2066-\u2068]/g)?.length ?? 0;
      expect(text.match(/\u2069/g)?.length ?? 0).toBe(opened);
    }),
  );
});
