import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureGrowth } from '../testing/measure-growth.ts';
import { locateEmojiNames } from './emoji-names.ts';

const find = (line: string) => locateEmojiNames(line).map(({ name }) => name);

test.each([
  [':party-parrot:', ['party-parrot']],
  ['well :done_2: and (:ok+1:)!', ['done_2', 'ok+1']],
  [':a1::b2::c3:', ['a1', 'b2', 'c3']],
  ['你好:party:再见', ['party']],
  ['":shipit:"', ['shipit']],
  ['a:b :cd:', ['cd']],
  [`:${'x'.repeat(40)}:`, ['x'.repeat(40)]],
])('%s has the names %j', (line, names) => expect(find(line)).toEqual(names));

test.each([
  '10:30:45',
  'at 8:15:00pm',
  'std::vector::iterator',
  'fe80::12:34',
  'https://a.example/:id:/x',
  'C:\\:dir:',
  'key=:value:',
  'hello:party:',
  ':party:s',
  ':Party:',
  ':a:',
  ': party :',
  `:${'x'.repeat(41)}:`,
])('%s has no name of an emoji', line => expect(find(line)).toEqual([]));

test('the names of any line are in it, in order and apart', () => {
  const lines = fc.array(fc.constantFrom(':', 'ab', 'c_', '+1', '-', ' ', '字', '/', '😀', 'X'), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(lines, parts => {
      const line = parts.join('');
      let last = 0;
      for (const { start, end, name } of locateEmojiNames(line)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(line.slice(start, end)).toBe(`:${name}:`);
        last = end;
      }
    }),
  );
});

test('V4 finds names in adversarial lines in linear time', () => {
  for (const unit of [':', ':a', ':ab:', 'a:b:', ':party', '字:ab:'])
    expect({ unit, growth: measureGrowth(unit, locateEmojiNames) }).toEqual({ unit, growth: 'linear' });
});
