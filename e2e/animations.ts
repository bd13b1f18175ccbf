import type { Page } from '@playwright/test';

/** Waits until nothing moves. A dialog that has just opened begins to move one frame later. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[data-starting-style], [data-ending-style]') &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}
