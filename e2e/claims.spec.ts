import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createClaimLinks } from '@snug/server/account/claims/claim-links.ts';
import { openDatabase } from '@snug/server/db/open.ts';
import type { Db } from '@snug/server/db/schema.ts';
import { addImportedPerson } from '@snug/server/testing/imported-people.ts';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { MailServer } from '@snug/testkit/mail-server.ts';
import { ProviderServer } from '@snug/testkit/provider-server.ts';
import { getNotices } from './account-notices.ts';
import { expectAccessible } from './axe.ts';
import { createEmail, expect, PASSWORD, test as plainTest } from './fixtures.ts';
import { runAdmin } from './run-admin.ts';
import { type Server, startServer } from './server.ts';

const PHONE = { viewport: NARROW, hasTouch: true, isMobile: true };
const WELCOME = 'Welcome, Kai. Your messages from Slack are here.';

interface Edges {
  mailServer: MailServer;
  provider: ProviderServer;
  /** Sends mails and uses the provider. Nobody can sign up. */
  server: Server;
}

const test = plainTest.extend<object, { edges: Edges }>({
  edges: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const [mailServer, provider] = [await MailServer.start(), await ProviderServer.start()];
      const server = await startServer({
        ...mailServer.settings,
        ...provider.settings('oidc'),
        SNUG_SIGN_UP: 'closed',
      });
      await use({ mailServer, provider, server });
      await server.remove();
      await mailServer.stop();
      await provider.stop();
    },
    { scope: 'worker' },
  ],

  server: async ({ edges: { server } }, use) => use(server),
});

async function withDatabase<Result>(
  { data }: Pick<Server, 'data'>,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(data);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Kai, with a private room of Ann, as an import brings them. */
async function importKai(server: Server, ann: ChatPage, email?: string): Promise<string> {
  const uid = await withDatabase(server, async db => {
    const kai = await addImportedPerson(db, { name: 'Kai', ...(email !== undefined && { email }) });
    const row = { source: 'slack T0123', sourceId: randomUUID(), userId: kai };
    await db.insertInto('import_people').values(row).execute();
    return kai;
  });
  const context = ann.page.context();
  const { room } = (await sendCommand(server.url, context, 'create_room', {
    name: 'Plans',
    description: 'What we plan',
    kind: 'private',
  })) as { room: { id: string } };
  await sendCommand(server.url, context, 'set_member', { roomId: room.id, uid, member: true });
  await sendCommand(server.url, context, 'send_message', { roomId: room.id, text: 'the old plan' });
  return uid;
}

async function createLink(server: Server, uid: string): Promise<string> {
  const [link] = await withDatabase(server, db => createClaimLinks(db, [uid], Date.now()));
  return `/claim/${link?.code}`;
}

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
}

async function expectMessages(page: Page): Promise<void> {
  await page.getByRole('link', { name: /Plans/ }).click();
  await expect(page.getByRole('article').getByText('the old plan')).toBeVisible();
  await expect(getNotices(page), 'no alarm').toHaveCount(0);
}

test('a workspace admin invites somebody of an import, who signs in by the link and finds their messages', async ({
  person,
  visitor,
  server,
}) => {
  const ann = await person('Ann');
  const email = createEmail('Kai');
  await importKai(server, ann, email);
  await runAdmin(server, 'grant', createEmail('Ann'));
  await ann.page.goto('/admin/people');
  await ann.page.getByRole('combobox', { name: 'Show' }).selectOption('Not claimed');
  const row = ann.page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: 'Kai' });
  await expect(row).toContainText('Not claimed');
  await row.getByRole('button', { name: 'Manage Kai' }).press('Enter');
  await expect(ann.page.getByRole('menuitem', { name: 'Recovery link' })).toHaveCount(0);
  await ann.page.getByRole('menuitem', { name: 'Invite' }).press('Enter');
  const dialog = ann.page.getByRole('dialog', { name: 'Invite Kai' });
  await expectAccessible(ann.page, 'before an invitation');
  await dialog.getByRole('button', { name: 'Create claim link' }).press('Enter');
  const link = dialog.getByRole('textbox', { name: 'Claim link' });
  await expect(link).toHaveAccessibleDescription(/It works once, until .* isn't shown again/);
  await expectAccessible(ann.page, 'a created invitation');

  const page = await visitor();
  await page.goto(new URL(await link.inputValue()).pathname);
  await expect(page, 'neither the address nor the history has the code').toHaveURL('/claim');
  await expect(page.getByRole('heading', { name: WELCOME })).toBeVisible();
  await expect(page.getByText(`Your email is ${email}.`)).toBeVisible();
  await expectAccessible(page, 'a claim link');
  const password = page.getByLabel('New password', { exact: true });
  await password.fill('short');
  await password.press('Enter');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await setPassword(page);
  await expect(page).toHaveURL('/');
  await expectMessages(page);
  await page.goto(new URL(await link.inputValue()).pathname);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();

  const elsewhere = new SignInPage(await visitor());
  await elsewhere.open();
  await elsewhere.signIn(email, PASSWORD);
  await expect(elsewhere.page).toHaveURL('/');
  await ann.page.reload();
  await ann.page.getByRole('combobox', { name: 'Show' }).selectOption('Not claimed');
  await expect(row).toHaveCount(0);
});

test('on a phone, somebody without an address adds one, and learns that their other account stays another one', async ({
  person,
  server,
}) => {
  const ann = await person('Ann');
  const link = await createLink(server, await importKai(server, ann));
  const { page } = await person('Pia', PHONE);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: WELCOME })).toBeVisible();
  await expect(page.getByRole('note')).toContainText("You're signed in as Pia. This is a separate account");
  await expectAccessible(page, 'a claim link beside a session');
  const email = page.getByRole('textbox', { name: 'Email' });
  await email.fill(createEmail('Ann'));
  await setPassword(page);
  await expect(email).toHaveAccessibleDescription(/There's already an account with this email/);
  await email.fill(createEmail('Kai'));
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await expect(page).toHaveURL('/');
  await expectMessages(page);
});

test('somebody of an import gets a link by mail, also where sign-up is closed', async ({
  person,
  visitor,
  server,
  edges: { mailServer },
}) => {
  const ann = await person('Ann');
  const email = createEmail('Kai');
  await importKai(server, ann, email);
  const page = await visitor();
  await new SignInPage(page).open();
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect.poll(() => mailServer.mailsTo(email)).toHaveLength(1);
  const [, path = ''] = /http:\/\/[^/]+(\/claim\/\S+)/.exec(mailServer.mailsTo(email)[0]?.text ?? '') ?? [];
  await page.goto(path);
  await expect(page.getByRole('heading', { name: WELCOME })).toBeVisible();
  await setPassword(page);
  await expect(page).toHaveURL('/');
  await expectMessages(page);
  expect(await sendCommand(server.url, page.context(), 'get_account', {})).toMatchObject({
    isVerified: true,
  });
});

test('somebody of an import signs in with a provider, also where sign-up is closed, and after a refusal there', async ({
  person,
  visitor,
  server,
  edges: { provider },
}) => {
  const ann = await person('Ann');
  const link = await createLink(server, await importKai(server, ann));
  const sub = randomUUID();
  provider.profile = { sub, name: 'Kai Elsewhere', email: `${sub}@elsewhere.example` };
  const page = await visitor();
  await page.goto(link);
  const button = page.getByRole('button', { name: 'Continue with Corp' });
  provider.consent = 'refused';
  await button.click();
  await expect(page.getByText('You cancelled at Corp; nothing changed')).toBeVisible();
  await expect(page).toHaveURL('/claim');
  provider.consent = 'given';
  await button.click();
  await expect(page).toHaveURL('/');
  await expectMessages(page);

  const other = await visitor();
  await other.goto(await createLink(server, await importKai(server, ann)));
  await other.getByRole('button', { name: 'Continue with Corp' }).click();
  await expect(other.getByText('This Corp account is already linked to someone else here')).toBeVisible();
  await expect(other.getByRole('heading', { name: WELCOME })).toBeVisible();
});
