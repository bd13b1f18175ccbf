import type { Locator, Page } from '@playwright/test';
import type { CommandOutput } from '@snug/protocol';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { VirtualAuthenticator } from '@snug/testkit/browser/virtual-authenticator.ts';
import { acknowledgeNotices, getNotices } from './account-notices.ts';
import { expectNoViolations } from './axe.ts';
import { createEmail, expect, PASSWORD, test } from './fixtures.ts';

const NEW_PASSWORD = 'another good password';
const NONE = 'Nothing besides your password opens your account.';

function getDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'What still opens your account' });
}

async function addPrograms(page: Page): Promise<void> {
  const run = (command: string, input: object) =>
    sendCommand(new URL(page.url()).origin, page.context(), command, input);
  const proof = { password: PASSWORD };
  const room = { name: 'Jetty', description: 'Where boats wait' };
  const { room: jetty } = (await run('create_room', room)) as CommandOutput<'create_room'>;
  await run('create_webhook', { roomId: jetty.id, url: 'https://hooks.example/jetty', ...proof });
  const { bot } = (await run('create_bot', { name: 'Gull' })) as CommandOutput<'create_bot'>;
  await run('create_token', { name: 'Gull caller', uid: bot.uid, roomIds: [jetty.id], ...proof });
  await run('create_token', { name: 'Tide table', ...proof });
}

async function addPasskey(page: Page): Promise<VirtualAuthenticator> {
  const device = await VirtualAuthenticator.add(page);
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.getButton('Add passkey').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Passkeys' });
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  return device;
}

async function changePassword(page: Page): Promise<void> {
  await new DashboardPage(page).getButton('Change password').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
}

test('after a new password, the page lists what still opens the account, and ends it', async ({ person }) => {
  const { page } = await person('Ann');
  await addPrograms(page);
  await addPasskey(page);
  await changePassword(page);
  const dialog = getDialog(page);
  await expect(dialog.getByRole('listitem')).toHaveText([
    /^Chrome on Linux\s*Passkey\s*Added .+Remove$/,
    /^Tide table\s*Access token\s*Added .+Revoke$/,
    /^Gull caller\s*Access token of a bot\s*Added .+Revoke$/,
    /^https:\/\/hooks\.example\/jetty\s*Outgoing webhook\s*Added .+Delete$/,
  ]);
  await expectNoViolations(page, 'what still opens an account');
  await dialog.getByRole('button', { name: 'Remove Chrome on Linux' }).press('Enter');
  await expect(dialog.getByLabel('Current password', { exact: true })).toBeFocused();
  await expectNoViolations(page, 'the question whether to remove a passkey');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText("That password isn't right")).toBeVisible();
  await dialog.getByLabel('Current password', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passkey removed')).toBeVisible();

  await dialog.getByRole('button', { name: 'Revoke Tide table' }).press('Enter');
  await dialog.getByRole('button', { name: 'Back' }).press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  for (const name of ['Revoke Tide table', 'Revoke Gull caller', 'Delete https://hooks.example/jetty']) {
    await dialog.getByRole('button', { name }).press('Enter');
    await dialog.getByRole('button', { name: name.split(' ')[0] ?? '', exact: true }).press('Enter');
    await expect(dialog.getByRole('button', { name })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  }
  await expect(dialog.getByText(NONE)).toBeFocused();
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  const dashboard = new DashboardPage(page);
  await expect(dashboard.getButton('Change password')).toBeFocused();
  await expect(dashboard.getButton('Add passkey'), 'the Dashboard knows').toBeVisible();
});

test('after signing out everywhere, the next sign-in lists what still opens the account, once', {
  tag: '@detail',
}, async ({ person, visitor }) => {
  const { page } = await person('Ben');
  await addPrograms(page);
  const elsewhere = new SignInPage(await visitor());
  await elsewhere.open();
  await elsewhere.signIn(createEmail('Ben'), PASSWORD);
  await acknowledgeNotices(elsewhere.page);
  await page.reload();
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await dashboard.getButton('Sign out everywhere').press('Enter');
  const signIn = new SignInPage(page);
  await signIn.heading.waitFor();
  await signIn.signIn(createEmail('Ben'), PASSWORD);
  await acknowledgeNotices(page);
  const dialog = getDialog(page);
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await page.reload();
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('other devices show each added and removed way at once and after a reload, the device that did it does not', {
  tag: '@detail',
}, async ({ person, visitor }) => {
  const { page } = await person('Ann');
  const elsewhere = new SignInPage(await visitor());
  await elsewhere.open();
  await elsewhere.signIn(createEmail('Ann'), PASSWORD);
  const notices = getNotices(elsewhere.page);
  await addPasskey(page);
  await expect(notices).toContainText('A passkey was added to your account on');
  await addPrograms(page);
  await expect(notices.getByRole('listitem')).toHaveText([
    /^An access token was created with your account on /,
    /^An access token was created with your account on /,
    /^An outgoing webhook was created with your account on /,
    /^A passkey was added to your account on /,
  ]);
  await elsewhere.page.reload();
  await expect(notices.getByRole('listitem')).toHaveCount(4);
  await expectNoViolations(elsewhere.page, 'notices of added ways');
  await acknowledgeNotices(elsewhere.page);
  await changePassword(page);
  await getDialog(page).getByRole('button', { name: 'Done' }).press('Enter');
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  await elsewhere.signIn(createEmail('Ann'), NEW_PASSWORD);
  await expect(notices.getByRole('listitem').first()).toHaveText(/^Your password was changed on /);
  await expect(getNotices(page), 'the device that did all that').toHaveCount(0);
});
