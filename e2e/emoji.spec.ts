import type { Locator, Page } from '@playwright/test';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { createPng } from './emoji-pictures.ts';
import { createEmail, expect, test } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';

async function openPicker({ page }: ChatPage, article: Locator): Promise<Locator> {
  await article.hover();
  await article.getByRole('button', { name: 'Add reaction' }).click();
  return page.getByRole('dialog', { name: 'Emoji' });
}

const getEmoji = (page: Page | Locator, name: string): Locator =>
  page.getByRole('img', { name: `:${name}:`, exact: true });

test('a person adds an emoji from the picker, and everyone sees it in texts and as a reaction until it is deleted', {
  tag: '@own-server',
}, async ({ person, server }) => {
  const [ann, ben, wanda] = [await person('Ann'), await person('Ben'), await person('Wanda')];
  await runAdmin(server, 'grant', createEmail('Wanda'));
  await ann.createRoom('Parade', 'Pictures of our own');
  await ben.openRoom('Parade');
  await ann.sendMessage('Look at this');

  const article = ann.getArticle('Look at this');
  const picker = await openPicker(ann, article);
  await expect(picker).toContainText('Add the first emoji of Snug.');
  await picker.getByRole('button', { name: 'Add emoji' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Add emoji' });
  await dialog.getByLabel('Choose a picture').setInputFiles(createPng('Red Kite.png', [220, 60, 40]));
  await expect(dialog.getByRole('group', { name: 'Preview' }).locator('img')).toHaveCount(4);
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('red_kite');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Red Kite');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/small letters/);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('red-kite');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog).toHaveCount(0);

  await ann.composer.fill('');
  await ann.composer.pressSequentially('It flies :red-k');
  await expect(ann.page.getByRole('listbox', { name: 'Emoji' }).getByRole('option')).toHaveText(/:red-kite:/);
  await ann.page.keyboard.press('Enter');
  await expect(ann.composer).toHaveValue('It flies :red-kite: ');
  await ann.composer.pressSequentially('but not `:red-kite:`');
  await ann.page.keyboard.press('Enter');
  const received = ben.getArticle('It flies');
  await expect(getEmoji(received, 'red-kite')).toHaveCount(1);
  await expect(received.locator('code')).toHaveText(':red-kite:');
  await expect(getEmoji(received, 'red-kite')).toHaveJSProperty('offsetWidth', 22);
  await expect(getEmoji(ben.rooms, 'red-kite')).toHaveCount(1);
  await ann.sendMessage(':red-kite:');
  const alone = ben.page.getByRole('article').last();
  await expect(getEmoji(alone, 'red-kite')).toHaveJSProperty('offsetWidth', 40);

  await ben.page.getByRole('button', { name: /^Your availability/ }).click();
  await ben.page.getByRole('menuitem', { name: 'Set a status' }).click();
  const status = ben.page.getByRole('dialog', { name: 'Status' });
  await status.getByRole('button', { name: 'Choose an emoji' }).click();
  await status.getByRole('gridcell', { name: 'red-kite' }).first().click();
  await status.getByRole('button', { name: 'Save status' }).click();
  await expect(status).toHaveCount(0);
  await ben.sendMessage('From the ground');
  await expect(getEmoji(ann.getArticle('From the ground'), 'red-kite').first()).toBeVisible();

  const theirs = await openPicker(ben, received);
  await theirs.getByRole('searchbox').fill('kite');
  await expect(theirs.getByText('Results')).toBeVisible();
  await theirs.getByRole('gridcell', { name: 'red-kite' }).click();
  const chip = ann.getArticle('It flies').getByRole('button', { name: 'red-kite, 1 person' });
  await expect(getEmoji(chip, 'red-kite')).toBeVisible();
  await chip.hover();
  await expect(ann.page.getByRole('tooltip')).toContainText('Ben');
  await expect(getEmoji(ann.page.getByRole('tooltip'), 'red-kite')).toBeVisible();

  await wanda.page.goto('/admin/emoji');
  const table = wanda.page.getByRole('table', { name: 'Emoji' });
  await table.getByRole('button', { name: 'Delete red-kite' }).click();
  await expect(getEmoji(received, 'red-kite')).toHaveCount(0);
  await expect(received.locator('[data-words]')).toHaveText('It flies :red-kite: but not :red-kite:');
  await expect(ben.page.getByRole('button', { name: 'red-kite, 1 person' })).toBeVisible();
  await table.getByRole('button', { name: 'Restore red-kite' }).click();
  await expect(getEmoji(received, 'red-kite').first()).toBeVisible();
  await ben.page.reload();
  await expect(getEmoji(ben.getArticle('It flies'), 'red-kite').first()).toBeVisible();
});
