import type { Page } from '@playwright/test';

/** Loads a page anew as for somebody who was never here: without what the browser kept of rooms. */
export async function reloadUnkept(page: Page): Promise<void> {
  const address = page.url();
  // A page of Snug's that keeps nothing: in the room, what came last might be kept just after it was forgotten.
  await page.goto('/linking.html?flow=0');
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const forgetting = indexedDB.deleteDatabase('snug:rooms');
        forgetting.addEventListener('success', resolve);
        forgetting.addEventListener('blocked', reject);
      }),
  );
  await page.goto(address);
}
