import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { type InputFile, png as smallPng } from '@snug/testkit/browser/input-files.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { png } from './file-formats.ts';
import { expect, test } from './fixtures.ts';

/** A photo as the browser encodes it, with stray bytes in front of its first table. */
async function createPhotoWithStrayBytes(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [400, 300];
    const context = canvas.getContext('2d');
    for (const [index, colour] of ['tomato', 'gold', 'teal', 'navy'].entries()) {
      if (context) context.fillStyle = colour;
      context?.fillRect(index * 100, 0, 100, 300);
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  const photo = Buffer.from(base64, 'base64');
  const at = photo.indexOf(Buffer.from([0xff, 0xdb]));
  return Buffer.concat([photo.subarray(0, at), Buffer.alloc(18), photo.subarray(at)]);
}

/** Black, and small whatever its size. */
function blackPng(name: string, width: number, height: number): InputFile {
  const lines = Buffer.alloc((1 + Math.ceil(width / 8)) * height);
  return { name, mimeType: 'image/png', buffer: png(width, height, deflateSync(lines), undefined, 1) };
}

/** As a phone or an editor leaves it, if the disk was full. */
const DAMAGED: InputFile = {
  name: 'damaged.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(4_996, 'no picture ')]),
};

test('the upload dialog says which pictures are sent as they are, or keep their place', async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page, messages } = ann;
  await ann.createRoom('Damaged photos', 'For repair');
  const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await createPhotoWithStrayBytes(page) };
  const old = { name: 'old.flv', mimeType: 'video/x-flv', buffer: Buffer.from('FLV no video') };
  const upload = new UploadDialog(page);
  await upload.open();
  await upload.choose(photo, DAMAGED, old, smallPng('drawing.png', 30, 20));
  await expect(upload.getItem('damaged.jpg')).toContainText('Will be sent as it is');
  await expect(upload.getItem('old.flv')).toContainText('Keeps the place where it was taken, if it has one');
  await expect(upload.getItem('damaged.jpg').locator('img'), 'no broken picture').toHaveCount(0);
  for (const name of ['photo.jpg', 'drawing.png'])
    await expect(upload.getItem(name)).not.toContainText(/as it is|the place/);
  await upload.send.click();
  await expect(upload.dialog).toBeHidden();

  const picture = messages.getByRole('img', { name: 'photo.jpg' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
  const link = messages.getByRole('link', { name: 'Download damaged.jpg' });
  const response = await page.request.get((await link.getAttribute('href')) ?? '');
  expect((await response.body()).equals(DAMAGED.buffer)).toBe(true);
});

test('a large photo shows, and a picture that would fill the memory says why it does not', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page, messages } = ann;
  await ann.createRoom('Large photos', 'With every detail');
  await new UploadDialog(page).sendFiles(
    blackPng('phone.png', 8_064, 6_048),
    blackPng('panorama.png', 16_000, 2_600),
    blackPng('bomb.png', 20_000, 20_000),
  );
  for (const [name, width] of [
    ['phone.png', 8_064],
    ['panorama.png', 16_000],
  ] as const)
    await expect
      .poll(() =>
        messages.getByRole('img', { name }).evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(width);
  const row = messages.getByRole('article').filter({ hasText: 'bomb.png' });
  await expect(row).toContainText('Too large to show here: 400 megapixels');
  await expect(row.getByRole('link', { name: 'Download bomb.png' })).toBeVisible();
});
