import type { Page, ViewportSize } from '@playwright/test';

export const WIDE: ViewportSize = { width: 1440, height: 900 };
export const NARROW: ViewportSize = { width: 375, height: 812 };

/** Looks at the page as it is, on a narrow screen and then on a wide one. */
export async function onBothScreens(page: Page, look: (screen: string) => Promise<void>): Promise<void> {
  for (const [screen, viewport] of [
    ['narrow', NARROW],
    ['wide', WIDE],
  ] as const) {
    await page.setViewportSize(viewport);
    await look(screen);
  }
}
