import type { Page } from '@playwright/test';
import { Authenticator } from '@snug/testkit/authenticator.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { expectAccessible } from './axe.ts';
import { createEmail, expect, PASSWORD, test } from './fixtures.ts';

/** Returns the app and the recovery codes. */
async function turnOn(page: Page): Promise<{ phone: Authenticator; codes: string[] }> {
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.getButton('Set up').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Two-step verification' });
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await expectAccessible(page, 'before two-step verification');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await expectAccessible(page, 'a key for an app');
  const phone = new Authenticator(`otpauth://totp/Snug?secret=${key}`);
  const code = dialog.getByRole('textbox', { name: 'Code' });
  await code.fill('000000');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription("That code isn't right, or was used before");
  await code.fill(phone.createCode());
  await code.press('Enter');
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expect(dialog.getByRole('button', { name: 'Copy codes' })).toBeFocused();
  await expectAccessible(page, 'recovery codes');
  const codes = await list.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: "I've saved them" }).press('Enter');
  await expect(dashboard.dialog.getByText('On, 10 recovery codes left')).toBeVisible();
  return { phone, codes };
}

test('with two-step verification, a sign-in asks for a code of the app, or for a recovery code', async ({
  person,
  visitor,
}) => {
  const ann = await person('Ann');
  const { phone, codes } = await turnOn(ann.page);

  const page = await visitor();
  const signIn = new SignInPage(page);
  await page.goto('/?wanted');
  await signIn.signIn(createEmail('Ann'), PASSWORD);
  await expect(page).toHaveURL('/verify');
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expectAccessible(page, 'a code to enter');
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription('Please enter a code');
  await code.fill('000000');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription("That code isn't right, or was used before");
  // The one after that of `turnOn`, which counts once.
  await code.fill(phone.createCode(1));
  await code.press('Enter');
  await expect(page).toHaveURL('/?wanted');
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();

  const elsewhere = await visitor();
  const again = new SignInPage(elsewhere);
  await again.open();
  await again.signIn(createEmail('Ann'), PASSWORD);
  await elsewhere.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
  const recoveryCode = elsewhere.getByRole('textbox', { name: 'Recovery code' });
  await expect(recoveryCode).toBeFocused();
  await recoveryCode.fill(codes[0] ?? '');
  await recoveryCode.press('Enter');
  await expect(elsewhere.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
});

test('two-step verification ends with a code, and new recovery codes replace the old ones', {
  tag: '@detail',
}, async ({ person, visitor }) => {
  const { page } = await person('Ann');
  const { codes } = await turnOn(page);
  const dashboard = new DashboardPage(page);
  const dialog = page.getByRole('dialog', { name: 'Two-step verification' });
  await dashboard.getButton('Manage').press('Enter');
  await dialog.getByRole('button', { name: 'New recovery codes' }).press('Enter');
  const code = dialog.getByRole('textbox', { name: 'Code' });
  await expectAccessible(page, 'a code for new codes');
  await code.fill(codes[0] ?? '');
  await code.press('Enter');
  const list = dialog.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const renewed = await list.getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: "I've saved them" }).press('Enter');

  const elsewhere = await visitor();
  const signIn = new SignInPage(elsewhere);
  await signIn.open();
  await signIn.signIn(createEmail('Ann'), PASSWORD);
  await expect(elsewhere).toHaveURL('/verify');
  await elsewhere.reload();
  await elsewhere.getByRole('button', { name: 'Back to sign in' }).press('Enter');
  await expect(signIn.heading).toBeVisible();
  await elsewhere.goto('/verify');
  await elsewhere.getByRole('textbox', { name: 'Code' }).fill('123456');
  await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).press('Enter');
  await expect(elsewhere.getByText('That took too long. Please sign in again.')).toBeVisible();

  await dashboard.getButton('Manage').press('Enter');
  await dialog.getByRole('button', { name: 'Turn off' }).press('Enter');
  await code.fill(codes[1] ?? '');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription("That code isn't right, or was used before");
  await code.fill(renewed[0] ?? '');
  await code.press('Enter');
  await expect(dashboard.dialog.getByText('Off', { exact: true })).toBeVisible();
  await signIn.signIn(createEmail('Ann'), PASSWORD);
  await expect(elsewhere.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
});
