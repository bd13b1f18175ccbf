import * as v from 'valibot';
import { expect, test } from 'vitest';
import { MAX_ALERT_WORD_LENGTH, MAX_ALERT_WORDS } from '../core/limits.ts';
import { AlertWords, QuietHoursSetting, TimeZone } from './notification-settings.ts';
import { readClock } from './time-zone.ts';

test('NS2 a time zone has a name of the IANA database', () => {
  const accepts = (name: unknown) => v.safeParse(TimeZone, name).success;
  const known = [
    ...Intl.supportedValuesOf('timeZone'),
    'UTC',
    'Etc/GMT+5',
    'Asia/Calcutta',
    'America/Port-au-Prince',
  ];
  expect(known.filter(name => !accepts(name))).toEqual([]);
  const unknown = [
    'Mars/Phobos',
    'Europe/Berlin ',
    '+01:00',
    '-03:30',
    '',
    'x'.repeat(65),
    'Europe/Berlin\0',
    7,
    null,
  ];
  expect(unknown.filter(accepts)).toEqual([]);
  expect(v.safeParse(TimeZone, 'Mars/Phobos').issues?.[0].message).toBe(
    'must be a time zone such as Europe/Berlin',
  );
  expect(() => readClock('Mars/Phobos', 0)).toThrow(RangeError);
});

test('NS2 minutes, nights and their number are checked', () => {
  const accepts = (changes: object) =>
    v.safeParse(QuietHoursSetting, { on: true, from: 0, to: 1, nights: [1], ...changes }).success;
  expect([accepts({}), accepts({ nights: [] }), accepts({ from: 1_439 })]).toEqual([true, true, true]);
  for (const changes of [{ from: 1_440 }, { to: -1 }, { to: 0.5 }, { nights: [0] }, { nights: [8] }])
    expect([changes, accepts(changes)]).toEqual([changes, false]);
  expect(accepts({ nights: [1, 1] })).toBe(false);
});

test('NS4 a person has at most 10 words of 50 characters, each with something to find', () => {
  const accepts = (words: readonly string[]) => v.safeParse(AlertWords, words).success;
  expect(accepts(Array.from({ length: MAX_ALERT_WORDS }, (_, index) => `word ${index}`))).toBe(true);
  expect(accepts(Array.from({ length: MAX_ALERT_WORDS + 1 }, (_, index) => `word ${index}`))).toBe(false);
  expect(accepts(['x'.repeat(MAX_ALERT_WORD_LENGTH), '雪', '🚨', 'ok'])).toBe(true);
  for (const word of ['x'.repeat(MAX_ALERT_WORD_LENGTH + 1), 'x', '…', ' ', '', 'a\nb', '\u200b'])
    expect([word, accepts([word])]).toEqual([word, false]);
});
