import type { Locator } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const PHONE = { viewport: NARROW, hasTouch: true, isMobile: true };

async function openRowMenu({ page, rooms }: ChatPage, name: RegExp): Promise<Locator> {
  const menu = page.getByRole('menu', { name: 'Room options' });
  // Right clicks work when the page has been idle once.
  await expect(async () => {
    await rooms.getByRole('link', { name }).click({ button: 'right' });
    await expect(menu).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return menu;
}

async function choose(chat: ChatPage, name: RegExp, item: string): Promise<void> {
  await (await openRowMenu(chat, name)).getByRole('menuitem', { name: item, exact: true }).click();
}

async function chooseLevel(chat: ChatPage, name: RegExp, level: string): Promise<void> {
  await choose(chat, name, 'Notifications');
  const levels = chat.page.getByRole('menu', { name: 'Notifications' });
  await levels.getByRole('menuitemradio', { name: level, exact: true }).click();
  await expect(levels).toHaveCount(0);
}

function listOwn({ rooms }: ChatPage): Locator {
  return rooms.getByRole('list', { name: 'Your rooms' }).getByRole('link');
}

test('a favourite comes first and a muted room has no count, also after a reload', async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Orchard', 'Apples');
  await ben.openRoom('Orchard');
  await ann.createRoom('Kitchen', 'Soup');
  await expect(listOwn(ann).first()).toHaveAccessibleName(/^Kitchen/);
  await choose(ann, /^Orchard/, 'Add to favourites');
  await ann.composer.hover();
  await expect(listOwn(ann).first()).toHaveAccessibleName(/^Orchard, favourite/);

  await ben.sendMessage('Ripe');
  await expect(listOwn(ann).first()).toHaveAccessibleName(/1 unread/);
  await expect(ann.page).toHaveTitle(/^\(1\)/);
  await chooseLevel(ann, /^Orchard/, 'Nothing');
  await expect(listOwn(ann).first()).toHaveAccessibleName(/^Orchard, favourite, muted/);
  await expect(listOwn(ann).first()).not.toHaveAccessibleName(/unread/);
  await expect(ann.page).not.toHaveTitle(/^\(/);
  await expectNoViolations(ann.page, 'a favourite and muted room');
  await ann.page.reload();
  await expect(listOwn(ann).first()).toHaveAccessibleName(/^Orchard, favourite, muted/);

  await chooseLevel(ann, /^Orchard/, 'Mentions and replies');
  await expect(listOwn(ann).first()).not.toHaveAccessibleName(/muted/);
  await choose(ann, /^Orchard/, 'Mark as read');
  await expect(listOwn(ann).first()).not.toHaveAccessibleName(/unread/);
  await choose(ann, /^Orchard/, 'Remove from favourites');
  await expect(listOwn(ann).first()).not.toHaveAccessibleName(/favourite/);
});

test('a hidden conversation returns with its next message', { tag: '@detail' }, async ({ person }) => {
  const name = `Ben ${test.info().testId.slice(-8)}`;
  const [ann, ben] = [await person('Ann'), await person(name)];
  const session = await ben.page.request.get('/api/auth/get-session');
  const { user } = (await session.json()) as { user: { id: string } };
  const { origin } = new URL(ann.page.url());
  await sendCommand(origin, ann.page.context(), 'open_direct', { uids: [user.id] });
  const link = ann.rooms.getByRole('link', { name: new RegExp(`^${name}`) });
  await link.click();
  await ann.sendMessage('See you');
  const { roomId } = ann;
  await choose(ann, new RegExp(`^${name}`), 'Hide conversation');
  await expect(link).toHaveCount(0);
  await expect(ann.page).toHaveURL(/\/$/);
  await ann.page.reload();
  await expect(ann.rooms).toBeVisible();
  await expect(link).toHaveCount(0);
  await ben.page.goto(`/chat/${roomId}`);
  await ben.page.getByRole('button', { name: 'Accept', exact: true }).click();
  await ben.sendMessage('One more thing');
  await expect(link).toBeVisible();
});

test('a long press on a row opens its menu, and a drag or a tap does not', { tag: '@detail' }, async ({
  person,
}) => {
  const ann = await person('Ann', PHONE);
  await ann.createRoom('Porch', 'Swing');
  await ann.page.getByRole('link', { name: 'Back to rooms' }).click();
  const { page } = ann;
  const row = ann.rooms.getByRole('link', { name: /^Porch/ });
  const menu = page.getByRole('menu', { name: 'Room options' });
  // The menus load when the page is idle.
  await page.waitForLoadState('networkidle');
  const box = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });

  await touch('touchStart', [{ x, y }]);
  await touch('touchMove', [{ x, y: y + 40 }]);
  await page.waitForTimeout(700);
  await expect(menu).toHaveCount(0);
  await touch('touchEnd', []);

  await touch('touchStart', [{ x, y }]);
  await expect(menu).toBeVisible();
  await touch('touchEnd', []);
  await expect(menu).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await row.tap();
  await expect(ann.composer).toBeVisible();
});

test('the levels of a room are in its menu, for keys and for a direct conversation', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await ann.createRoom('Bakery', 'Bread');
  await page.request.post('/api/open_direct', { data: { uids: [] } });
  await page.getByRole('button', { name: 'Room options' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]'));
  await page.keyboard.press('n');
  await page.keyboard.press('ArrowRight');
  const levels = page.getByRole('menu', { name: 'Notifications' });
  const items = levels.getByRole('menuitemradio');
  await expect(items).toHaveText(['Everything', 'Mentions and replies', 'Nothing']);
  await expect(items.nth(1)).toBeChecked();
  await expect(items.first()).toBeFocused();
  await expectNoViolations(page, 'the levels of a room');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Room options' })).toBeFocused();

  await openRowMenu(ann, /^Bakery/);
  await page.getByRole('menuitem', { name: 'Notifications' }).click();
  await expect(items.first()).toBeChecked();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await openRowMenu(ann, /^Notes to self/);
  await page.getByRole('menuitem', { name: 'Notifications' }).click();
  await expect(items).toHaveText(['Everything', 'Nothing']);
  await expect(items.first()).toBeChecked();
});
