import { expectNoViolations } from './axe.ts';
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
