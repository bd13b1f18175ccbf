import type { Locator, Page } from '@playwright/test';
import { textFile } from '@snug/testkit/browser/input-files.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { expect, test } from './fixtures.ts';

/** The narrowest phones, and a screen of 1280 px at 200 % and 400 % zoom. */
const SIZES = [
  ['320 px', { width: 320, height: 568 }],
  ['200 %', { width: 640, height: 360 }],
  ['400 %', { width: 320, height: 256 }],
] as const;

/** Expects no horizontal overflow, and each control to be scrollable into view without clipping. */
async function expectToReflow(page: Page, place: Locator, where: string): Promise<void> {
  await expect(place).toBeVisible();
  const { width } = page.viewportSize() ?? { width: 0 };
  const excess = await page.evaluate(() => [
    document.documentElement.scrollWidth - innerWidth,
    ...Array.from(
      document.querySelectorAll('[role="log"], [role="dialog"], [role="alertdialog"], nav, main'),
      part => part.scrollWidth - part.clientWidth,
    ),
  ]);
  expect(Math.max(...excess), `horizontal overflow in px, ${where}`).toBeLessThanOrEqual(0);
  const controls = place.locator('button:visible, a:visible, input:visible, textarea:visible');
  expect(await controls.count(), where).toBeGreaterThan(0);
  for (const control of await controls.all()) {
    // Some show only for a while, such as "Undo".
    if (!(await control.isVisible())) continue;
    await control.scrollIntoViewIfNeeded();
    const box = await control.boundingBox();
    const name = await control.evaluate(({ ariaLabel, textContent }) => ariaLabel ?? textContent);
    expect(box?.x, `${name}, ${where}`).toBeGreaterThanOrEqual(-1);
    expect((box?.x ?? 0) + (box?.width ?? 0), `${name}, ${where}`).toBeLessThanOrEqual(width + 1);
    await expect(control, `${name}, ${where}`).toBeInViewport();
  }
}

for (const [name, viewport] of SIZES) {
  test(`at ${name} nothing scrolls sideways, and every control is present`, {
    tag: ['@own-server', '@matrix'],
  }, async ({ person, visitor }) => {
    const signIn = await visitor({ viewport });
    await new SignInPage(signIn).open();
    await expectToReflow(signIn, signIn.locator('body'), 'sign in');

    const ann = await person('Ann Alder-Birch', { viewport });
    const { page } = ann;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await ann.createRoom('A room with quite a long name for a small screen', 'Small');
    await ann.sendMessage('Some words, a link https://snug.example/with/a/long/path/in/it and `code`');
    await ann.sendMessage(`\`\`\`\n${'code '.repeat(60)}\n\`\`\``);
    await new UploadDialog(page).sendFiles(textFile('a-file-with-a-long-name-of-its-own.txt'));
    await expect(ann.getArticle('a-file').locator('time').first()).toBeAttached();
    await expectToReflow(page, page.getByRole('main'), 'room');
    expect((await ann.messages.boundingBox())?.height, 'the height of the list').toBeGreaterThan(60);
    for (const button of ['People', 'Room Information', 'Admin: edit room', 'Attach files', 'Ann']) {
      const opener = page.getByRole('button', { name: button, exact: true }).first();
      await opener.press('Enter');
      await expectToReflow(page, page.getByRole('dialog'), button);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await ann.getArticle('Some words').getByRole('button', { name: 'Delete message' }).dispatchEvent('click');
    await expectToReflow(page, page.getByRole('alertdialog'), 'question');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);

    await page.getByRole('link', { name: 'Back to rooms' }).click();
    await expectToReflow(page, page.getByRole('main'), 'rooms');
    for (const button of ['Dashboard', 'Create new chat room', 'Join conversation']) {
      await page.getByRole('button', { name: button }).press('Enter');
      await expectToReflow(page, page.getByRole('dialog'), button);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.keyboard.press('?');
    await expectToReflow(page, page.getByRole('dialog'), 'Keyboard shortcuts');
  });
}

for (const width of [320, 375]) {
  test(`at ${width} px the whole placeholder of the composer is visible`, { tag: '@matrix' }, async ({
    person,
  }) => {
    const ann = await person('Ann', { viewport: { width, height: 640 }, hasTouch: true, isMobile: true });
    await ann.createRoom('Small', 'And smaller');
    const spare = await ann.composer.evaluate((box: HTMLTextAreaElement) => {
      const { fontFamily, paddingLeft, paddingRight } = getComputedStyle(box);
      const { fontSize } = getComputedStyle(box, '::placeholder');
      const canvas = document.createElement('canvas').getContext('2d');
      if (!canvas) return Number.NaN;
      canvas.font = `${fontSize} ${fontFamily}`;
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      return box.clientWidth - padding - canvas.measureText(box.placeholder).width;
    });
    expect(spare, 'spare width in px').toBeGreaterThanOrEqual(0);
    await ann.composer.fill('Said on a small screen');
    await ann.send.tap();
    await expect(ann.getArticle('Said on a small screen')).toBeVisible();
  });
}
