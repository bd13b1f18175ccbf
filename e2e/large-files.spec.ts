import { truncateSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { textFile } from '@snug/testkit/browser/input-files.ts';
import { createLongVideo } from '@snug/testkit/browser/long-video.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { expect, test } from './fixtures.ts';
import { readStoredText } from './stored-data.ts';

const UPLOADS = '**/api/files?*';
/** Few bytes a second: Chromium reads ten seconds ahead of a place, but at least 3 MB, and here at most 5 MB. */
const VIDEO = { seconds: 500, bytesPerSecond: 100_000 };
const DEFAULT_NOTE = '* only files less than 5mb are allowed';

/** Chosen by path, because Playwright copies at most 50 MB into a page. */
function createFile(name: string, bytes: number | Buffer): string {
  const path = test.info().outputPath(name);
  writeFileSync(path, typeof bytes === 'number' ? '' : bytes);
  if (typeof bytes === 'number') truncateSync(path, bytes);
  return path;
}

async function choose({ dialog }: UploadDialog, ...paths: string[]): Promise<void> {
  await dialog.getByLabel('Choose files').setInputFiles(paths);
}

/** Counts the bytes of a file that the page receives. */
async function countReceived(page: Page, name: string): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  const requests = new Set<string>();
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes(name)) requests.add(requestId);
  });
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (requests.has(requestId)) bytes += dataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}

test('with a larger limit, a video of 50 MB has its space at once, plays, and seeks without being loaded whole', {
  tag: ['@own-server', '@measured', '@matrix'],
}, async ({ person, server }) => {
  await server.restart({ SNUG_MAX_FILE_BYTES: '100000000' });
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Cinema', 'Popcorn');
  await ben.openRoom('Cinema');
  const received = await countReceived(ben.page, 'film.webm');
  const upload = new UploadDialog(ann.page);
  await upload.open();
  await expect(upload.dialog.getByText('* only files of up to 95.4 MB are allowed')).toBeVisible();
  await choose(
    upload,
    createFile('film.webm', createLongVideo(VIDEO.seconds, VIDEO.bytesPerSecond)),
    createFile('huge.bin', 200_000_000),
  );
  await expect(
    upload.dialog.getByText("huge.bin wasn't added: 190.7 MB is over the 95.4 MB limit"),
  ).toBeVisible();
  await upload.send.click();
  await expect(upload.dialog).toBeHidden();

  const video = ben.messages.locator('video');
  await expect(video).toBeVisible();
  const before = await video.boundingBox();
  expect(before, '96 x 160 px, as high as allowed').toMatchObject({ width: 240, height: 360 });
  await expect
    .poll(() => video.evaluate((video: HTMLVideoElement) => video.duration))
    .toBeCloseTo(VIDEO.seconds, 0);
  expect(await video.boundingBox(), 'nothing moves when it loads').toEqual(before);
  for (const second of [450, 200]) {
    const shown = await video.evaluate(async (video: HTMLVideoElement, second) => {
      video.currentTime = second;
      await new Promise(resolve => video.addEventListener('seeked', resolve, { once: true }));
      return [video.currentTime, video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA];
    }, second);
    expect(shown).toEqual([second, true]);
  }
  await video.evaluate((video: HTMLVideoElement) => video.play());
  await expect
    .poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(201);
  expect(received(), 'at most 5 MB each at the start, at 450 s and at 200 s').toBeLessThan(30_000_000);
});

test('an open page follows a changed limit', { tag: ['@own-server', '@detail'] }, async ({
  person,
  server,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Limits', 'They change');
  const upload = new UploadDialog(ann.page);
  await upload.open();
  await expect(upload.dialog.getByText(DEFAULT_NOTE)).toBeVisible();
  await server.restart({ SNUG_MAX_FILE_BYTES: '1073741824' });
  await expect(upload.dialog.getByText('* only files of up to 1 GB are allowed')).toBeVisible();
  await server.restart({ SNUG_MAX_FILE_BYTES: '2000' });
  await expect(upload.dialog.getByText('* only files of up to 2 KB are allowed')).toBeVisible();
  await upload.choose(textFile('short.txt', 2_000), textFile('long.txt', 2_001));
  await expect(upload.items).toHaveCount(1);
  await expect(
    upload.dialog.getByText("long.txt wasn't added: 2,001 B is over the 2,000 B limit"),
  ).toBeVisible();
});

test('a large file that was sent survives a reload during its upload', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  await server.restart({ SNUG_MAX_FILE_BYTES: '100000000' });
  const ann = await person('Ann');
  await ann.createRoom('Reloaded', 'In the middle');
  await ann.page.route(UPLOADS, () => {});
  const upload = new UploadDialog(ann.page);
  await upload.open();
  await choose(upload, createFile('large.bin', 12_000_000));
  await upload.send.click();
  await expect(upload.dialog.getByRole('progressbar', { name: 'Uploading large.bin' })).toBeVisible();
  await expect.poll(() => readStoredText(ann.page, 'snug', 'outbox')).toContain('large.bin');
  expect(JSON.parse(await readStoredText(ann.page, 'snug:files', 'files'))).toMatchObject([[{}]]);
  await ann.page.unrouteAll();
  await ann.page.reload();
  await expect(ann.getArticle('large.bin').locator('time').first()).toBeAttached();
  await expect(ann.getArticle('large.bin')).toContainText('11.4 MB');
  await expect.poll(() => readStoredText(ann.page, 'snug:files', 'files')).toBe('[[]]');
});

test('a file that the server has no space for is rejected before it is sent', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  await server.restart({ SNUG_MAX_FILE_BYTES: '20000000', SNUG_QUOTA_MB: '20' });
  const ann = await person('Ann');
  await ann.createRoom('Full', 'No space');
  let uploads = 0;
  ann.page.on('request', request => {
    if (request.method() === 'POST' && request.url().includes('/api/files')) uploads++;
  });
  const upload = new UploadDialog(ann.page);
  await upload.open();
  await choose(upload, createFile('one.bin', 15_000_000));
  await upload.send.click();
  await expect(upload.dialog).toBeHidden();
  await upload.open();
  await choose(upload, createFile('two.bin', 15_000_000));
  await upload.send.click();
  await expect(upload.getItem('two.bin')).toContainText(
    'That would take your files over 20 MB. Delete some first.',
  );
  expect(uploads).toBe(1);
});
