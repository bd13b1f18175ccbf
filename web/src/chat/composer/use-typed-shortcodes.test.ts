import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveSelection } from './use-typed-shortcodes.ts';

/** The text with its selection in brackets, after the first `find` became `text`. */
function replace(marked: string, find: string, text: string): string {
  const selection = { start: marked.indexOf('['), end: marked.indexOf(']') - 1 };
  const value = marked.replaceAll(/[[\]]/g, '');
  const start = value.indexOf(find);
  const { start: from, end: to } = moveSelection(selection, { start, end: start + find.length, text });
  const next = value.replace(find, text);
  return `${next.slice(0, from)}[${next.slice(from, to)}]${next.slice(to)}`;
}

test('the caret stays in its words while an emoji replaces its name', () => {
  expect(replace('see :tada: and go[]', ':tada:', '🎉')).toBe('see 🎉 and go[]');
  expect(replace('se[]e :tada: and go', ':tada:', '🎉')).toBe('se[]e 🎉 and go');
  expect(replace('see :tada:[] and go', ':tada:', '🎉'), 'directly after it').toBe('see 🎉[] and go');
  expect(replace('see :ta[]da: and go', ':tada:', '🎉'), 'within it').toBe('see 🎉[] and go');
  expect(replace('see :x:[] and go', ':x:', '👨‍👩‍👧‍👦'), 'a longer emoji').toBe('see 👨‍👩‍👧‍👦[] and go');
});

test('selected words stay selected', () => {
  expect(replace('see :tada: and [go]', ':tada:', '🎉')).toBe('see 🎉 and [go]');
  expect(replace('[see :tada: and] go', ':tada:', '🎉')).toBe('[see 🎉 and] go');
  expect(replace('[see :ta]da: and go', ':tada:', '🎉')).toBe('[see 🎉] and go');
});

test('a selection stays within the text, in order', () => {
  const parts = fc.tuple(fc.string(), fc.string({ minLength: 1 }), fc.string(), fc.string());
  fc.assert(
    fc.property(parts, fc.nat(), fc.nat(), ([before, name, after, text], one, other) => {
      const value = `${before}${name}${after}`;
      const [start = 0, end = 0] = [one, other]
        .map(place => place % (value.length + 1))
        .toSorted((a, b) => a - b);
      const edit = { start: before.length, end: before.length + name.length, text };
      const moved = moveSelection({ start, end }, edit);
      expect(moved.start).toBeGreaterThanOrEqual(0);
      expect(moved.start).toBeLessThanOrEqual(moved.end);
      expect(moved.end).toBeLessThanOrEqual(before.length + text.length + after.length);
    }),
  );
});
