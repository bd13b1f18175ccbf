import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('./language.ts');
  vi.resetModules();
});

async function sortIn(locale: string, texts: readonly string[]): Promise<string[]> {
  vi.resetModules();
  vi.doMock('./language.ts', () => ({ getLanguage: () => ({ locale }) }));
  const { compareTexts } = await import('./compare-texts.ts');
  return texts.toSorted(compareTexts);
}

test('texts are in the order of the language of the page', async () => {
  expect(await sortIn('de', ['Zoe', 'Östen', 'Ole', 'ada'])).toEqual(['ada', 'Ole', 'Östen', 'Zoe']);
  expect(await sortIn('sv', ['Zoe', 'Östen', 'Ole', 'ada'])).toEqual(['ada', 'Ole', 'Zoe', 'Östen']);
  expect(await sortIn('lt', ['Kopa', 'Ypas', 'Jonas'])).toEqual(['Ypas', 'Jonas', 'Kopa']);
});
