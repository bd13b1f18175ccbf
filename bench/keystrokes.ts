import { join } from 'node:path';
import type { Page } from '@playwright/test';

const KEY_COUNT = 80;
/** 200 ms would be about 60 words per minute. */
const KEY_INTERVAL_MS = 120;

/** Runs in the page of the typing person. */
export const KEYS_SCRIPT = join(import.meta.dirname, 'typing-page.js');

/** Types a text into the composer. Returns the ms from each key to its paint, in rising order. */
export async function measureKeystrokes(page: Page, quick: boolean): Promise<number[]> {
  const composer = page.getByPlaceholder('Write a new message here...');
  await composer.fill('');
  await composer.click();
  await page.waitForTimeout(2_000);
  await page.evaluate('keyTimes.length = 0');
  const count = quick ? 10 : KEY_COUNT;
  await page.keyboard.type('typing while others write '.repeat(4).slice(0, count), {
    delay: KEY_INTERVAL_MS,
  });
  await page.waitForTimeout(1_000);
  const slow = await page.evaluate<number[]>('keyTimes');
  // The Event Timing API does not report keys that were painted within 16 ms.
  const all = [...slow, ...Array.from({ length: Math.max(0, count - slow.length) }, () => 16)];
  return all.toSorted((a, b) => a - b);
}
