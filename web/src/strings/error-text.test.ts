import { CommandError, ERRORS, type ErrorCode } from '@snug/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { en } from './en.ts';
import { errorText, errorTextFromMessage } from './error-text.ts';
import { loadLanguage } from './language.ts';
import { accented } from './pseudolocale.ts';
import { initStrings } from './strings.ts';

async function setLanguage(tag: string): Promise<void> {
  await loadLanguage([tag]);
  initStrings();
}

beforeEach(() => vi.stubGlobal('document', { documentElement: {} }));
afterEach(() => setLanguage('en'));

test('in English, every error shows the text of the protocol', () => {
  for (const code of Object.keys(ERRORS) as ErrorCode[])
    expect(errorText(new CommandError(code))).toBe(ERRORS[code].message);
  const slow = new CommandError('rate_limited', "You're going a bit fast. Try again in 7 seconds.", 7);
  expect(errorText(slow)).toBe(slow.message);
});

test('another language translates by code, or by the English text if only that is stored', async () => {
  await setLanguage('en-XA');
  const { errors } = accented('strings', en);
  expect(errorText(new CommandError('too_large'))).toBe(errors.too_large);
  expect(errorTextFromMessage(ERRORS.not_found.message)).toBe(errors.not_found);
  expect(errorText(new CommandError('rate_limited', 'whatever', 1))).toBe(errors.rateLimitedFor(1));
});

test("the server's own texts stay in English", async () => {
  await setLanguage('en-XA');
  expect(errorText(new CommandError('invalid_input', 'This file is empty'))).toBe('This file is empty');
});
