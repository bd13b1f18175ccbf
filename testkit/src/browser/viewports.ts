import type { Page, ViewportSize } from '@playwright/test';

export const WIDE: ViewportSize = { width: 1440, height: 900 };
export const NARROW: ViewportSize = { width: 375, height: 812 };

/** Both, by their names: what is to hold on either is a test for each. */
export const SCREENS = [
  ['wide', WIDE],
  ['narrow', NARROW],
] as const;

/** Looks at the page as it is, on a narrow screen and then on a wide one. */
export async function forBothScreens(page: Page, check: (screen: string) => Promise<void>): Promise<void> {
  for (const [screen, viewport] of SCREENS.toReversed()) {
    await page.setViewportSize(viewport);
    await check(screen);
  }
}
