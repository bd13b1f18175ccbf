import { expect, type Locator, type Page } from '@playwright/test';
import { NARROW, WIDE } from '@snug/testkit/browser/viewports.ts';
import { DEMO_NOW } from './demo-conversation.ts';

export const VIEWS = [
  { where: 'wide', device: { viewport: WIDE }, themes: ['light', 'dark'] },
  { where: 'narrow', device: { viewport: NARROW, hasTouch: true, isMobile: true }, themes: ['light'] },
] as const;

type View = (typeof VIEWS)[number];

/** What would differ from run to run, or from machine to machine. */
const STABLE_CSS = `
  /* Who has no picture has a colour that follows from a random id. */
  [style*='--hue'] { --hue: 150 !important; }
  /* Code is written in a font of the system: here in Snug's own. */
  :root { --mono: var(--font) !important; }
  /* The code of an address, which has a port and an id by chance. */
  [aria-label^='QR code'] path { visibility: hidden !important; }
`;

/** Compares a page, or a part of it, with the kept pictures of that name. */
export type CompareScreenshot = (name: string, part?: Locator) => Promise<void>;

/** Makes a page steady, before it goes anywhere. Where pictures differ, the test goes on and fails at its end. */
export async function createScreenshotComparer(
  page: Page,
  { where, themes }: View,
): Promise<CompareScreenshot> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.setFixedTime(DEMO_NOW);
  await page.addInitScript(css => {
    // A `<style>` would be against the policy.
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
