import type { Locator, Page } from '@playwright/test';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { VirtualAuthenticator } from '@snug/testkit/browser/virtual-authenticator.ts';
import { acknowledgeNotices } from './account-notices.ts';
import { expectAccessible } from './axe.ts';
import { expect, PASSWORD, test } from './fixtures.ts';

function getDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Passkeys' });
}

function getItems(page: Page): Locator {
  return getDialog(page).getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
}

/** By keyboard, from the open form. */
async function confirm(page: Page): Promise<void> {
  const password = getDialog(page).getByLabel('Current password', { exact: true });
  await expect(password).toBeFocused();
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
}

async function addPasskey(page: Page): Promise<void> {
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.getButton('Add passkey').press('Enter');
  await confirm(page);
  await expect(getItems(page)).toHaveCount(1);
}

async function signOut(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await new DashboardPage(page).getButton('Sign out').first().press('Enter');
  await new SignInPage(page).heading.waitFor();
}

test('people add a passkey by keyboard, sign in with it, and remove it', { tag: '@journey' }, async ({
  person,
}) => {
  const { page } = await person('Ann');
  const device = await VirtualAuthenticator.add(page);
  await addPasskey(page);
  await device.setPresent(false);
  await expect(getItems(page).first()).toContainText('Chrome on Linux');
  await expect(getItems(page).first()).toContainText('Never used');
  await expectAccessible(page, 'a passkey');
  await signOut(page);

  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expectAccessible(page, 'a sign-in with a passkey');
  await device.setPresent(true);
  await signIn.press('Enter');
  await acknowledgeNotices(page);
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  await device.setPresent(false);

  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await expect(dashboard.dialog.getByText('1 passkey')).toBeVisible();
  await dashboard.getButton('Manage passkeys').press('Enter');
  await expect(getItems(page).first()).toContainText('Last used just now');
  await getDialog(page).getByRole('button', { name: 'Remove Chrome on Linux' }).press('Enter');
  await confirm(page);
  await expect(getDialog(page).getByRole('button', { name: 'Add passkey' })).toBeVisible();
  await expect(getItems(page)).toHaveCount(0);
  await signOut(page);
  await device.setPresent(true);
  await signIn.press('Enter');
  await expect(page.getByText("That passkey doesn't work here. Sign in another way.")).toBeVisible();
});

/** The page notes each request to the browser for a passkey: whether a field suggests it, and whether it has ended. */
async function recordRequests(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const requests: string[] = [];
    Object.assign(window, { requests });
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = async options => {
      const index = requests.push(options?.mediation ?? 'prompt') - 1;
      return get(options).finally(() => (requests[index] += ', ended'));
    };
  });
  return () => page.evaluate(() => (window as unknown as { requests: string[] }).requests);
}

test('the email field suggests passkeys, by one request that every other way to sign in ends', async ({
  person,
}) => {
  const { page } = await person('Ann');
  const device = await VirtualAuthenticator.add(page);
  await addPasskey(page);
  await device.setPresent(false);
  const readRequests = await recordRequests(page);
  await page.clock.install();
  await signOut(page);
  await page.reload();
  const signIn = new SignInPage(page);
  await expect(signIn.email).toHaveAttribute('autocomplete', 'username webauthn');
  await expect.poll(readRequests).toEqual(['conditional']);
  await page.clock.runFor(125_000);
  await expect.poll(readRequests, 'renewed').toEqual(['conditional, ended', 'conditional']);
  await signIn.signIn('ann@snug.example', 'a wrong password');
  await expect.poll(readRequests, 'a sent form').toEqual(['conditional, ended', 'conditional, ended']);
  await expect(signIn.password).toHaveAccessibleDescription(/./);
  await signIn.email.focus();
  await expect.poll(async () => (await readRequests()).slice(2)).toEqual(['conditional']);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
  await expect.poll(async () => (await readRequests()).slice(2)).toEqual(['conditional, ended', 'prompt']);
  await page.reload();
  await expect.poll(readRequests).toEqual(['conditional']);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect.poll(readRequests, 'for new people').toEqual(['conditional, ended']);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(readRequests).toEqual(['conditional, ended', 'conditional']);
  await expectAccessible(page, 'suggested passkeys');
  await device.setPresent(true);
  await page.clock.runFor(125_000);
  await acknowledgeNotices(page);
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
});

test('a closed prompt loses nothing, and wrong passwords are shown at their field', {
  tag: '@detail',
}, async ({ person }) => {
  const { page } = await person('Ann');
  const device = await VirtualAuthenticator.add(page);
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.getButton('Add passkey').press('Enter');
  const dialog = getDialog(page);
  const password = dialog.getByLabel('Current password', { exact: true });
  await password.fill('wrong password');
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription("That password isn't right");
  await expectAccessible(page, 'a wrong password');

  await device.setVerified(false);
  await password.fill(PASSWORD);
  await password.press('Enter');
  const closed = 'Nothing happened, because the prompt was closed. Try again when you like.';
  await expect(dialog.getByText(closed)).toBeVisible();
  await expectAccessible(page, 'a closed prompt');
  await device.setVerified(true);
  await expect(dialog.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(getItems(page)).toHaveCount(1);

  await dialog.getByRole('button', { name: 'Rename Chrome on Linux' }).press('Enter');
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await expectAccessible(page, 'a passkey to rename');
  await name.fill('  ');
  await name.press('Enter');
  await expect(name).toHaveAccessibleDescription('Please enter a name');
  await name.fill('My laptop');
  await name.press('Enter');
  await expect(getItems(page)).toContainText(['My laptop']);

  await dialog.getByRole('button', { name: 'Add passkey' }).press('Enter');
  await confirm(page);
  await expect(dialog.getByText('This device already has a passkey for Snug')).toBeVisible();
  await device.setPresent(false);
  await signOut(page);
  await device.setPresent(true);
  await device.setVerified(false);
  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
  await signIn.press('Enter');
  await expect(page.getByText(closed)).toBeVisible();
  await device.clear();
  await device.setVerified(true);
  await signIn.press('Enter');
  await expect(signIn).toBeEnabled();
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeHidden();
});

test('a browser without passkeys offers no sign-in with them, and says so in the Dashboard', {
  tag: '@detail',
}, async ({ person, visitor }) => {
  const { page } = await person('Ann');
  const elsewhere = await visitor();
  const pages = [page, elsewhere];
  for (const one of pages)
    await one.addInitScript(() => Object.defineProperty(window, 'PublicKeyCredential', { value: undefined }));
  await page.reload();
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.getButton('Add passkey').press('Enter');
  await expect(getDialog(page).getByText("This browser can't use passkeys here.")).toBeVisible();
  await expect(getDialog(page).getByRole('button', { name: 'Add passkey' })).toBeHidden();
  const signIn = new SignInPage(elsewhere);
  await signIn.open();
  await expect(elsewhere.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
});
