import type { Locator, Page } from '@playwright/test';
import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';

interface Frame {
  opacity: number;
  transform: string;
}

declare global {
  interface Window {
    dialogFrames: { popup: Frame; backdrop: number }[];
  }
}

/** Records the position and opacity of each dialog in each frame, from its first one on. */
async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.dialogFrames = [];
    const sample = () => {
      const popup = document.querySelector('[role="dialog"], [role="alertdialog"]');
      const backdrop = document.querySelector('[role="presentation"][data-open]');
      if (popup && backdrop) {
        const { opacity, transform } = getComputedStyle(popup);
        window.dialogFrames.push({
          popup: { opacity: Number(opacity), transform },
          backdrop: Number(getComputedStyle(backdrop).opacity),
        });
      }
      requestAnimationFrame(sample);
    };
    requestAnimationFrame(sample);
  });
}

/** Expects the first opening on this page to begin off screen and to move to the final position. */
async function expectToMoveIn(page: Page, open: Locator, dialog: Locator): Promise<void> {
  await page.evaluate(() => {
    window.dialogFrames = [];
  });
  await open.click();
  await expect(dialog).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.dialogFrames.at(-1)?.backdrop)).toBe(1);
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const frames = await page.evaluate(() => window.dialogFrames);
  const [first, last] = [frames[0], frames.at(-1)];
  expect(first?.backdrop, 'backdrop of the first frame').toBeLessThan(0.5);
  expect(first?.popup, 'first frame').not.toEqual(last?.popup);
  expect(
    new Set(frames.map(({ popup }) => JSON.stringify(popup))).size,
    'positions of the dialog',
  ).toBeGreaterThan(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

test('a dialog is animated the first time that it opens', { tag: '@detail' }, async ({ person }) => {
  const { page, ...ann } = await person('Ann');
  await recordFrames(page);
  await page.goto('/');
  await expect(ann.rooms).toBeVisible();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  await expectToMoveIn(page, button('Create new chat room'), dialog('New chat room'));
  await expectToMoveIn(page, button('Dashboard'), dialog('Dashboard'));
  await expectToMoveIn(page, button('Join conversation'), dialog('Join conversation'));
});

for (const [where, viewport] of SCREENS) {
  test(`a dialog opens scrolled to its top, with the focus on its heading, ${where}`, {
    tag: '@detail',
  }, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    const { page } = ann;
    const focused = (name: string) => expect(page.getByRole('heading', { name, exact: true })).toBeFocused();
    await page.setViewportSize({ width: viewport.width, height: 420 });
    await page.getByRole('button', { name: 'Dashboard' }).click();
    const dashboard = page.getByRole('dialog', { name: 'Dashboard' });
    await focused('Dashboard');
    expect(await dashboard.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await expect(dashboard.getByRole('heading', { name: 'Dashboard' })).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Dashboard' }), 'focus returns').toBeFocused();

    await ann.createRoom('Dialogs', 'Where they open');
    await page.getByRole('button', { name: 'Room Information' }).click();
    await focused('About Dialogs');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Attach files' }).click();
    await focused('Upload files');
  });
}
