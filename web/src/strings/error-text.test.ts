import { CommandError, ERRORS, type ErrorCode } from '@snug/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { en } from './en.ts';
import { wordsOfError, wordsOfSentence } from './error-text.ts';
import { loadLanguage } from './language.ts';
import { accented } from './pseudolocale.ts';
import { takeWords } from './strings.ts';

async function speak(tag: string): Promise<void> {
  await loadLanguage([tag]);
  takeWords();
}

beforeEach(() => vi.stubGlobal('document', { documentElement: {} }));
afterEach(() => speak('en'));

test('in English, every refusal reads as the server says it', () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[])
    expect(wordsOfError(new CommandError(code))).toBe(ERRORS[code].message);
  const slow = new CommandError('slow_down', "You're going a bit fast. Try again in 7 seconds.", 7);
  expect(wordsOfError(slow)).toBe(slow.message);
});

test('in another language it is said by its code, and by its sentence where nothing else was kept', async () => {
  await speak('en-XA');
  const { refusals } = accented('words', en);
  expect(wordsOfError(new CommandError('too_large'))).toBe(refusals.too_large);
  expect(wordsOfSentence(ERRORS.not_found.message)).toBe(refusals.not_found);
  expect(wordsOfError(new CommandError('slow_down', 'whatever', 1))).toBe(refusals.slowDown(1));
});

test('what the server says in words of its own stays', async () => {
  await speak('en-XA');
  expect(wordsOfError(new CommandError('bad_input', 'This file is empty'))).toBe('This file is empty');
});
