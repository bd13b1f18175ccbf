import type { Page } from '@playwright/test';
import { png, textFile, wav } from '@snug/testkit/browser/input-files.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { waitForAnimations } from './animations.ts';
import { expect, test } from './fixtures.ts';

function getImage({ messages }: ChatPage, name: string) {
  return messages.getByRole('button', { name, exact: true });
}

test('a picture has its space before it loads, and nothing moves when it does', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Pictures', 'Worth a thousand words');
  await ben.openRoom('Pictures');
  const shown = Promise.withResolvers<void>();
  await ben.page.route('**/files/**', async route => {
    await shown.promise;
    await route.continue();
  });
  const upload = new UploadDialog(ann.page);
  await upload.sendFiles(png('wide.png', 900, 600));
  await expect(getImage(ann, 'wide.png')).toBeVisible();
  await ann.sendMessage('And a tall one:');
  await upload.sendFiles(png('tall.png', 100, 1000));
  await expect(getImage(ann, 'tall.png')).toBeVisible();
  await ann.sendMessage('What do you think?');
  await expect(ben.getArticle('What do you think?')).toBeVisible();
  const images = ben.messages.locator('article img[alt]:not([alt=""])');
  const isLoaded = () =>
    images.evaluateAll(images => images.map(image => (image as HTMLImageElement).complete));
  expect(await isLoaded()).toEqual([false, false]);
  // Offsets in the layout: a new row has a short animation.
  const places = () =>
    ben.articles.evaluateAll((rows: HTMLElement[]) =>
      rows.map(row => [row.offsetTop, row.offsetHeight] as const),
    );
  const before = await places();
  expect(await getImage(ben, 'wide.png').boundingBox()).toMatchObject({ width: 420, height: 280 });
  expect((await getImage(ben, 'tall.png').boundingBox())?.height).toBe(280);
  shown.resolve();
  await expect.poll(isLoaded).toEqual([true, true]);
  expect(await places()).toEqual(before);
});

test('pictures sent together are side by side, each in its own message', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Grid', 'Side by side');
  const names = ['one.png', 'two.png', 'three.png'];
  const upload = new UploadDialog(page);
  await upload.sendFiles(png('one.png', 300, 200));
  await expect(getImage(ann, 'one.png'), 'alone it has its own shape').toBeVisible();
  expect(await getImage(ann, 'one.png').boundingBox()).toMatchObject({ width: 300, height: 200 });
  await upload.sendFiles(png('two.png', 200, 300), png('three.png', 900, 900));
  await expect(getImage(ann, 'three.png')).toBeVisible();
  await ann.sendMessage('That is all');
  await expect(ann.articles).toHaveCount(4);
  await expect(ann.articles.locator('time').first()).toBeAttached();
  // Wait for the animation of the new rows.
  await waitForAnimations(page);
  await expect(ann.articles.locator('time')).toHaveCount(4);
  const boxes = await Promise.all(
    names.map(async name => (await getImage(ann, name).boundingBox()) ?? { x: 0, y: 0 }),
  );
  expect(new Set(boxes.map(({ y }) => y)).size, 'in a line').toBe(1);
  expect(boxes.map(({ x }) => x)).toEqual(boxes.map(({ x }) => x).toSorted((a, b) => a - b));
  const [first, last] = [boxes[0], await getImage(ann, 'three.png').boundingBox()];
  expect((last?.x ?? 0) + (last?.width ?? 0) - (first?.x ?? 0), 'together as wide as one').toBeCloseTo(
    420,
    0,
  );
  const head = await ann.articles.first().getByRole('button', { name: 'Ann', exact: true }).boundingBox();
  const words = await ann.getArticle('That is all').locator('[data-words]').boundingBox();
  expect(head?.x, 'under the name').toBe(words?.x);
  expect(first?.x).toBe(words?.x);
  expect(head?.y ?? 0).toBeLessThan((first?.y ?? 0) - 15);

  const second = ann.articles.nth(1);
  await second.getByRole('button', { name: 'Like' }).click();
  await expect(second.getByRole('button', { name: 'Like' })).toHaveAccessibleDescription(/^1 Ann, /);
  const chip = await second.getByRole('button', { name: 'Like' }).boundingBox();
  const liked = await getImage(ann, 'two.png').boundingBox();
  const gap = (chip?.y ?? 0) - (liked?.y ?? 0) - (liked?.height ?? 0);
  expect(gap, 'right below its picture').toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(10);
  await ann.composer.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  for (const row of [2, 1, 0]) {
    await page.keyboard.press('ArrowUp');
    await expect(ann.articles.nth(row), 'arrows lead to each').toBeFocused();
  }
});

test('on a phone a picture is never wider than the column', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW, hasTouch: true, isMobile: true });
  await ann.createRoom('Pocket', 'Small screen');
  await new UploadDialog(ann.page).sendFiles(
    png('wide.png', 2000, 500),
    textFile(`${'long'.repeat(30)}.txt`),
  );
  await expect(getImage(ann, 'wide.png')).toBeVisible();
  const [width, scrolled] = await ann.messages.evaluate(log => [log.clientWidth, log.scrollWidth]);
  expect(scrolled).toBe(width);
  const box = await getImage(ann, 'wide.png').boundingBox();
  expect(box?.width).toBeGreaterThan(200);
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(4, 1);
});

test('keys open, browse, zoom and close the lightbox', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Gallery', 'Look');
  await new UploadDialog(ann.page).sendFiles(png('one.png', 400, 300), png('two.png', 300, 400));
  await getImage(ann, 'one.png').focus();
  await ann.page.keyboard.press('Enter');
  const lightbox = (name: string) => ann.page.getByRole('dialog', { name });
  const image = (name: string) => lightbox(name).getByRole('img', { name });
  await expect(image('one.png')).toBeVisible();
  await expect(lightbox('one.png').getByText(/^Ann · \d\d \w{3} \d{4}, \d\d:\d\d$/)).toBeVisible();
  const [before, after] = ['Previous picture', 'Next picture'].map(name =>
    ann.page.getByRole('button', { name }),
  );
  await expect(before ?? image('one.png'), 'no button without an effect').toHaveCount(0);
  await expect(after ?? image('one.png')).toBeVisible();
  const { width = 0 } = (await image('one.png').boundingBox()) ?? {};
  await ann.page.keyboard.press('+');
  await expect.poll(async () => (await image('one.png').boundingBox())?.width).toBe(width * 1.5);
  await ann.page.keyboard.press('-');
  await expect.poll(async () => (await image('one.png').boundingBox())?.width).toBe(width);
  await image('one.png').hover();
  await ann.page.mouse.wheel(0, -100);
  await expect.poll(async () => (await image('one.png').boundingBox())?.width).toBe(width * 1.5);
  await image('one.png').click();
  await expect.poll(async () => (await image('one.png').boundingBox())?.width).toBe(width);

  await ann.page.keyboard.press('ArrowRight');
  await expect(image('two.png')).toBeVisible();
  await ann.page.keyboard.press('ArrowRight');
  await expect(image('two.png'), 'the last one stays').toBeVisible();
  await ann.page.keyboard.press('ArrowLeft');
  await expect(image('one.png')).toBeVisible();
  await expect(lightbox('one.png').getByRole('link', { name: 'Download one.png' })).toBeVisible();
  await ann.page.keyboard.press('Escape');
  await expect(lightbox('one.png')).toBeHidden();
  await expect(getImage(ann, 'one.png'), 'focus returns').toBeFocused();
});

test('the lightbox of a picture that is deleted closes, and the focus stays in the list', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  await ann.createRoom('Gallery', 'Look');
  await bob.openRoom('Gallery');
  await new UploadDialog(bob.page).sendFiles(png('one.png', 400, 300), png('two.png', 300, 400));
  await getImage(ann, 'two.png').focus();
  await ann.page.keyboard.press('Enter');
  const lightbox = ann.page.getByRole('dialog', { name: 'two.png' });
  await expect(lightbox.getByRole('img', { name: 'two.png' })).toBeVisible();
  const row = bob.articles.filter({ has: bob.page.getByRole('button', { name: 'two.png' }) });
  await row.hover();
  await row.getByRole('button', { name: 'Delete message' }).click();
  await bob.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(lightbox).toBeHidden();
  await expect(ann.messages.locator(':focus').or(ann.page.locator('[role="log"]:focus'))).toHaveCount(1);
});

test('any other file is a card with its size, and its download equals the upload', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Cards', 'Name and size');
  await ben.openRoom('Cards');
  const files = [textFile('tiny.txt', 17), textFile('small.csv', 1536), textFile('large.txt', 5_120_000)];
  await new UploadDialog(ann.page).sendFiles(...files);
  for (const [index, size] of ['TXT · 17 B', 'CSV · 1.5 KB', 'TXT · 4.9 MB'].entries()) {
    const { name, buffer } = files[index] ?? textFile('none');
    const card = ben.getArticle(name);
    await expect(card).toContainText(size);
    const downloading = ben.page.waitForEvent('download');
    await card.getByRole('link', { name: `Download ${name}` }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(name);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(buffer), name).toBe(true);
  }
});

test('pointer and keys play, speed up and seek audio; one plays at a time', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Sounds', 'Listen');
  const answers: number[] = [];
  ann.page.on('response', response => {
    if (response.url().includes('long.wav')) answers.push(response.status());
  });
  await new UploadDialog(ann.page).sendFiles(wav('long.wav', 30, 440), wav('short.wav', 2, 660));
  const player = (name: string) => ann.messages.getByRole('group', { name });
  const long = player('long.wav');
  const audio = long.locator('audio');
  const now = () => audio.evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect(long).toContainText('0:30');
  expect(await audio.textContent()).toBe('Your browser doest not support the audio element.');

  await long.getByRole('button', { name: 'Play' }).click();
  await expect.poll(now).toBeGreaterThan(0);
  const slider = long.getByRole('slider', { name: 'Position' });
  const { width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
  await slider.click({ position: { x: width * 0.5, y: height / 2 } });
  await expect.poll(now).toBeGreaterThan(13);
  await slider.press('Home');
  await expect.poll(now).toBeLessThan(13);
  const before = await now();
  await slider.press('PageUp');
  await expect.poll(now).toBeGreaterThan(before + 2);
  expect(answers, 'the server supports range requests').toContain(206);
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:\d\d of 0:30$/);

  const speed = long.getByRole('button', { name: /^Speed/ });
  for (const next of ['Speed 1.5x', 'Speed 2x']) {
    await speed.click();
    await expect(speed).toHaveAccessibleName(next);
  }
  expect(await audio.evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(2);
  await speed.click();
  await expect(speed).toHaveAccessibleName('Speed 1x');

  await expect(long.getByRole('button', { name: 'Pause' })).toBeVisible();
  await player('short.wav').getByRole('button', { name: 'Play' }).click();
  await expect(long.getByRole('button', { name: 'Play' }), 'the other one paused').toBeVisible();
  await expect
    .poll(() => player('short.wav').getByRole('button', { name: 'Play' }).isVisible(), 'it ends by itself')
    .toBe(true);
});

test('a video plays inside its message', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Films', 'Popcorn');
  const buffer = await recordVideo(ann.page);
  await new UploadDialog(ann.page).sendFiles({ name: 'film.webm', mimeType: 'video/webm', buffer });
  const video = ann.messages.locator('video');
  const { width = 0, height = 0 } = (await video.boundingBox()) ?? {};
  expect(width / height, 'its own shape').toBe(2);
  await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
  await expect(video).toHaveAttribute('controls', '');
  await expect(video).toHaveAttribute('preload', 'metadata');
  expect(await video.boundingBox(), 'nothing moves when it loads').toMatchObject({ width, height });
});

/** A second of video, recorded by the browser. */
async function recordVideo(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm;codecs=vp8' });
    const chunks: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
    const stopped = new Promise(resolve => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let frame = 0; frame < 30; frame++) {
      context?.fillRect(frame, frame, 20, 20);
      await new Promise(resolve => requestAnimationFrame(resolve));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(chunks).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

test('deleting a message deletes its file', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Gone', 'And not to be found again');
  await new UploadDialog(ann.page).sendFiles(textFile('secret.txt'));
  const href = await ann.getArticle('secret.txt').getByRole('link').getAttribute('href');
  const status = () =>
    ann.page.evaluate(async href => (await fetch(href ?? '', { cache: 'no-store' })).status, href);
  await expect.poll(status).toBe(200);
  await ann.getArticle('secret.txt').getByRole('button', { name: 'Delete message' }).click();
  await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(ann.page.getByText('Message has been deleted')).toBeVisible();
  await expect(ann.page.getByText("The message is gone, but its file couldn't be deleted")).toHaveCount(0);
  await expect.poll(status).toBe(404);
});

test("if the server cannot delete a message's file, a notice shows", { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Stuck', 'A storage that does not let go');
  await ann.page.routeWebSocket(/\/api\/live/, socket => {
    const server = socket.connectToServer();
    const leave = (frame: string) => frame.replace('"ok":{"message":', '"ok":{"fileLeft":true,"message":');
    server.onMessage(frame => socket.send(leave(String(frame))));
  });
  await ann.page.reload();
  await new UploadDialog(ann.page).sendFiles(textFile('heavy.txt'));
  await ann.getArticle('heavy.txt').getByRole('button', { name: 'Delete message' }).click();
  await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const alert = ann.page.getByRole('alert');
  await expect(
    alert.filter({ hasText: "The message is gone, but its file couldn't be deleted 😕" }),
  ).toBeVisible();
  await expect(alert.filter({ hasText: 'Message has been deleted' })).toBeVisible();
  await expect(ann.getArticle('heavy.txt')).toHaveCount(0);
});

test('a closed lightbox blocks no clicks', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Album', 'Look and go');
  await new UploadDialog(ann.page).sendFiles(png('one.png', 400, 300));
  const picture = ann.messages.getByRole('button', { name: 'one.png' });
  for (const close of ['Escape', 'Close']) {
    await picture.click();
    const lightbox = ann.page.getByRole('dialog', { name: 'one.png' });
    await expect(lightbox).toHaveAttribute('data-open');
    if (close === 'Escape') await ann.page.keyboard.press('Escape');
    else await lightbox.getByRole('button', { name: 'Close' }).click();
    await expect(lightbox).toHaveCount(0);
    await ann.getRoomLink('Album').click();
  }
});
