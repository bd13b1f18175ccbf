import { expect, test, vi } from 'vitest';
import { loadLanguage, selectLanguage } from './language.ts';
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
  expect(selectLanguage(wanted).tag).toBe(tag);
});

test('Intl supports every language', () => {
  for (const { tag, locale } of LANGUAGES) {
    expect(Intl.getCanonicalLocales(tag)).toEqual([tag]);
    expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale]);
  }
});

test.each([
  ['ar-XB', { lang: 'ar-XB', dir: 'rtl' }],
  ['fr', { lang: 'en', dir: 'ltr' }],
])('the page of who reads %s says %j', async (wanted, said) => {
  const documentElement = {};
  vi.stubGlobal('document', { documentElement });
  await loadLanguage([wanted]);
  expect(documentElement).toEqual(said);
  await loadLanguage(['en']);
});

test('if a language fails to load, the page is in English', async () => {
  const documentElement = {};
  vi.stubGlobal('document', { documentElement });
  const [, accented] = LANGUAGES;
  if (!accented) throw new Error('There is one language only');
  vi.spyOn(accented, 'load').mockRejectedValue(new Error('offline'));
  await loadLanguage([accented.tag]);
  expect(documentElement).toEqual({ lang: 'en', dir: 'ltr' });
});
