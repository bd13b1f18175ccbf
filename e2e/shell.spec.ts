import type { Locator, Page } from '@playwright/test';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { expectAccessible } from './axe.ts';
import { expect, test } from './fixtures.ts';

async function readWidth(locator: Locator): Promise<number> {
  return Math.round((await locator.boundingBox())?.width ?? 0);
}

async function expectOneTitle(page: Page, title: string): Promise<void> {
  await expect(page.locator('h1:visible')).toHaveText([title]);
}

test('an unknown path shows a notice with a link back', { tag: '@detail' }, async ({ person, server }) => {
  const ann = await person('Ann');
  const { page } = ann;
  for (const path of ['/nowhere', '/chat', '/chat/one/two']) {
    await page.goto(path);
    await expectOneTitle(page, 'Page not found');
  }
  expect((await page.request.get(`${server.url}/nowhere`)).status()).toBe(404);
  await expectAccessible(page, 'not found');
  await page.getByRole('link', { name: 'Go to your rooms' }).click();
  await expect(ann.rooms).toBeVisible();
  await expectOneTitle(page, 'Snug');

  await page.goto('/chat/none');
  await expectOneTitle(page, 'Chat none not found');
  await page.getByRole('link', { name: 'Go to your rooms' }).click();
  await expect(page).toHaveURL('/');
});

test('landmarks: the open room is the main part, and the list of rooms lies outside', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await expectOneTitle(page, 'Snug');
  await ann.createRoom('Landmarks', 'Where is what');
  await ann.sendMessage('Past the list');
  const main = page.getByRole('main');
  await expectOneTitle(page, 'Landmarks');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Landmarks');
  await expect(main.getByRole('navigation')).toHaveCount(0);
  await expect(ann.rooms).toBeVisible();

  const skip = page.getByRole('link', { name: 'Skip to conversation' });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(ann.composer).toBeFocused();
  await page.goto('/');
  await expect(ann.getRoomLink('Landmarks')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(skip, 'the first tab stop').toBeFocused();
});

test('pointer and keys change the width of the list, and a reload keeps it', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  const edge = page.getByRole('separator', { name: 'Width of the room list' });
  await expect(edge).toHaveAttribute('aria-valuenow', '480');
  const third = await readWidth(ann.rooms);
  const box = await edge.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 5, 400);
  await page.mouse.down();
  await page.mouse.move(400, 420, { steps: 4 });
  await page.mouse.move(320, 420, { steps: 4 });
  await page.mouse.up();
  await expect(edge).toHaveAttribute('aria-valuenow', '320');
  expect(await readWidth(ann.rooms)).toBe(third - 160);
  await page.mouse.move(900, 400);
  await expect(edge, 'after the pointer is released').toHaveAttribute('aria-valuenow', '320');

  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', '336');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await expect(edge).toHaveAttribute('aria-valuenow', '240');
  await page.keyboard.press('End');
  await expect(edge).toHaveAttribute('aria-valuenow', '720');
  await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', '704');

  await page.reload();
  await expect(edge, 'after a reload').toHaveAttribute('aria-valuenow', '704');
  expect(await readWidth(ann.rooms)).toBe(third + 224);
  await edge.dblclick();
  await expect(edge).toHaveAttribute('aria-valuenow', '480');
  expect(await readWidth(ann.rooms)).toBe(third);
});

test('up to 992 px there is one pane, and two from 993', async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Panes', 'One or two');
  const edge = page.getByRole('separator', { name: 'Width of the room list' });
  for (const [width, panes] of [
    [992, 1],
    [993, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByRole('heading', { name: 'Panes' })).toBeVisible();
    await expect(ann.rooms).toBeVisible({ visible: panes === 2 });
    await expect(edge).toBeVisible({ visible: panes === 2 });
  }
});

/** Records all texts of the status bar, in order. */
async function recordStatus(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const statuses: string[] = [];
    Object.assign(globalThis, { statuses });
    new MutationObserver(() => {
      const words = document.querySelector('output')?.textContent ?? '';
      if (words !== statuses.at(-1)) statuses.push(words);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { statuses: string[] }).statuses);
}

test('without a network, the page is offline at once and counts unsent messages', async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Tunnel', 'No network');
  const readStatuses = await recordStatus(page);
  await page.reload();
  await expect(ann.composer).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText("You're offline. Messages will be sent when you're back.")).toBeVisible();
  expect((await readStatuses()).filter(Boolean)[0], 'before the connection times out').toBe(
    "You're offline. Messages will be sent when you're back.",
  );
  await page.context().setOffline(false);
  await expect(page.getByText("You're offline.")).toBeHidden();
});

test('theme, width of the list and its collapsed parts are the same in every tab', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('In two tabs', 'Settings');
  const tab = await ann.page.context().newPage();
  await tab.goto(ann.page.url());
  const pages = [ann.page, tab];
  const edges = pages.map(page => page.getByRole('separator', { name: 'Width of the room list' }));
  const [edge = ann.page.locator('never'), otherEdge = edge] = edges;
  await expect(otherEdge).toBeVisible();
  await edge.press('ArrowLeft');
  await expect(otherEdge).toHaveAttribute('aria-valuenow', '464');
  const width = await readWidth(ann.rooms);
  await expect.poll(() => readWidth(tab.getByRole('navigation', { name: 'Rooms' }))).toBe(width);

  const part = (page: Page) => page.getByRole('button', { name: 'Your rooms', exact: true });
  await part(tab).click();
  await expect(part(ann.page)).toHaveAttribute('aria-expanded', 'false');

  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  await dashboard.dialog.getByText('Dark', { exact: true }).click();
  await expect(tab.locator('html')).toHaveAttribute('data-theme', 'dark');
});
