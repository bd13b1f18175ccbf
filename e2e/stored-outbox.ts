import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Waits until the browser has stored an unsent message: a reload before that would lose it. */
export async function waitUntilStored(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(readStoredTexts)).toContain(text);
}

/** Runs in the page. */
async function readStoredTexts(): Promise<(string | undefined)[]> {
  const opening = indexedDB.open('snug', 1);
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(new Error(opening.error?.message)));
  });
  const reading = database.transaction('outbox').objectStore('outbox').getAll();
  const rows = await new Promise<{ item: { text?: string } }[]>((resolve, reject) => {
    reading.addEventListener('success', () => resolve(reading.result));
    reading.addEventListener('error', () => reject(new Error(reading.error?.message)));
  });
  database.close();
  return rows.map(({ item }) => item.text);
}
