import { expect, test } from 'vitest';
import { DateTyping, listDateParts } from './date-typing.ts';

function type(text: string, locale: string): string {
  const typing = new DateTyping('2026-11-28', listDateParts(locale));
  for (const character of text) typing.type(character);
  return typing.value;
}

test.each([
  ['en-GB', '24122021', '2021-12-24'],
  ['en-US', '12242021', '2021-12-24'],
  ['de-DE', '24.12.2021', '2021-12-24'],
  ['ja-JP', '20211224', '2021-12-24'],
  ['sv-SE', '2021-12-24', '2021-12-24'],
])('in %s, %s is %s', (locale, text, expected) => {
  expect(type(text, locale)).toBe(expected);
});

test.each([
  // Four cannot begin a day of two digits, and two no month.
  ['4', '2026-11-04'],
  ['42', '2026-02-04'],
  ['422020', '2020-02-04'],
  ['1', '2026-11-01'],
  ['1/1/', '2026-01-01'],
  ['//24', '2026-11-24'],
  ['24', '2026-11-24'],
])('%s changes only the parts that were typed', (text, expected) => {
  expect(type(text, 'en-GB')).toBe(expected);
});

test('letters are no date, and nothing follows the last part', () => {
  const typing = new DateTyping('2026-11-28', listDateParts('en-GB'));
  expect(typing.type('x')).toBe(false);
  for (const digit of '24122021') expect(typing.type(digit)).toBe(true);
  expect(typing.isDone).toBe(true);
  expect(typing.type('5')).toBe(false);
});
