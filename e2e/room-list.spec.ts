import type { Page } from '@playwright/test';
import { populate } from '@snug/server/app/seed/bulk.ts';
import { openDatabase } from '@snug/server/db/open.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';
import type { Server } from './server.ts';

const ROOMS = 3_000;
const MAX_NODES = 600;

async function populateRooms(server: Server): Promise<void> {
  await server.end('SIGTERM');
  const db = openDatabase(server.data);
  await populate(db, { users: 20, rooms: ROOMS, messages: ROOMS }, () => undefined);
  await db.destroy();
  await server.start();
}

/** The number of DOM nodes in the sidebar. */
function countSidebarNodes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const list = document.querySelector('nav[aria-label="Rooms"]');
    return list?.parentElement?.querySelectorAll('*').length ?? 0;
  });
}

/** The index of the focused row. */
function readFocusedPosition({ page }: ChatPage): Promise<number> {
  return page.evaluate(() => Number(document.activeElement?.closest('li')?.getAttribute('aria-posinset')));
}

test('a list of 3,000 rooms renders only a part, supports keys, and counts unread messages', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  await populateRooms(server);
  const [ann, ben] = [await person('Ann', { viewport: { width: 1440, height: 2_000 } }), await person('Ben')];
  const links = ann.rooms.getByRole('link');
  await expect(links.first()).toBeVisible();
  expect(await countSidebarNodes(ann.page)).toBeLessThanOrEqual(MAX_NODES);

  await test.step('the list is one tab stop, and arrow keys move in it', async () => {
    expect(await ann.rooms.locator('a:not([tabindex="-1"])').count()).toBe(1);
    await ann.rooms.getByRole('button', { name: 'Other open rooms' }).focus();
    await ann.page.keyboard.press('Tab');
    await expect.poll(() => readFocusedPosition(ann)).toBe(1);
    await ann.page.keyboard.press('ArrowDown');
    await expect.poll(() => readFocusedPosition(ann)).toBe(2);
    await ann.page.keyboard.press('End');
    await expect.poll(() => readFocusedPosition(ann)).toBeGreaterThanOrEqual(50);
    // The next page loads meanwhile.
    await expect
      .poll(async () => {
        await ann.page.keyboard.press('End');
        return readFocusedPosition(ann);
      })
      .toBeGreaterThan(250);
    await expect(ann.page.locator(':focus')).toBeInViewport();
    expect(await countSidebarNodes(ann.page)).toBeLessThanOrEqual(MAX_NODES);
    await ann.page.keyboard.press('Home');
    await expect.poll(() => readFocusedPosition(ann)).toBe(1);
    await expect(ann.page.locator(':focus')).toBeInViewport();
  });

  const read = await test.step('a room far down opens by its name and by its link', async () => {
    await ann.page.keyboard.press('Control+k');
    await expect(ann.page.getByRole('textbox', { name: 'Find a room' })).toBeFocused();
    await ann.page.keyboard.type('2871 bulk');
    await ann.page.keyboard.press('Enter');
    await expect(ann.page.getByRole('heading', { name: 'Bulk room 2871' })).toBeVisible();
    await ann.page.getByRole('button', { name: 'Join room' }).click();
    return ann.page.url();
  });

  await test.step('messages count as unread after the reader has left the room', async () => {
    await expect(ann.page).toHaveTitle('Bulk room 2871 · Snug');
    await links.nth(3).click();
    await expect(ann.page).not.toHaveTitle(/2871/);
    // Under a pointer, or scrolled, the list would keep its order. The click may have scrolled it.
    await ann.page.mouse.move(900, 400);
    await ann.rooms.evaluate(list => list.scrollTo(0, 0));
    await ben.page.goto(read);
    await ben.sendMessage('Far down');
    await expect(ann.page).toHaveTitle(/^\(1\)/);
    await expect(ann.rooms.getByRole('link', { name: /^Bulk room 2871/ })).toHaveAccessibleName(/1 unread/);
    await ann.page.goto(read);
    await expect(ann.page).toHaveTitle('Bulk room 2871 · Snug');
  });
});

test('the list keeps its order under a pointer, and its position while scrolling', {
  tag: ['@own-server', '@detail'],
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  for (const name of ['One', 'Two', 'Three']) await ben.createRoom(name, 'A room');
  const names = () => ann.rooms.getByRole('link').allInnerTexts();
  const order = async () => (await names()).map(text => text.split('\n')[0]);
  await expect.poll(order).toEqual(['Three', 'Two', 'One']);
  await ann.rooms.getByRole('link').nth(2).hover();
  await ben.openRoom('One');
  await ben.sendMessage('News');
  await expect(ann.getRoomLink('One'), 'the preview changes').toContainText('News');
  expect(await order()).toEqual(['Three', 'Two', 'One']);
  await ann.page.mouse.move(900, 400);
  await expect.poll(order).toEqual(['One', 'Three', 'Two']);
});

test('a phone lists many rooms, and finds one by arrow keys and prefix', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  await populateRooms(server);
  const ann = await person('Ann', { viewport: NARROW });
  await expect(ann.rooms.getByRole('link').first()).toBeVisible();
  expect(await countSidebarNodes(ann.page)).toBeLessThanOrEqual(MAX_NODES);
  await ann.page.getByRole('button', { name: 'Join conversation' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Join conversation' });
  await dialog.getByRole('textbox', { name: 'Find a room' }).fill('bulk room 29');
  const options = dialog.getByRole('option');
  await expect(options.first()).toHaveText('Bulk room 29');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await ann.page.keyboard.press('ArrowDown');
  const second = (await options.nth(1).innerText()).trim();
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  const before = await options.count();
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => options.count()).toBeGreaterThan(before);
  await dialog.getByRole('textbox', { name: 'Find a room' }).press('Enter');
  await expect(ann.page.getByRole('heading', { name: second })).toBeVisible();
});
