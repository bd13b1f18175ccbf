import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { KeyboardDevice } from '@snug/e2e/keyboard-device.ts';

const KEY_COUNT = 80;
/** 200 ms would be about 60 words per minute. */
const KEY_INTERVAL_MS = 120;
const SETTLE_MS = 2_000;
const TEXT = 'typing while others write '.repeat(4);

/** Runs in the page of the typing person. */
export const KEYS_SCRIPT = join(import.meta.dirname, 'keys-page.js');

interface KeystrokeOptions {
  quick: boolean;
  /** Of keys. */
  count?: number;
}

/**
 * Types a text into the composer by the clock, whether or not the page keeps up. Returns the ms from each key to the paint
 * of its letter, in rising order. A letter that was never painted counts until the end of the wait. Throws if the text of
 * the composer differs.
 */
export async function measureKeystrokes(
  page: Page,
  { quick, count = quick ? 10 : KEY_COUNT }: KeystrokeOptions,
): Promise<number[]> {
  const composer = page.getByPlaceholder('Write a new message here...');
  const keyboard = await KeyboardDevice.attach(page);
  await composer.fill('');
  await composer.focus();
  await sleep(SETTLE_MS);
  await page.evaluate('clearKeys()');
  const text = TEXT.slice(0, count);
  const sent: number[] = [];
  const start = performance.now();
  for (const [index, letter] of text.split('').entries()) {
    await sleep(Math.max(0, start + index * KEY_INTERVAL_MS - performance.now()));
    sent.push(performance.timeOrigin + performance.now());
    keyboard.press(letter, letter === ' ' ? { code: 'Space' } : {});
  }
  await keyboard.settle();
  await sleep(SETTLE_MS);
  const end = performance.timeOrigin + performance.now();
  const paints = await page.evaluate<(number | null)[]>('readKeyPaints()');
  const typed = await composer.inputValue();
  if (typed !== text) throw new Error(`The composer contains ${JSON.stringify(typed)}`);
  return sent.map((at, index) => (paints[index] ?? end) - at).toSorted((a, b) => a - b);
}
