import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const PICTURE = '/avatars/of-ben.png';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Adds an avatar to Ben's profile in all later frames to the page. */
async function routeAvatarOfBen(page: Page): Promise<void> {
  await page.routeWebSocket(/api\/live/, socket => {
    const server = socket.connectToServer();
    server.onMessage(text =>
      socket.send(String(text).replaceAll('"name":"Ben"', `"name":"Ben","avatar":"${PICTURE}"`)),
    );
  });
}

test('a loaded picture replaces the initials, and nothing moves', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ben.createRoom('Faces', 'Who looks how');
  await ben.sendMessage('Look at me');
  const held = Promise.withResolvers<void>();
  await ann.page.route(`**${PICTURE}`, async route => {
    await held.promise;
    await route.fulfill({ contentType: 'image/png', body: PNG });
  });
  await routeAvatarOfBen(ann.page);
  await ann.page.reload();
  await ann.openRoom('Faces');
  const article = ann.getArticle('Look at me');
  const picture = article.locator('img');
  await expect(article.getByText('B', { exact: true })).toBeVisible();
  await expect(picture).toHaveCSS('opacity', '0');
  const before = await article.boundingBox();
  held.resolve();
  await expect(picture).toHaveCSS('opacity', '1');
  await expect(article.getByText('B', { exact: true })).toBeHidden();
  expect(await article.boundingBox()).toEqual(before);
});

test('if a picture fails to load, the initials stay', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ben.createRoom('Faces', 'Who looks how');
  await ben.sendMessage('Look at me');
  const asked: string[] = [];
  await ann.page.route(`**${PICTURE}`, route => {
    asked.push(route.request().url());
    return route.fulfill({ status: 404 });
  });
  await routeAvatarOfBen(ann.page);
  await ann.page.reload();
  await ann.openRoom('Faces');
  const article = ann.getArticle('Look at me');
  await expect.poll(() => asked).not.toEqual([]);
  await expect(article.locator('img')).toHaveCount(0);
  await expect(article.getByText('B', { exact: true })).toBeVisible();
});
