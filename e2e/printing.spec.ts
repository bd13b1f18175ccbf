import { png } from '@snug/testkit/browser/input-files.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';

for (const [where, viewport] of SCREENS)
  test(`on paper, a room is its messages alone, in light colours, ${where}`, { tag: '@detail' }, async ({
    person,
  }) => {
    const ann = await person('Ann', { viewport });
    const { page } = ann;
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await ann.createRoom('Printed', 'On paper');
    for (let line = 1; line <= 40; line++) await ann.sendMessage(`Line ${line} of many`);
    await ann.sendMessage(`Long ${'and longer '.repeat(600)}to the last word`);
    const upload = new UploadDialog(page);
    await upload.open();
    await upload.choose(png('1.png', 400, 300));
    await upload.send.click();
    await expect(ann.articles).toHaveCount(42);
    await page.getByRole('button', { name: '1.png' }).click();
    await expect(page.getByRole('dialog', { name: '1.png' })).toBeVisible();

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const texts = await page.evaluate(() => document.body.innerText);
    for (const text of ['Line 1 of many', 'Line 40 of many', 'to the last word', 'Ann'])
      expect(texts).toContain(text);
    for (const text of [
      'Skip to conversation',
      'Load more',
      'Show more',
      'Jump to latest',
      'Undo',
      'Mentions',
    ])
      expect(texts).not.toContain(text);
    const controls = page.locator('button, a, input, textarea, [role="dialog"]').filter({ visible: true });
    const names = await controls.evaluateAll(all =>
      all.map(control => control.ariaLabel ?? (control.textContent || control.querySelector('img')?.alt)),
    );
    expect(
      names.filter(name => !/^(?:Ann|Today, .*|1\.png)$/.test(name ?? '')),
      'controls',
    ).toEqual([]);
    const colours = await page.evaluate(() => {
      const { color } = getComputedStyle(document.querySelector('article') as Element);
      return [getComputedStyle(document.documentElement).colorScheme, color];
    });
    expect(colours).toEqual(['light', 'oklch(0.25 0.02 260)']);
    const pages = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
    expect(pages, 'the page is as high as its messages').toBeGreaterThan(2);
  });
