import type { Page } from '@playwright/test';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { scrollUp } from './scroll.ts';

/** Simulates another tab in front of this one. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(isHidden => {
    const state = isHidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}

test('unread messages are counted in the list and in the title until the room is visible', async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('First', 'One of two');
  await ann.createRoom('Second', 'The other');
  await ben.openRoom('First');
  await ben.joinRoom();
  await ann.sendMessage('Before Ben was here');
  await ben.openRoom('Second');
  await ben.joinRoom();
  await expect(ben.getArticle('Before Ben was here')).toBeVisible();
  await ben.openRoom('First');
  await expect(ben.page).toHaveTitle('First · Snug');

  await ann.sendMessage('One');
  await ann.sendMessage('Two');
  await expect(ben.getRoomLink('Second')).toHaveAccessibleName(/2 unread/);
  await expect(ben.getRoomLink('Second').getByText('2', { exact: true }), 'without "@"').toBeVisible();
  await expect(ben.page).toHaveTitle('(2) First · Snug');
  await ann.getArticle('One').getByRole('button', { name: 'Like' }).click();
  await ann.sendMessage('Three');
  await expect(ben.page).toHaveTitle('(3) First · Snug');
  await ben.page.reload();
  await expect(ben.page, 'after a reload').toHaveTitle('(3) First · Snug');

  // The shortcut loads when the page is idle.
  await expect(async () => {
    await ben.page.keyboard.press('Alt+Shift+ArrowDown');
    await expect(ben.page).toHaveTitle('Second · Snug', { timeout: 2_000 });
  }).toPass();
  const line = ben.page.getByRole('separator', { name: 'New messages' });
  await expect(line).toBeVisible();
  await expect(ben.getRoomLink('Second')).not.toHaveAccessibleName(/unread/);

  await setHidden(ben.page, true);
  await ann.sendMessage('While Ben looks elsewhere');
  await expect(ben.page).toHaveTitle('(1) Second · Snug');
  await setHidden(ben.page, false);
  await expect(ben.page).toHaveTitle('Second · Snug');

  await ben.getArticle('Two').click({ button: 'right' });
  await ben.page.getByRole('menuitem', { name: 'Mark unread from here' }).click();
  await expect(ben.page, 'two more, and the one that came while Ben looked elsewhere').toHaveTitle(
    '(3) Second · Snug',
  );
  await ben.page.reload();
  await expect(ben.page, 'opened again').toHaveTitle('Second · Snug');

  await ann.openRoom('First');
  await ann.sendMessage('Elsewhere');
  await expect(ben.getRoomLink('First')).toHaveAccessibleName(/unread/);
  await ben.page.getByRole('button', { name: 'Room list options' }).click();
  await ben.page.getByRole('menuitem', { name: 'Mark all as read' }).click();
  await expect(ben.getRoomLink('First')).not.toHaveAccessibleName(/unread/);
  await ben.page.reload();
  await expect(ben.getRoomLink('First')).toBeVisible();
  await expect(ben.getRoomLink('First'), 'after a reload').not.toHaveAccessibleName(/unread/);
});

test('new messages stay unread while scrolled up, and tabs share the read state', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben', { viewport: NARROW })];
  await ann.createRoom('Tabs', 'Two of them');
  await ben.openRoom('Tabs');
  await ben.joinRoom();
  for (const start of ['Long', 'Longer']) await ann.sendMessage(`${start}\n${'line\n'.repeat(60)}end`);
  await expect(ben.getArticle('Longer')).toBeAttached();
  await scrollUp(ben, 0.6);
  await ann.sendMessage('News');
  await expect(ben.page).toHaveTitle('(1) Tabs · Snug');
  const other = await ben.page.context().newPage();
  await other.goto('/');
  await expect(other).toHaveTitle('(1) Snug');
  await ben.jump.click();
  await expect(ben.page).toHaveTitle('Tabs · Snug');
  await expect(other).toHaveTitle('Snug');
});

test('a muted room shows a quiet "@" for a mention, and no number', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Quiet', 'Muted');
  const { roomId } = ann;
  await ann.createRoom('Other', 'Open');
  await ben.openRoom('Quiet');
  await ben.joinRoom();
  await ben.openRoom('Other');
  await ben.joinRoom();
  await ben.page.request.post('/api/set_room_options', { data: { roomId, muted: true } });
  const row = ben.getRoomLink('Quiet');
  await expect(row).toHaveAccessibleName(/^Quiet, muted/);
  const answer = await ben.page.request.get('/api/auth/get-session');
  const { user } = (await answer.json()) as { user: { id: string } };
  const mentions = [{ uid: user.id, start: 0, length: 4 }];
  await ann.page.request.post('/api/send_message', { data: { roomId, text: '@Ben look', mentions } });
  await expect(row).toHaveAccessibleName(/^Quiet, muted, 1 mention/);
  await expect(row.getByText('@', { exact: true })).toBeVisible();
  await expect(ben.page).toHaveTitle('Other · Snug');
  await ben.page.getByRole('button', { name: 'Room list options' }).press('Enter');
  await expect(ben.page.getByRole('menuitem', { name: 'Mark all as read' })).toBeVisible();
  await expectNoViolations(ben.page, 'a muted room with a mention, and the menu of the list');
  await ben.page.keyboard.press('ArrowDown');
  await ben.page.keyboard.press('Enter');
  await expect(row).not.toHaveAccessibleName(/mention/);
});
