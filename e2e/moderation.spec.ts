import type { Locator } from '@playwright/test';
import type { CommandOutput } from '@snug/protocol';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { expectNoViolations } from './axe.ts';
import { createEmail, expect, test } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';

const REMOVED = 'Removed by an admin';

/** A program opens the room, and the page shows it. */
async function openDirect({ page }: ChatPage, name: string): Promise<string> {
  const { origin } = new URL(page.url());
  const run = (command: string, input: object) => sendCommand(origin, page.context(), command, input);
  const { people } = (await run('find_people', { text: name })) as CommandOutput<'find_people'>;
  const uids = people.map(({ uid }) => uid);
  const { room } = (await run('open_direct', { uids })) as CommandOutput<'open_direct'>;
  await page.goto(`/chat/${room.id}`);
  return room.id;
}

async function openMenuItem({ page }: ChatPage, row: Locator, name: string): Promise<Locator> {
  await row.hover();
  await row.getByRole('button', { name: 'More' }).click();
  return page.getByRole('menuitem', { name, exact: true });
}

test('a reported message reaches the workspace admin, who removes it and closes the report', {
  tag: '@own-server',
}, async ({ person, server }) => {
  const [ann, ben, wanda] = [await person('Ann'), await person('Ben'), await person('Wanda')];
  await ann.createRoom('Market', 'Say hello');
  await ben.openRoom('Market');
  await ben.sendMessage('Buy this');
  const row = ann.getArticle('Buy this');
  await expect(await openMenuItem(ann, row, 'Copy text')).toBeVisible();
  await expect(ann.page.getByRole('menuitem', { name: 'Report' }), 'nobody would read it').toHaveCount(0);
  await runAdmin(server, 'grant', createEmail('Wanda'));
  await ann.page.reload();
  await (await openMenuItem(ann, row, 'Report')).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Report this message?' });
  await dialog.getByLabel('Reason (optional)').fill('This is advertising');
  await expectNoViolations(ann.page, 'the report dialog');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(ann.page.getByRole('status').filter({ hasText: 'Message has been reported' })).toBeVisible();

  await wanda.page.goto('/admin');
  await wanda.page.getByRole('link', { name: /^Reports 1 open report$/ }).click();
  const reports = wanda.page.getByRole('table', { name: 'Reports' });
  const report = reports.getByRole('row').filter({ hasText: 'This is advertising' });
  await expect(report).toContainText('Buy this');
  await expect(report.getByRole('link', { name: 'Market' })).toBeVisible();
  await expectNoViolations(wanda.page, 'the reports');
  await report.getByRole('button', { name: 'Manage Ben' }).click();
  const people = wanda.page.getByRole('dialog', { name: /^People in/ });
  await expect(people.getByRole('button', { name: 'Manage Ben' })).toBeVisible();
  await wanda.page.keyboard.press('Escape');
  await report.getByRole('button', { name: 'Remove message' }).click();
  const question = wanda.page.getByRole('alertdialog', { name: 'Remove this message?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  for (const chat of [ann, ben]) {
    await expect(chat.getArticle(REMOVED)).toBeVisible();
    await expect(chat.getArticle('Buy this')).toHaveCount(0);
  }
  await report.getByRole('button', { name: 'Close report' }).click();
  await expect(wanda.page.getByText('No open reports.')).toBeVisible();
  await ben.page.reload();
  await expect(ben.getArticle(REMOVED)).toBeVisible();
});

test('an admin removes a message by keyboard, and its line stays without actions', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Library', 'Quiet');
  await ben.openRoom('Library');
  await ben.sendMessage('Very loud');
  const row = ann.getArticle('Very loud');
  await expect(row.locator('time').first()).toBeAttached();
  await ann.composer.press('Shift+Tab');
  await ann.page.keyboard.press('Shift+Tab');
  await expect(row).toBeFocused();
  const item = ann.page.getByRole('menuitem', { name: 'Remove message' });
  // The page loads the menu's key when it is idle.
  await expect(async () => {
    await ann.page.keyboard.press('Shift+F10');
    await expect(item).toBeVisible({ timeout: 2000 });
  }).toPass();
  await ann.page.keyboard.press('End');
  await expect(item, 'the last entry').toBeFocused();
  await ann.page.keyboard.press('Enter');
  const question = ann.page.getByRole('alertdialog', { name: 'Remove this message?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await ann.page.keyboard.press('Tab');
  await ann.page.keyboard.press('Enter');
  const line = ann.getArticle(REMOVED);
  await expect(line).toBeFocused();
  await expect(line.getByRole('button')).toHaveCount(0);
  await expect(ann.getRoomLink('Library')).not.toContainText('Very loud');
  await expectNoViolations(ann.page, 'a removed message');
  await ben.getArticle(REMOVED).hover();
  await expect(ben.getArticle(REMOVED).getByRole('button')).toHaveCount(0);
});

test('an admin decides whether members invite to an open room', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Orchard', 'Apples');
  await ben.openRoom('Orchard');
  const edit = ann.page.getByRole('button', { name: 'Admin: edit room' });
  await edit.click();
  const dialog = ann.page.getByRole('dialog', { name: 'Edit Room' });
  const box = dialog.getByRole('checkbox', { name: 'Members may invite people' });
  await expect(box).toBeChecked();
  await box.click();
  await expect(box).not.toBeChecked();
  await expectNoViolations(ann.page, 'the dialog to edit a room');
  await ben.page.getByRole('button', { name: /^People/ }).click();
  const people = ben.page.getByRole('dialog', { name: /^People in/ });
  await expect(people.getByRole('searchbox')).toBeVisible();
  await expect(people.getByRole('button', { name: 'Invite people' })).toHaveCount(0);
});

test('a workspace admin who joins a direct room by the command line shows up with the reason, and can leave', {
  tag: ['@detail', '@own-server'],
}, async ({ person, server }) => {
  const [ann, wanda] = [await person('Ann'), await person('Wanda')];
  await person('Ben');
  const roomId = await openDirect(ann, 'Ben');
  await ann.sendMessage('Between us');
  await runAdmin(server, 'grant', createEmail('Wanda'));
  await runAdmin(server, 'join', `${server.url}/chat/${roomId}`, '--reason', 'Ben asked for help');
  const line = ann.getArticle('Wanda joined as a workspace admin: Ben asked for help');
  await expect(line).toBeVisible();
  await expect(line.getByRole('button')).toHaveCount(0);
  await line.hover();
  await expect(line.getByRole('button')).toHaveCount(0);
  await expect(ann.rooms.getByRole('link', { name: 'Ben' }), 'not a message of Ben').toContainText('Wanda');
  await expectNoViolations(ann.page, 'the notice');
  await ann.page.getByRole('button', { name: 'People', exact: true }).click();
  const people = ann.page.getByRole('dialog', { name: 'People in Ben' });
  await expect(people.getByRole('listitem')).toHaveCount(3);

  await wanda.page.goto(`/chat/${roomId}`);
  await expect(wanda.getArticle('Between us')).toBeVisible();
  await wanda.page.getByRole('button', { name: 'Room options' }).click();
  await wanda.page.getByRole('menuitem', { name: 'Leave room' }).click();
  await wanda.page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(wanda.articles).toHaveCount(0);
  await ann.page.keyboard.press('Escape');
  await ann.page.getByRole('button', { name: 'People', exact: true }).click();
  await expect(people.getByRole('listitem')).toHaveCount(2);
});
