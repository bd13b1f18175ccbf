import type { Locator, Page } from '@playwright/test';
import { png, svg, textFile } from '@snug/testkit/browser/input-files.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';

/** The image at a URL: its type, cache lifetime and size, and the colours at its left, middle and right. */
function inspectImage(page: Page, url: string) {
  return page.evaluate(async url => {
    const response = await fetch(url);
    const image = await createImageBitmap(await response.blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const at = (x: number) => {
      const [red = 0, , blue = 0] = context?.getImageData(x, 100, 1, 1).data ?? [];
      return red > blue ? 'red' : 'blue';
    };
    return {
      type: response.headers.get('content-type'),
      cached: response.headers.get('cache-control'),
      size: [image.width, image.height],
      colours: [at(10), at(100), at(190)],
    };
  }, url);
}

function getAvatar(place: Locator) {
  return place.locator('img[src^="/avatars/"]').first();
}

test('an avatar must be a single picture of a supported type', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  for (const [file, type] of [
    [textFile('notes.txt'), 'text/plain'],
    [svg('drawing.svg'), 'image/svg+xml'],
    [{ ...png('moving.gif', 4, 4), mimeType: 'image/gif' }, 'image/gif'],
  ] as const) {
    await dashboard.chooseAvatar(file);
    await expect(ann.page.getByText(`Wrong file type ${type}`, { exact: true })).toBeVisible();
    await expect(dashboard.cropper).toHaveCount(0);
  }
  await dashboard.chooseAvatar({ ...textFile('broken.png'), mimeType: 'image/png' });
  await expect(ann.page.getByRole('alert').filter({ hasText: 'File process error 😕' })).toBeVisible();
  await expect(dashboard.cropper).toHaveCount(0);
});

for (const [where, viewport] of SCREENS) {
  test(`a picture is cropped by keys, and everyone sees it at once, ${where}`, { tag: '@detail' }, async ({
    person,
  }) => {
    const [ann, ben] = [await person('Ann', { viewport }), await person('Ben')];
    await ann.createRoom('Faces', 'Who is who');
    await ben.openRoom('Faces');
    await ann.sendMessage('It is me');
    await expect(ben.getArticle('It is me')).toBeVisible();
    if (where === 'narrow') await ann.page.getByRole('link', { name: 'Back to rooms' }).click();

    const dashboard = new DashboardPage(ann.page);
    await dashboard.open();
    await dashboard.chooseAvatar(png('me.png', 800, 400));
    await expect(dashboard.zoom).toBeFocused();
    const sizeOfCrop = async () => {
      const { width, height } = (await dashboard.crop.boundingBox()) ?? { width: 0, height: 0 };
      return [Math.round(width), Math.round(height)];
    };
    await expect.poll(sizeOfCrop, 'after the animation of the dialog').toEqual([200, 200]);
    // The crop begins in the middle: red on the left, blue on the right. Move the picture until no blue is left.
    await dashboard.crop.focus();
    for (let press = 0; press < 30; press++) await ann.page.keyboard.press('ArrowRight');
    await dashboard.upload.click();
    await expect(ann.page.getByText('Avatar has been uploaded')).toBeVisible();
    await expect(dashboard.cropper).toBeHidden();

    const seen = getAvatar(ben.getArticle('It is me'));
    await expect(seen, 'without a reload').toBeVisible();
    const { type, cached, size, colours } = await inspectImage(
      ben.page,
      (await seen.getAttribute('src')) ?? '',
    );
    expect(type).toBe('image/png');
    expect(cached).toContain('max-age=259200');
    expect(size).toEqual([200, 200]);
    expect(colours).toEqual(['red', 'red', 'red']);
    await expect(getAvatar(dashboard.dialog), 'the own avatar, too').toBeVisible();
  });
}

test('the pointer moves and zooms a picture', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  await dashboard.chooseAvatar(png('me.png', 800, 400));
  const image = dashboard.cropper.locator('img');
  const { width = 0, x = 0 } = (await image.boundingBox()) ?? {};
  await dashboard.zoom.press('End');
  await expect.poll(async () => (await image.boundingBox())?.width).toBeCloseTo(width * 4, 0);
  await dashboard.zoom.press('Home');
  await expect.poll(async () => (await image.boundingBox())?.width).toBeCloseTo(width, 0);
  await dashboard.crop.hover();
  await ann.page.mouse.down();
  const { x: fromX = 0, y: fromY = 0 } = (await dashboard.crop.boundingBox()) ?? {};
  await ann.page.mouse.move(fromX + 60, fromY + 100, { steps: 5 });
  await ann.page.mouse.up();
  await expect.poll(async () => (await image.boundingBox())?.x).toBeLessThan(x - 20);
  await ann.page.keyboard.press('Escape');
  await expect(dashboard.cropper).toBeHidden();
  await expect(dashboard.dialog, 'only the upper dialog closes').toBeVisible();
  await expect(dashboard.dialog.getByLabel('Select new avatar')).toBeFocused();
});

test('a failed upload shows an error, and the dialog stays open', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  const dashboard = new DashboardPage(ann.page);
  await ann.page.route('**/api/files?*', route => route.abort());
  await dashboard.open();
  await dashboard.chooseAvatar(png('me.png', 300, 300));
  await dashboard.upload.click();
  await expect(ann.page.getByRole('alert').filter({ hasText: /Try again\. 😕$/ })).toBeVisible();
  await expect(dashboard.cropper).toBeVisible();
  await ann.page.unrouteAll();
  await dashboard.upload.click();
  await expect(ann.page.getByText('Avatar has been uploaded')).toBeVisible();
  await expect(dashboard.cropper).toBeHidden();
});
