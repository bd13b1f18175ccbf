import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { acknowledgeNotices, getNotices } from './account-notices.ts';
import { expectAccessible } from './axe.ts';
import { createEmail, expect, PASSWORD, test } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';

const OTHER = 'another good password';

/** By the command line, which names the person by address. */
async function createLink(server: Parameters<typeof runAdmin>[0], name: string): Promise<string> {
  const [, path = ''] = /(\/recover\/\S+)/.exec(await runAdmin(server, 'recover', createEmail(name))) ?? [];
  return path;
}

test('a recovery link sets a new password, and the next sign-in announces it', async ({
  person,
  visitor,
  server,
}) => {
  const ann = await person('Ann');
  const link = await createLink(server, 'Ann');
  const page = await visitor();
  await page.goto(link);
  await expect(page).toHaveURL('/recover');
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page.getByText('For the account of Ann.')).toBeVisible();
  const password = page.getByLabel('New password', { exact: true });
  await expect(password).toHaveAccessibleDescription('Use at least 8 characters');
  await password.fill(OTHER);
  await password.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  await expect(ann.page).toHaveURL('/signin');
  await page.getByRole('button', { name: 'Sign in' }).click();

  const signIn = new SignInPage(page);
  await signIn.signIn(createEmail('Ann'), PASSWORD);
  await expect(signIn.password).toHaveAttribute('aria-invalid', 'true');
  await signIn.signIn(createEmail('Ann'), OTHER);
  const notice = getNotices(page);
  await expect(notice).toContainText('An admin created a recovery link for your account on');
  await expect(notice).toContainText('It was used on');
  await expectAccessible(page, 'a notice');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(notice, 'nobody can skip it').toBeVisible();
  await acknowledgeNotices(page);
  await page.reload();
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await expect(dashboard.sessions).toHaveCount(1);
  await expect(notice).toHaveCount(0);

  await new SignInPage(ann.page).signIn(createEmail('Ann'), OTHER);
  await expect(getNotices(ann.page), 'each device shows it').toBeVisible();
});

test('a link that does not work leads to the sign-in page, also beside a session', {
  tag: '@detail',
}, async ({ person, visitor, server }) => {
  const { page } = await person('Ann');
  const signedOut = await visitor();
  for (const visited of [page, signedOut]) {
    await visited.goto('/recover/nothing');
    await expect(visited.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expectAccessible(visited, 'a link that does not work');
  }
  await signedOut.getByRole('button', { name: 'Sign in' }).click();
  await expect(new SignInPage(signedOut).heading).toBeVisible();
  await page.goto(await createLink(server, 'Ann'));
  await expectAccessible(page, 'a recovery link');
  await page.getByLabel('New password', { exact: true }).fill(OTHER);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(new SignInPage(page).heading, 'its session has ended, too').toBeVisible();
});
