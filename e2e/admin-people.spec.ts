import { getNotices } from './account-notices.ts';
import { expectAccessible, expectNoViolations } from './axe.ts';
import { createEmail, expect, test } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';

test('a workspace admin suspends a person, whose pages sign out at once, and ends that', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const [ben, wanda] = [await person('Ben'), await person('Wanda')];
  await runAdmin(server, 'grant', createEmail('Wanda'));
  await wanda.page.goto('/admin/people');
  const { page } = wanda;
  const row = page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: 'Ben' });
  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Manage Ben' }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  await choose('Show in audit log');
  await expect(page.getByRole('combobox', { name: 'By' }).locator('option:checked')).toHaveText('Ben');
  await expect(page.getByText('No entry matches these filters.')).toBeVisible();
  await page.goBack();
  await choose('Make workspace admin');
  await expect(row).toContainText('Workspace admin');
  await choose('Remove as workspace admin');
  await expect(row).not.toContainText('Workspace admin');
  await choose('Suspend');
  const question = page.getByRole('alertdialog', { name: 'Suspend Ben?' });
  await expectNoViolations(page, 'the question before a suspension');
  await question.getByRole('button', { name: 'Suspend' }).click();
  await expect(row).toContainText('Suspended');
  await expect(ben.page.getByRole('heading', { name: 'Sign in to Snug' })).toBeVisible();
  await expectNoViolations(page, 'the people at /admin');
  await choose('End suspension');
  await expect(row).not.toContainText('Suspended');
});

test('a workspace admin creates a recovery link, which is shown once', {
  tag: ['@own-server', '@detail'],
}, async ({ person, visitor, server }) => {
  const [ben, wanda] = [await person('Ben'), await person('Wanda')];
  await runAdmin(server, 'grant', createEmail('Wanda'));
  const { page } = wanda;
  await page.goto('/admin/people');
  const row = page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: 'Ben' });
  await row.getByRole('button', { name: 'Manage Ben' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Recovery link' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Recovery link for Ben' });
  await expectAccessible(page, 'before a recovery link');
  await dialog.getByRole('button', { name: 'Create recovery link' }).press('Enter');
  const link = dialog.getByRole('textbox', { name: 'Recovery link' });
  await expect(link).toHaveAccessibleDescription(/It works once, until .* isn't shown again/);
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await expectAccessible(page, 'a created recovery link');
  const path = new URL(await link.inputValue()).pathname;
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(row.getByRole('button', { name: 'Manage Ben' })).toBeFocused();
  await expect(getNotices(ben.page)).toBeVisible();
  const elsewhere = await visitor();
  await elsewhere.goto(path);
  await elsewhere.getByLabel('New password', { exact: true }).fill('another good password');
  await elsewhere.getByRole('button', { name: 'Set password' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  await expect(ben.page.getByRole('heading', { name: 'Sign in to Snug' })).toBeVisible();
});
