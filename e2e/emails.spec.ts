import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { expectAccessible } from './axe.ts';
import { createEmail, expect, PASSWORD, test } from './fixtures.ts';

test('people change their email with their password', { tag: '@detail' }, async ({ person, visitor }) => {
  const ann = await person('Ann');
  await person('Ben');
  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  await expect(dashboard.dialog.getByText(createEmail('Ann'))).toBeVisible();
  await dashboard.getButton('Change email').click();
  const dialog = ann.page.getByRole('dialog', { name: 'Change email' });
  const email = dialog.getByRole('textbox', { name: 'New email' });
  const password = dialog.getByLabel('Current password', { exact: true });
  await password.fill(PASSWORD);
  for (const [value, problem] of [
    ['', 'Enter your email'],
    ['ann@', 'Please enter a valid email address'],
    ['ann@localhost', 'Please enter a valid email address'],
    [createEmail('Ben'), "There's already an account with this email"],
  ] as const) {
    await email.fill(value);
    await email.press('Enter');
    await expect(email).toHaveAccessibleDescription(problem);
    await expect(email).toBeFocused();
  }
  await expectAccessible(ann.page, 'a new email');
  await email.fill(` ${createEmail('New-Ann').toUpperCase()} `);
  await password.fill('not the password');
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription("That password isn't right");
  await password.fill(PASSWORD);
  await password.press('Enter');
  await expect(ann.page.getByText('Email changed. Use it the next time you sign in.')).toBeVisible();
  await expect(dashboard.dialog.getByText(createEmail('New-Ann'))).toBeVisible();

  const signIn = new SignInPage(await visitor());
  await signIn.open();
  await signIn.signIn(createEmail('Ann'), PASSWORD);
  await expect(signIn.password).toHaveAttribute('aria-invalid', 'true');
  await signIn.signIn(createEmail('New-Ann'), PASSWORD);
  await expect(signIn.page).toHaveURL('/');
});
