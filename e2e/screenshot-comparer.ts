import { expect, type Locator, type Page } from '@playwright/test';
import { NARROW, WIDE } from '@snug/testkit/browser/viewports.ts';
import { DEMO_NOW } from './demo-conversation.ts';

export const VIEWS = [
  { where: 'wide', device: { viewport: WIDE }, themes: ['light', 'dark'] },
  { where: 'narrow', device: { viewport: NARROW, hasTouch: true, isMobile: true }, themes: ['light'] },
] as const;

type View = (typeof VIEWS)[number];

/** Overrides content that differs between runs or machines. */
const STABLE_CSS = `
  /* The colour of an avatar without a picture depends on a random id. */
  [style*='--hue'] { --hue: 150 !important; }
  /* Code uses a font of the system: replace it by Snug's own. */
  :root { --mono: var(--font) !important; }
  /* The QR code of a URL with a random port and id. */
  [aria-label^='QR code'] path { visibility: hidden !important; }
`;

/** Compares a page, or a part of it, with the reference picture of that name. */
export type CompareScreenshot = (name: string, part?: Locator) => Promise<void>;

/** Call it before the first navigation. A difference does not stop the test; it fails at its end. */
export async function createScreenshotComparer(
  page: Page,
  { where, themes }: View,
): Promise<CompareScreenshot> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.setFixedTime(DEMO_NOW);
  await page.addInitScript(css => {
    // The content security policy blocks a `<style>`.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, STABLE_CSS);
  return async (name, part) => {
    await page.waitForFunction(() => Array.from(document.images).every(image => image.complete));
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await expect.soft(part ?? page).toHaveScreenshot(`${name}-${where}-${colorScheme}.png`);
    }
  };
}
