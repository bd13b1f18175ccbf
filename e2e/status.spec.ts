import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

async function openStatus(page: Page) {
  await page.getByRole('button', { name: /^Your availability/ }).click();
  await page.getByRole('menuitem', { name: 'Set a status' }).click();
  return page.getByRole('dialog', { name: 'Status' });
}

test('a status shows beside the name, in the profile and in the list of people, until it is cleared', async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Pier', 'Boats');
  await ben.openRoom('Pier');
  await ben.sendMessage('Ahoy');
  const dialog = await openStatus(ben.page);
  await dialog.getByRole('button', { name: 'Save status' }).click();
  const text = dialog.getByRole('textbox', { name: 'What are you doing?' });
  await expect(text, 'an empty status').toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: 'Choose an emoji' }).click();
  await dialog.getByRole('searchbox', { name: 'Find an emoji' }).fill('sailboat');
  await ben.page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Choose an emoji' })).toHaveText('⛵');
  await expect(text).not.toHaveAttribute('aria-invalid', 'true');
  await text.fill('  Out on the water ');
  await dialog.getByLabel('Until').selectOption('4 hours');
  await expectNoViolations(ben.page, 'the dialog of a status');
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(dialog).toHaveCount(0);

  const emoji = ann.page.getByRole('log').getByRole('img', { name: 'Out on the water' });
  await expect(emoji).toHaveText('⛵');
  await ann.page.getByRole('log').getByRole('button', { name: 'Ben' }).click();
  const profile = ann.page.getByRole('dialog');
  await expect(profile).toContainText(/Out on the water.*until \d/);
  await ann.page.keyboard.press('Escape');
  await ann.page.getByRole('button', { name: 'People' }).click();
  await expect(profile.getByRole('listitem').filter({ hasText: 'Ben' })).toContainText('Out on the water');
  await ann.page.keyboard.press('Escape');

  await openStatus(ben.page);
  await expect(text).toHaveValue('Out on the water');
  await dialog.getByRole('button', { name: 'Clear status' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(emoji).toHaveCount(0);
});

test('a pause is a crescent for others, and the status of one person is in the header of the conversation', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Harbour', 'Boats');
  await ben.openRoom('Harbour');
  await ben.sendMessage('Ahoy');
  await ben.page.getByRole('button', { name: /^Your availability/ }).click();
  await ben.page.getByRole('menuitem', { name: 'Pause notifications' }).click();
  await ben.page.getByRole('menuitem', { name: '1 hour' }).click();
  await expect(ann.page.getByRole('log').getByRole('img', { name: 'Notifications paused' })).toBeVisible();

  const dialog = await openStatus(ben.page);
  await dialog.getByRole('button', { name: 'On holiday' }).click();
  await expect(dialog.getByRole('textbox', { name: 'What are you doing?' })).toHaveValue('On holiday');
  const time = dialog.getByLabel('Date and time');
  await time.fill('2020-01-01T10:00');
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(time).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Until', { exact: true }).selectOption('Until I change it');
  await dialog.getByRole('button', { name: 'Save status' }).click();
  await expect(dialog).toHaveCount(0);
  await ann.page.getByRole('log').getByRole('button', { name: 'Ben' }).click();
  await ann.page.getByRole('dialog').getByRole('button', { name: 'Message' }).click();
  await expect(ann.page.getByRole('main').getByText('On holiday')).toBeVisible();
  await expectNoViolations(ann.page, 'a direct conversation with a status');
});
