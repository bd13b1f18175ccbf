import { expect, test } from 'vitest';
import { languageFor } from './language.ts';
import { LANGUAGES } from './languages.ts';

test.each([
  [['en-GB', 'en'], 'en'],
  [['en-US'], 'en'],
  [['fr', 'pl'], 'en'],
  [[], 'en'],
  [['fr', 'ar-XB'], 'ar-XB'],
  [['EN-xa'], 'en-XA'],
  [['en-XA-variant'], 'en-XA'],
  [['ar'], 'en'],
  [['ar-EG', 'en-XA'], 'en-XA'],
  [['en', 'ar-XB'], 'en'],
])('who reads %j is shown %s', (wanted, tag) => {
  expect(languageFor(wanted).tag).toBe(tag);
});

test('every language is one that Intl knows how to write', () => {
  for (const { tag, locale } of LANGUAGES) {
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale]);
  }
});
