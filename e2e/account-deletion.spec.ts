import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { expectAccessible } from './axe.ts';
import { createEmail, expect, PASSWORD, test } from './fixtures.ts';

test('a person deletes their account by keyboard, and their messages stay or go', async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ben.createRoom('Garden', 'Green');
  await ann.openRoom('Garden');
  await ann.sendMessage('Good-bye');
  await expect(ben.getArticle('Good-bye')).toBeVisible();
  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  await dashboard.getButton('Delete account').press('Enter');
  const dialog = ann.page.getByRole('dialog', { name: 'Delete account' });
  await expect(dialog.getByRole('radio', { name: 'Keep them' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Keep them' }).press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Erase them' })).toBeChecked();
  const password = dialog.getByLabel('Current password', { exact: true });
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription('Enter a password');
  await password.fill('not the password');
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription("That password isn't right");
  await expectAccessible(ann.page, 'delete account');
  await password.fill(PASSWORD);
  // At once: a slow machine could miss the few seconds of the notice.
  const isNoticed = expect(ann.page.getByText('Your account is deleted')).toBeVisible();
  await password.press('Enter');
  await isNoticed;
  await expect(ann.page).toHaveURL('/signin');

  await expect(ben.getArticle('Good-bye')).toHaveCount(0);
  const signIn = new SignInPage(ann.page);
  await signIn.signIn(createEmail('Ann'), PASSWORD);
  await expect(signIn.password).toHaveAttribute('aria-invalid', 'true');
  await signIn.signUp('Ann', createEmail('Ann'), PASSWORD);
  await expect(ann.rooms, 'the address is free').toBeVisible();
});

test('kept messages carry "Someone who left"', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ben.createRoom('Kitchen', 'Warm');
  await ann.openRoom('Kitchen');
  await ann.sendMessage('The kettle is on');
  await expect(ben.getArticle('The kettle is on')).toBeVisible();
  const body = { messages: 'keep', password: PASSWORD };
  const response = await ann.page.request.post('/api/account/delete', { data: body });
  expect(response.status()).toBe(200);
  await expect(ben.getArticle('The kettle is on')).toContainText('Someone who left');
  await expect(ann.page).toHaveURL('/signin');
});
