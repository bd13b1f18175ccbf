import type { Page, ViewportSize } from '@playwright/test';

export const WIDE: ViewportSize = { width: 1440, height: 900 };
export const NARROW: ViewportSize = { width: 375, height: 812 };

/** The smallest width (WCAG 1.4.10). */
export const SMALLEST: ViewportSize = { width: 320, height: 640 };

/** By name, for tests that run on both. */
export const SCREENS = [
  ['wide', WIDE],
  ['narrow', NARROW],
] as const;

export async function forBothScreens(page: Page, check: (screen: string) => Promise<void>): Promise<void> {
  for (const [screen, viewport] of SCREENS.toReversed()) {
    await page.setViewportSize(viewport);
    await check(screen);
  }
}
