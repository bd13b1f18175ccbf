import * as v from 'valibot';
import { expect, test } from 'vitest';
import { MAX_ALERT_WORD_LENGTH, MAX_ALERT_WORDS } from '../core/limits.ts';
import { AlertWords, QuietHoursSetting, TimeZone } from './notification-settings.ts';

test('NS2 a time zone is a name, and not an offset', () => {
  const accepts = (name: unknown) => v.safeParse(TimeZone, name).success;
  const names = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+5', 'America/Port-au-Prince'];
  expect(names.filter(name => !accepts(name))).toEqual([]);
  const others = ['Europe/Berlin ', '+01:00', '-03:30', '', 'x'.repeat(65), 'Europe/Berlin\0', 7, null];
  expect(others.filter(accepts)).toEqual([]);
});

test('NS2 minutes, nights and their number are checked', () => {
  const accepts = (changes: object) =>
    v.safeParse(QuietHoursSetting, { on: true, from: 0, to: 1, nights: [1], ...changes }).success;
  expect([accepts({}), accepts({ nights: [] }), accepts({ from: 1_439 })]).toEqual([true, true, true]);
  for (const changes of [{ from: 1_440 }, { to: -1 }, { to: 0.5 }, { nights: [0] }, { nights: [8] }])
    expect([changes, accepts(changes)]).toEqual([changes, false]);
  expect(accepts({ nights: [1, 1] })).toBe(false);
});

test('NS4 a person has at most 10 words of 50 characters', () => {
  const accepts = (words: readonly string[]) => v.safeParse(AlertWords, words).success;
  expect(accepts(Array.from({ length: MAX_ALERT_WORDS }, (_, index) => `word ${index}`))).toBe(true);
  expect(accepts(Array.from({ length: MAX_ALERT_WORDS + 1 }, (_, index) => `word ${index}`))).toBe(false);
  expect(accepts(['x'.repeat(MAX_ALERT_WORD_LENGTH)])).toBe(true);
  for (const word of ['x'.repeat(MAX_ALERT_WORD_LENGTH + 1), ' ', '', 'a\nb', '\u200b'])
    expect([word, accepts([word])]).toEqual([word, false]);
});
