import type { Locator } from '@playwright/test';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { expect, test } from './fixtures.ts';

/** The difference between the brightest and the darkest pixel, of 255; 0 if nothing is visible. */
async function contrastIn(place: Locator): Promise<number> {
  const picture = await place.screenshot({ animations: 'disabled' });
  return place.page().evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    canvas?.drawImage(bitmap, 0, 0);
    const data = canvas?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    const greens = Array.from(data).filter((_, index) => index % 4 === 1);
    return greens.reduce((most, green) => Math.max(most, green), 0) - Math.min(...greens.slice(0, 50_000));
  }, picture.toString('base64'));
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`forced colours show icons, focus and selection, ${colorScheme}`, {
    tag: '@detail',
  }, async ({ person }) => {
    const ann = await person('Ann');
    const { page } = ann;
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    await ann.createRoom('Forced', 'By the system');
    for (const text of ['One', 'Two', 'Three']) await ann.sendMessage(text);
    const row = ann.getArticle('Three');
    await expect(row.locator('time').first()).toBeAttached();
    await page.mouse.move(0, 0);

    for (const button of ['Attach files', 'Record voice message', 'Send', 'Create new chat room', 'People'])
      expect(await contrastIn(page.getByRole('button', { name: button })), button).toBeGreaterThan(120);
    await expect(ann.getRoomLink('Forced'), 'the room that is open').toHaveCSS('outline-style', 'solid');
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveCSS('border-style', 'solid');

    const like = row.getByRole('button', { name: 'Like' });
    const actions = like.locator('..');
    await expect(actions, 'not on every row').toHaveCSS('opacity', '0');
    await ann.composer.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(row).toBeFocused();
    await expect(row).toHaveCSS('outline-style', 'solid');
    await expect(actions, 'on the one that is focused').toHaveCSS('opacity', '1');
    const empty = await contrastIn(like);
    expect(empty).toBeGreaterThan(120);
    await page.keyboard.press('l');
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    const fill = await like.locator('svg').evaluate(heart => getComputedStyle(heart).fill);
    expect(fill, 'a like is a full heart').not.toBe('none');

    await ann.composer.focus();
    const form = page.locator('form').filter({ has: ann.composer });
    await expect(form, 'the composer').toHaveCSS('outline-style', 'solid');

    const dashboard = new DashboardPage(page);
    await dashboard.open();
    const chosen = dashboard.dialog.locator('label').filter({ hasText: 'System' });
    await expect(chosen).toHaveCSS('outline-style', 'solid');
    const sound = dashboard.dialog.getByRole('switch', { name: 'Play a sound' });
    expect(await contrastIn(sound), 'off').toBeGreaterThan(120);
    const backOf = () => sound.evaluate(box => getComputedStyle(box).backgroundColor);
    const off = await backOf();
    await sound.press('Space');
    expect(await backOf(), 'the switch looks different if it is on').not.toBe(off);
  });
}
