import type { Page } from '@playwright/test';
import { listFirstFiles } from '@snug/testkit/first-load.ts';

/** Answers requests for scripts and styles after the first load as `answer` decides. */
export async function routeLaterFiles(page: Page, answer: 'abort' | Promise<void>): Promise<void> {
  const first = new Set(listFirstFiles());
  await page.route('**/assets/*.{js,css}', async route => {
    if (first.has(new URL(route.request().url()).pathname.slice(1))) return route.continue();
    if (answer === 'abort') return route.abort();
    await answer;
    return route.continue();
  });
}
