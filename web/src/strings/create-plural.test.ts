import { expect, test } from 'vitest';
import { createPlural } from './create-plural.ts';
import { en } from './en.ts';
import { enLazy } from './en-lazy.ts';

test('a language has as many plural forms as it needs', () => {
  const plural = createPlural('pl');
  const rooms = (count: number) =>
    plural(count, {
      one: `${count} pokój`,
      few: `${count} pokoje`,
      many: `${count} pokoi`,
      other: `${count} pokoju`,
    });
  expect([0, 1, 2, 5, 22, 25].map(rooms)).toEqual([
    '0 pokoi',
    '1 pokój',
    '2 pokoje',
    '5 pokoi',
    '22 pokoje',
    '25 pokoi',
  ]);
});

test('a form that the language does not distinguish is `other`', () => {
  expect(createPlural('ja')(1, { one: 'never', other: 'always' })).toBe('always');
});

test('English has a whole sentence for one and for other counts', () => {
  expect([0, 1, 2].map(count => enLazy.connection.waiting(count))).toEqual([
    '0 messages waiting to be sent',
    '1 message waiting to be sent',
    '2 messages waiting to be sent',
  ]);
  expect(enLazy.arrivals.arrived(1, '1')).toBe('1 new message');
  expect(enLazy.arrivals.arrived(120, '99+')).toBe('99+ new messages');
  expect(en.errors.rateLimitedFor(1)).toBe("You're going a bit fast. Try again in 1 second.");
  expect(en.errors.rateLimitedFor(7)).toBe("You're going a bit fast. Try again in 7 seconds.");
});
