import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { VirtualAuthenticator } from '@snug/testkit/browser/virtual-authenticator.ts';
import { storePerson } from '@snug/testkit/store-person.ts';
import { expectAccessible } from './axe.ts';
import { addSessionCookie, createEmail, expect, PASSWORD, test } from './fixtures.ts';

const OTHER = 'another good password';

test('a new password ends all other sessions, and the pages of this browser go on', async ({
  person,
  visitor,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Garden', 'Green');
  const tab = await ann.page.context().newPage();
  await tab.goto('/');
  await expect(tab.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  const elsewhere = new SignInPage(await visitor());
  await elsewhere.open();
  await elsewhere.signIn(createEmail('Ann'), PASSWORD);
  await expect(elsewhere.page).toHaveURL('/');

  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  await dashboard.getButton('Change password').click();
  const dialog = ann.page.getByRole('dialog', { name: 'Change password' });
  const current = dialog.getByLabel('Current password', { exact: true });
  const next = dialog.getByLabel('New password', { exact: true });
  await expect(next, 'the rule shows before an error').toHaveAccessibleDescription(
    'Use at least 8 characters',
  );
  await current.fill('not the password');
  await next.fill(OTHER);
  await next.press('Enter');
  await expect(current).toHaveAccessibleDescription("That password isn't right");
  await expect(current).toBeFocused();
  await current.fill(PASSWORD);
  await next.press('Enter');
  await expect(ann.page.getByText('Password changed')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const ways = ann.page.getByRole('dialog', { name: 'What still opens your account' });
  await expect(ways.getByText('Nothing besides your password opens your account.')).toBeVisible();
  await ways.getByRole('button', { name: 'Done' }).click();
  await expect(elsewhere.page).toHaveURL('/signin');
  await expect(dashboard.sessions).toHaveText([/This device/]);
  await dashboard.getButton('Close').click();

  for (const page of [ann.page, tab]) {
    await expect(page.getByText('Reconnecting...')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  }
  await ann.sendMessage('still here');
  await expect(ann.getArticle('still here').getByRole('time')).toBeVisible();
  await elsewhere.signIn(createEmail('Ann'), PASSWORD);
  await expect(elsewhere.password).toHaveAttribute('aria-invalid', 'true');
  await elsewhere.signIn(createEmail('Ann'), OTHER);
  await expect(elsewhere.page).toHaveURL('/');
});

test('a dialog without a field for the password gets one after another tab has set it', {
  tag: '@detail',
}, async ({ server, visitor }) => {
  const { cookie } = await storePerson(server, 'Ann', createEmail('Ann'), { hasPassword: false });
  const page = await visitor();
  await addSessionCookie(page.context(), server.url, cookie);
  const tab = await page.context().newPage();
  const forms = [];
  for (const each of [tab, page]) {
    await each.goto('/');
    const dashboard = new DashboardPage(each);
    await dashboard.open();
    await dashboard.getButton('Set a password').click();
    const next = each.getByLabel('New password', { exact: true });
    await next.fill(OTHER);
    forms.push(next);
  }
  const [first, second] = forms;
  await first?.press('Enter');
  await expect(tab.getByRole('dialog', { name: 'What still opens your account' })).toBeVisible();
  await second?.press('Enter');
  await expect(page.getByText('Confirm this with your password')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password', { exact: true }).fill(OTHER);
  await expect(dialog.getByLabel('New password', { exact: true })).toHaveValue(OTHER);
});

test('a passkey and a token ask for the password that another tab has set', { tag: '@detail' }, async ({
  server,
  visitor,
}) => {
  const { cookie } = await storePerson(server, 'Ann', createEmail('Ann'), { hasPassword: false });
  const page = await visitor();
  await addSessionCookie(page.context(), server.url, cookie);
  await page.goto('/');
  await VirtualAuthenticator.add(page);
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.getButton('Add passkey').click();
  const passkeys = page.getByRole('dialog', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Continue' }).click();
  await passkeys.getByRole('button', { name: 'Remove Chrome on Linux' }).click();
  const tokens = await page.context().newPage();
  await tokens.goto('/');
  await new DashboardPage(tokens).open();
  await new DashboardPage(tokens).getButton('Access tokens').click();
  await tokens.getByRole('button', { name: 'New access token' }).click();
  const token = tokens.getByRole('dialog', { name: 'New access token' });
  await token.getByLabel('Name', { exact: true }).fill('Tide table');

  const tab = await page.context().newPage();
  await tab.goto('/');
  await new DashboardPage(tab).open();
  await new DashboardPage(tab).getButton('Set a password').click();
  await tab.getByLabel('New password', { exact: true }).fill(OTHER);
  await tab.keyboard.press('Enter');
  await expect(tab.getByRole('dialog', { name: 'What still opens your account' })).toBeVisible();

  await passkeys.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Confirm this with your password')).toBeVisible();
  await passkeys.getByLabel('Current password', { exact: true }).fill(OTHER);
  await passkeys.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Passkey removed')).toBeVisible();

  await token.getByRole('button', { name: 'Create token' }).click();
  await token.getByLabel('Current password', { exact: true }).fill(OTHER);
  await token.getByRole('button', { name: 'Create token' }).click();
  await expect(token.getByRole('button', { name: 'Copy token' })).toBeVisible();
});

test('a password shows while somebody types it, by pointer and by keyboard', { tag: '@detail' }, async ({
  person,
  visitor,
}) => {
  await person('Ann');
  const signIn = new SignInPage(await visitor());
  await signIn.open();
  await signIn.password.fill(' secret ');
  await signIn.page.getByRole('button', { name: 'Show password' }).click();
  await expect(signIn.password).toHaveAttribute('type', 'text');
  const toggle = signIn.page.getByRole('button', { name: 'Hide password' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.press('Enter');
  await expect(signIn.password).toHaveAttribute('type', 'password');
  await signIn.page.getByRole('button', { name: 'Show password' }).press('Space');
  await signIn.signIn(createEmail('Ann'), ` ${PASSWORD} `);
  await expect(signIn.password, 'white space counts in a shown password, too').toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await signIn.signIn(createEmail('Ann'), PASSWORD);
  await expect(signIn.page).toHaveURL('/');
});

test('the dialog for a new password has no accessibility violations', { tag: '@detail' }, async ({
  person,
}) => {
  const { page } = await person('Ann');
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.getButton('Change password').click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('Enter a password')).toHaveCount(2);
  await expectAccessible(page, 'a new password');
});
