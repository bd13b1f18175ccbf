import type { Page } from '@playwright/test';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { NARROW, SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';
import { serveStaticPage } from './static-page.ts';

/** Like a browser without cached rooms, whose server sends none. Cached rooms would show at once. */
async function routeEmptyRooms(page: Page): Promise<void> {
  await serveStaticPage(page);
  await clearRoomCache(page);
}

async function clearRoomCache(page: Page): Promise<void> {
  await page.addInitScript(() => indexedDB.deleteDatabase('snug:rooms:2'));
}

test('the whole page shows "Loading" while the session is unknown', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  const held = Promise.withResolvers<void>();
  await serveStaticPage(ann.page);
  await ann.page.route('**/api/auth/get-session', async route => {
    await held.promise;
    await route.continue();
  });
  await ann.page.reload();
  await expect(ann.page.getByRole('main').getByText('Loading', { exact: true })).toBeVisible();
  await expect(ann.rooms).toHaveCount(0);
  held.resolve();
  await expect(ann.rooms).toBeVisible();
});

test('the list and the room show "Loading" while the rooms are unknown', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Late', 'Takes its time');
  let letThrough = () => {};
  await ann.page.routeWebSocket('**/api/live*', socket => {
    const server = socket.connectToServer();
    const waiting: (string | Buffer)[] = [];
    let isHeld = true;
    server.onMessage(message => (isHeld ? waiting.push(message) : socket.send(message)));
    letThrough = () => {
      isHeld = false;
      for (const message of waiting) socket.send(message);
    };
  });
  await routeEmptyRooms(ann.page);
  await ann.page.reload();
  await expect(ann.rooms.getByText('Loading')).toBeVisible();
  await expect(ann.page.getByText('Loading')).toHaveCount(2);
  await expect(ann.page.getByText(/not found/)).toHaveCount(0);
  letThrough();
  await expect(ann.getRoomLink('Late')).toBeVisible();
  await expect(ann.page.getByText('No messages yet', { exact: true })).toBeVisible();
  await expect(ann.page.getByText('Loading')).toHaveCount(0);
});

test('on a narrow screen the list shows "Loading"', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW });
  await ann.page.routeWebSocket('**/api/live*', () => {});
  await routeEmptyRooms(ann.page);
  await ann.page.reload();
  await expect(ann.rooms.getByText('Loading')).toBeVisible();
  await expect(ann.page.getByText('Reconnecting...')).toBeVisible();
});

test('K5 the page contains its room and the list, which show without any other response', async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Early', 'There at once');
  await ann.sendMessage('</script> & <!-- so to say');
  await ben.openRoom('Early');
  await ben.getArticle('so to say').hover();
  await ben.getArticle('so to say').getByRole('button', { name: 'Like' }).click();
  await expect(ann.getArticle('so to say').getByRole('button', { name: 'Like' })).toHaveAccessibleDescription(
    /^1 /,
  );
  await ben.page.routeWebSocket('**/api/live*', () => {});
  await ben.page.route('**/api/**', route => route.abort());
  await clearRoomCache(ben.page);
  await ben.page.reload();
  await expect(ben.getArticle('</script> & <!-- so to say')).toBeVisible();
  await expect(ben.page.getByRole('button', { name: 'Like' })).toHaveAttribute('aria-pressed', 'true');
  await expect(ben.getRoomLink('Early')).toContainText('so to say');
  await expect(ben.page.getByRole('heading', { name: 'Early' })).toBeVisible();
});

for (const [where, viewport] of SCREENS) {
  test(`the placeholder of the page shows before its scripts, at its final position, ${where}`, {
    tag: '@detail',
  }, async ({ person }) => {
    const ann = await person('Ann', { viewport });
    await ann.createRoom('Frame', 'Where things will be');
    const { page, composer } = ann;
    const real = [page.locator('header', { hasText: 'Frame' }), page.locator('form', { has: composer })];
    const places = await Promise.all(real.map(part => part.boundingBox()));
    await page.evaluate(() => localStorage.setItem('snug:theme', 'dark'));
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/index-*.js', async route => {
      await held.promise;
      await route.continue();
    });
    const loaded = page.reload();
    const frame = page.locator('.shell-header, .shell-composer');
    await expect(frame.last()).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
    expect(await Promise.all((await frame.all()).map(part => part.boundingBox()))).toEqual(places);
    held.resolve();
    await loaded;
    await expect(composer).toBeVisible();
    await expect(frame).toHaveCount(0);
  });
}

test('if the sign-in page fails to load, an error shows, and a retry works', { tag: '@detail' }, async ({
  person,
}) => {
  const { page } = await person('Ann');
  await page.route('**/assets/sign-in-page-*.js', route => route.abort());
  await page.reload();
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.signOut();
  await expect(page.getByRole('heading', { name: "Can't reach Snug" })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(new SignInPage(page).heading).toBeVisible();
});
