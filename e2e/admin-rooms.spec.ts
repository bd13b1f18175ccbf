import type { Locator } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW, WIDE } from '@snug/testkit/browser/viewports.ts';
import { expectAccessible, expectNoViolations } from './axe.ts';
import { createEmail, expect, test } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';
import { findSmallTargets } from './touch-targets.ts';

function getRows({ page }: ChatPage): Locator {
  return page.getByRole('table', { name: 'Rooms' }).locator('tbody').getByRole('row');
}

function getRow(wanda: ChatPage, name: string): Locator {
  return getRows(wanda).filter({ hasText: name });
}

async function createRooms({ page }: ChatPage, url: string, ...names: string[]): Promise<void> {
  for (const name of names)
    await sendCommand(url, page.context(), 'create_room', { name, description: 'A room' });
}

async function chooseFromMenu({ page }: ChatPage, button: Locator, item: string): Promise<void> {
  await button.click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('a workspace admin adds, silences, bans and removes people of a room that they never joined', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [ann, ben, wanda] = [await person('Ann'), await person('Ben'), await person('Wanda')];
  await ann.createRoom('Garden', 'Green');
  await runAdmin(server, 'grant', createEmail('Wanda'));
  await wanda.page.goto('/admin');
  const { page } = wanda;
  await getRow(wanda, 'Garden').getByRole('button', { name: 'People in Garden' }).click();
  const people = page.getByRole('dialog', { name: 'People in Garden' });
  await people.getByRole('button', { name: 'Add people' }).click();
  const adding = page.getByRole('dialog', { name: 'Add people' });
  await adding.getByRole('searchbox').fill('Ben');
  await adding.getByRole('button', { name: 'Add Ben' }).click();
  await expect(ben.getRoomLink('Garden')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(adding).toBeHidden();

  const manage = people.getByRole('button', { name: 'Manage Ben' });
  await chooseFromMenu(wanda, manage, 'Silence');
  await page.getByRole('dialog', { name: 'Silence Ben' }).getByRole('button', { name: 'Silence' }).click();
  await expect(page.getByText('Ben has been silenced')).toBeVisible();
  await chooseFromMenu(wanda, manage, 'End silence');
  await expect(page.getByText('Ben can write again')).toBeVisible();
  await chooseFromMenu(wanda, manage, 'Remove from room');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Ben has been removed')).toBeVisible();
  await ben.openRoom('Garden');
  await ben.sendMessage('Back again');
  await chooseFromMenu(wanda, manage, 'Make admin');
  await expect(ben.page.getByRole('button', { name: 'Admin: edit room' })).toBeVisible();
  await chooseFromMenu(wanda, manage, 'Remove admin');
  await expect(ben.page.getByRole('button', { name: 'Admin: edit room' })).toBeHidden();
  await chooseFromMenu(wanda, manage, 'Ban');
  await page.getByRole('dialog', { name: 'Ban Ben' }).getByRole('button', { name: 'Ban' }).click();
  await expect(ben.page.getByRole('heading', { name: /not found$/ })).toBeVisible();
  await chooseFromMenu(wanda, manage, 'Unban');
  await expect(page.getByText('Ben is no longer banned')).toBeVisible();
});

test('a workspace admin edits, archives, reopens and deletes a room, and the table shows it', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [ann, wanda] = [await person('Ann'), await person('Wanda')];
  await createRooms(ann, server.url, 'Garden');
  await runAdmin(server, 'grant', createEmail('Wanda'));
  await wanda.page.goto('/admin');
  const { page } = wanda;
  await getRow(wanda, 'Garden').getByRole('button', { name: 'Edit Garden' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Room' });
  await edit.getByRole('button', { name: 'Edit name' }).click();
  await edit.getByRole('textbox', { name: 'Name' }).fill('Orchard');
  await edit.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Successfully updated')).toBeVisible();
  await edit.getByRole('button', { name: 'Close' }).click();
  const row = getRow(wanda, 'Orchard');
  const options = row.getByRole('button', { name: 'Options of Orchard' });
  await expect(options).toBeVisible();
  await chooseFromMenu(wanda, options, 'Archive room');
  await expect(row).toContainText('Archived');
  await expect(row.getByRole('button', { name: /^Invite/ })).toHaveCount(0);
  await chooseFromMenu(wanda, options, 'Unarchive room');
  await expect(row).not.toContainText('Archived');
  await chooseFromMenu(wanda, options, 'Delete room');
  const dialog = page.getByRole('dialog', { name: 'Delete Orchard?' });
  await dialog.getByRole('textbox').fill('Orchard');
  await dialog.getByRole('button', { name: 'Delete room' }).click();
  await expect(page.getByText('Open rooms appear here.')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
});

test('a workspace admin invites to a room that they never joined', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [ann, ben, wanda] = [await person('Ann'), await person('Ben'), await person('Wanda')];
  await createRooms(ann, server.url, 'Garden');
  await runAdmin(server, 'grant', createEmail('Wanda'));
  await wanda.page.goto('/admin');
  await getRow(wanda, 'Garden').getByRole('button', { name: 'Invite people to Garden' }).click();
  const dialog = wanda.page.getByRole('dialog', { name: 'Invite people' });
  const link = dialog.getByRole('textbox', { name: 'Invitation link' });
  await expect(link).toHaveValue(/\/invite\/[\w-]{43}$/);
  await expectNoViolations(wanda.page, 'an invitation at /admin');
  await ben.page.goto(new URL(await link.inputValue()).pathname);
  const question = ben.page.getByRole('alertdialog', { name: 'Join Garden?' });
  await expect(question).toContainText('Wanda invites you.');
});

test('private rooms have no names at /admin, and direct ones are a number', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [ann, wanda] = [await person('Ann'), await person('Wanda')];
  const run = (command: string, input: object) => sendCommand(server.url, ann.page.context(), command, input);
  const board = { name: 'Board', kind: 'private', description: 'A room' };
  const { room } = (await run('create_room', board)) as { room: { id: string } };
  await run('open_direct', { uids: [] });
  await runAdmin(server, 'grant', createEmail('Wanda'));
  const { page } = wanda;
  await page.goto('/admin');
  await expect(page.getByText('Open rooms appear here.')).toBeVisible();
  const show = page.getByRole('combobox', { name: 'Show' });
  await show.selectOption('Private rooms');
  await expect(getRows(wanda)).toHaveText([new RegExp(`^${room.id}1just now`)]);
  await expect(page.getByText('There is 1 direct conversation.')).toBeVisible();
  await expect(page.getByText('Board')).toHaveCount(0);
  await expectAccessible(page, 'private rooms at /admin');
  await page.reload();
  await expect(getRows(wanda), 'the address keeps the kind').toHaveCount(1);
  await show.focus();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Open rooms appear here.')).toBeVisible();
});

test('rooms are sorted by a press on a head, found by name, and selected by keys', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const wanda = await person('Wanda');
  const { page } = wanda;
  await createRooms(wanda, server.url, 'Cellar', 'Attic', 'Barn');
  await runAdmin(server, 'grant', createEmail('Wanda'));
  await page.goto('/admin');
  await expect(getRows(wanda)).toHaveText([/^Barn/, /^Attic/, /^Cellar/]);
  const head = page.getByRole('columnheader', { name: 'Room' });
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await head.getByRole('button').click();
  await expect(getRows(wanda)).toHaveText([/^Attic/, /^Barn/, /^Cellar/]);
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await head.getByRole('button').press('Enter');
  await expect(getRows(wanda)).toHaveText([/^Cellar/, /^Barn/, /^Attic/]);
  await page.reload();
  await expect(getRows(wanda), 'the address keeps the order').toHaveText([/^Cellar/, /^Barn/, /^Attic/]);

  const search = page.getByRole('searchbox', { name: 'Find a room' });
  await search.fill('at');
  await expect(getRows(wanda)).toHaveText([/^Attic/]);
  await search.fill('nowhere');
  await expect(page.getByText('No open room has this name.')).toBeVisible();
  await search.fill('');
  await expect(getRows(wanda)).toHaveCount(3);
  await search.press('ArrowDown');
  await expect(getRow(wanda, 'Cellar')).toBeFocused();
  await expectNoViolations(page, 'a selected room');
  await page.keyboard.press('ArrowDown');
  await expect(getRow(wanda, 'Barn')).toBeFocused();
  await page.keyboard.press('End');
  await expect(getRow(wanda, 'Attic')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Edit Attic' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(getRow(wanda, 'Barn')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Barn', level: 1 })).toBeVisible();
});

test('on a phone, rooms are cards with "Sort by", and every control is large enough', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const wanda = await person('Wanda', { viewport: NARROW, hasTouch: true, isMobile: true });
  const { page } = wanda;
  await createRooms(wanda, server.url, 'Attic', 'Cellar');
  await runAdmin(server, 'grant', createEmail('Wanda'));
  await page.goto('/admin');
  await expect(getRows(wanda)).toHaveText([/^Cellar/, /^Attic/]);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Room, A to Z');
  await expect(getRows(wanda)).toHaveText([/^Attic/, /^Cellar/]);
  await expectNoViolations(page, 'the cards of rooms');
  expect(await findSmallTargets(page)).toEqual([]);
  for (const width of [320, 375, 640]) {
    await page.setViewportSize({ width, height: 800 });
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(excess, `px too wide at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(WIDE);
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeHidden();
});
