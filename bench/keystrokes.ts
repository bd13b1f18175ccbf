import { join } from 'node:path';
import type { Page } from '@playwright/test';

const KEY_COUNT = 80;
/** About 60 words a minute would be 200 ms. */
const KEY_INTERVAL_MS = 120;

/** Runs in a page in which somebody types. */
export const KEYS_SCRIPT = join(import.meta.dirname, 'typing-page.js');

/** Types a text into the composer and answers with the milliseconds from each key to its paint, the shortest first. */
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
  // Keys that were painted within 16 ms are not reported.
  const all = [...slow, ...Array.from({ length: Math.max(0, count - slow.length) }, () => 16)];
  return all.toSorted((a, b) => a - b);
}

/** The value below which a share of sorted values is. */
export function getQuantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
