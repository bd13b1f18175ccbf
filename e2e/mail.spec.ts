import type { Page } from '@playwright/test';
import { openDatabase } from '@snug/server/db/open.ts';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { MailServer } from '@snug/testkit/mail-server.ts';
import { expectAccessible } from './axe.ts';
import { createEmail, expect, PASSWORD, test as plainTest } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';
import { type Server, startServer } from './server.ts';

const OTHER = 'another good password';

const test = plainTest.extend<object, { mailed: { mailServer: MailServer; server: Server } }>({
  mailed: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const mailServer = await MailServer.start();
      const server = await startServer(mailServer.settings);
      await use({ mailServer, server });
      await server.remove();
      await mailServer.stop();
    },
    { scope: 'worker' },
  ],

  server: async ({ mailed: { server } }, use) => use(server),
});

/** Opens the link of the newest mail to an address. */
async function openMail(page: Page, mailServer: MailServer, email: string, count: number): Promise<void> {
  await expect.poll(() => mailServer.mailsTo(email)).toHaveLength(count);
  const { text = '' } = mailServer.mailsTo(email).at(-1) ?? {};
  const [, path = ''] = /http:\/\/[^/]+(\/\S+)/.exec(text) ?? [];
  await page.goto(path);
}

test('a confirmed email recovers its account', async ({ visitor, mailed: { mailServer } }) => {
  const email = createEmail('Ann');
  const page = await visitor();
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signUp('Ann', email, PASSWORD);
  await expect(page).toHaveURL('/');
  await openMail(page, mailServer, email, 1);
  await expect(page).toHaveURL('/confirm-email');
  const confirm = page.getByRole('button', { name: 'Confirm email' });
  await expect(confirm).toBeVisible();
  await expectAccessible(page, 'an email to confirm');
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue to Snug' }).click();
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();

  const elsewhere = new SignInPage(await visitor());
  await elsewhere.open();
  await elsewhere.page.getByRole('button', { name: 'Forgot password?' }).click();
  const address = elsewhere.page.getByRole('textbox', { name: 'Email' });
  await address.fill('ann');
  await address.press('Enter');
  await expect(address).toHaveAccessibleDescription('Please enter a valid email address');
  await expectAccessible(elsewhere.page, 'forgotten');
  await address.fill(email);
  await address.press('Enter');
  await expect(elsewhere.page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await openMail(elsewhere.page, mailServer, email, 2);
  await elsewhere.page.getByLabel('New password', { exact: true }).fill(OTHER);
  await elsewhere.page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL('/signin');
  await elsewhere.page.getByRole('button', { name: 'Sign in' }).click();
  await elsewhere.signIn(email, OTHER);
  await expect(elsewhere.page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
});

test('a new email counts after its link was opened, and the old one gets a mail', { tag: '@detail' }, async ({
  person,
  mailed: { mailServer },
}) => {
  const ann = await person('Ann');
  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  await expect(dashboard.dialog.getByText(`${createEmail('Ann')}, not confirmed`)).toBeVisible();
  await dashboard.getButton('Change email').click();
  const dialog = ann.page.getByRole('dialog', { name: 'Change email' });
  await expect(dialog.getByRole('textbox', { name: 'New email' })).toBeFocused();
  await expectAccessible(ann.page, 'an unconfirmed email');
  await dialog.getByRole('button', { name: 'Send confirmation email' }).click();
  await expect(ann.page.getByText(`Check the inbox of ${createEmail('Ann')}`)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'New email' }).fill(createEmail('New-Ann'));
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await expect(ann.page.getByText(`Check the inbox of ${createEmail('New-Ann')}`)).toBeVisible();
  await expect(dashboard.dialog.getByText(createEmail('Ann'))).toBeVisible();
  const tab = await ann.page.context().newPage();
  await openMail(tab, mailServer, createEmail('New-Ann'), 1);
  await tab.getByRole('button', { name: 'Confirm email' }).click();
  await expect(tab.getByText(`You sign in with ${createEmail('New-Ann')}.`)).toBeVisible();
  await expect
    .poll(() => mailServer.mailsTo(createEmail('Ann')).at(-1)?.headers)
    .toContain('email of your Snug account changed');
  await tab.goto('/confirm-email');
  await tab.getByRole('button', { name: 'Confirm email' }).click();
  await expect(tab.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});

test('a workspace admin sends a test mail, and a refusal is named beside it and in Health', async ({
  visitor,
  mailed: { mailServer, server },
}) => {
  const email = createEmail('Mia');
  const page = await visitor();
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signUp('Mia', email, PASSWORD);
  await expect(page).toHaveURL('/');
  await runAdmin(server, 'grant', email);
  await page.goto('/admin/settings');
  await expect(page.getByText('Confirm it in the Dashboard first.')).toBeVisible();
  await openMail(page, mailServer, email, 1);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await page.goto('/admin/settings');
  const send = page.getByRole('button', { name: 'Send a test mail' });
  mailServer.refusals.sender = [553, '5.1.8 unknown domain'];
  await send.click();
  const refusal = /refuses the sender\. Set SNUG_MAIL_FROM .* It responded: "553 5\.1\.8 unknown domain"/;
  await expect(page.getByRole('alert').filter({ hasText: refusal })).toBeVisible();
  await expectAccessible(page, 'a refused test mail');
  await page.goto('/admin/health');
  const problems = page.getByRole('list', { name: 'What needs your attention' });
  await expect(problems.getByRole('listitem').filter({ hasText: refusal })).toBeVisible();
  delete mailServer.refusals.sender;
  await page.goto('/admin/settings');
  await send.click();
  await expect(
    page.getByRole('status').filter({ hasText: 'The mail server accepted the test mail.' }),
  ).toBeVisible();
  await expect.poll(() => mailServer.mailsTo(email).at(-1)?.headers).toContain('A test mail from Snug');
  await page.goto('/admin/health');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(problems).toContainText('No backup');
  await expect(problems).not.toContainText('mail');
});

test('a mail about a missed message leads to the room, and one click ends these mails', {
  tag: '@detail',
}, async ({ person, mailed: { mailServer, server } }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const db = openDatabase(server.data);
  const { id: uid, email } = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('name', '=', 'Ben')
    .executeTakeFirstOrThrow();
  await ann.createRoom('Kitchen', 'Soup');
  await ben.openRoom('Kitchen');
  await ben.joinRoom();
  const dashboard = new DashboardPage(ben.page);
  await dashboard.open();
  const times = dashboard.dialog.getByRole('radiogroup', { name: 'Email about missed messages' });
  await expect(dashboard.dialog.getByText('Confirm your email first')).toBeVisible();
  const resend = dashboard.dialog.getByRole('button', { name: 'Send the link again' });
  await resend.press('Enter');
  await expect(ben.page.getByText(`Check the inbox of ${email}`)).toBeVisible();
  await expect(resend).toBeFocused();
  const tab = await ben.page.context().newPage();
  await openMail(tab, mailServer, email, 1);
  await tab.getByRole('button', { name: 'Confirm email' }).click();
  await expect(tab.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await tab.close();
  await ben.page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(resend).toBeHidden();
  await expect(dashboard.dialog.getByText('Confirm your email first')).toBeHidden();
  await times.getByRole('radio', { name: 'After an hour' }).check();
  await dashboard.dialog.getByRole('switch', { name: 'Include what was written' }).check();
  const readSettings = () =>
    db
      .selectFrom('notification_settings')
      .select(['mail', 'mailText'])
      .where('userId', '=', uid)
      .executeTakeFirst();
  await expect.poll(readSettings).toEqual({ mail: 'hour', mailText: 1 });
  await ben.page.goto('about:blank');
  const { origin, pathname } = new URL(ann.page.url());
  const roomId = pathname.split('/').at(-1);
  const mentions = [{ uid, start: 0, length: 4 }];
  await sendCommand(origin, ann.page.context(), 'send_message', {
    roomId,
    text: '@Ben, lunch at noon?',
    mentions,
  });
  // An hour is too long for a test: it is over at once.
  await db
    .insertInto('missed_mails')
    .values({ userId: uid, dueAt: 1, sentAt: null, refused: null })
    .execute();
  await expect.poll(() => mailServer.mailsTo(email), { timeout: 100_000 }).toHaveLength(2);
  const mail = mailServer.mailsTo(email).at(-1);
  expect(mail?.text).toContain('Ann: @Ben, lunch at noon?');
  const [stop = ''] = /http:\/\/[^\s"<>]+\/mail\/[\w-]+/.exec(mail?.text.replaceAll('=\r\n', '') ?? '') ?? [];
  await ben.page.goto(stop);
  await ben.page.getByRole('button', { name: 'Get no more mails' }).click();
  await expect(ben.page.getByText('You get no more mails about missed messages')).toBeVisible();
  await ben.page.goto('/');
  await dashboard.open();
  await expect(times.getByRole('radio', { name: 'Never' })).toBeChecked();
  await db.destroy();
});
