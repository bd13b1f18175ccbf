import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openDatabase } from '@snug/server/db/open.ts';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { NARROW, SCREENS } from '@snug/testkit/browser/viewports.ts';
import { type Profile, ProviderServer } from '@snug/testkit/provider-server.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { expectNoViolations } from './axe.ts';
import { createEmail, expect, PASSWORD, test as plainTest } from './fixtures.ts';
import { type Server, startServer } from './server.ts';

interface LinkedServers {
  provider: ProviderServer;
  /** A Snug that uses the provider. */
  server: Server;
}

const test = plainTest.extend<{ elsewhere: ProviderServer }, { linked: LinkedServers }>({
  linked: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const provider = await ProviderServer.start();
      const server = await startServer({
        ...provider.settings('google'),
        ...provider.settings('github'),
        ...provider.settings('oidc'),
      });
      await use({ provider, server });
      await server.remove();
      await provider.stop();
    },
    { scope: 'worker' },
  ],

  elsewhere: [
    async ({ linked: { provider } }, use) => {
      provider.profile = createProfile();
      provider.consent = 'given';
      provider.isolatesOpener = false;
      await use(provider);
    },
    // Each test needs a new profile, even if it does not name the provider.
    { auto: true },
  ],

  server: async ({ linked: { server } }, use) => use(server),
});

/** Creates a new account at the provider. */
function createProfile(profile: Profile = {}): Profile {
  const sub = randomUUID();
  return { sub, id: sub, name: 'Gail Elsewhere', email: `${sub}@elsewhere.example`, ...profile };
}

function continueWith(page: Page, provider: string) {
  return page.getByRole('button', { name: `Continue with ${provider}` });
}

async function openDashboard({ page }: { page: Page }): Promise<DashboardPage> {
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  return dashboard;
}

test('each provider signs people up and in, and leads to the requested page', async ({
  visitor,
  person,
  elsewhere,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Wanted', 'Where all were going');
  for (const provider of IS_WIDE ? ['Google', 'GitHub', 'Corp'] : ['Corp']) {
    elsewhere.profile = createProfile({ name: `Gail of ${provider}` });
    const first = await visitor();
    await first.goto(new URL(ann.page.url()).pathname);
    await continueWith(first, provider).click();
    await expect(first.getByRole('heading', { name: 'Wanted' }), provider).toBeVisible();
    const page = await visitor();
    await new SignInPage(page).open();
    await continueWith(page, provider).click();
    const dashboard = await openDashboard({ page });
    await expect(dashboard.dialog.getByText(`Hey, Gail of ${provider}`)).toBeVisible();
    await expect(dashboard.getAccountTag(provider)).toBeVisible();
    await dashboard.getButton(`Disconnect ${provider}`).click();
    await expect(
      page.getByRole('status').getByText(`You cannot disconnected from ${provider}`),
    ).toBeVisible();
    await expect(dashboard.getAccountTag(provider)).toBeVisible();
  }
});

test('a link for guests makes a guest of a person who comes by a provider, until the access ends', {
  tag: '@detail',
}, async ({ person, visitor, elsewhere }) => {
  const ann = await person('Ann');
  await ann.createRoom('Open harbour', 'For all');
  const run = async <Output>({ page }: { page: Page }, command: string, data: object) =>
    (await (await page.request.post(`/api/${command}`, { data })).json()) as Output;
  const { room } = await run<{ room: { id: string } }>(ann, 'create_room', {
    name: 'Quay',
    description: 'A quiet place',
    kind: 'private',
  });
  const { invite } = await run<{ invite: { code: string } }>(ann, 'create_invite', {
    roomIds: [room.id],
    guest: true,
  });
  elsewhere.profile = createProfile({ name: 'Gail Guest' });
  const page = await visitor();
  await page.goto(`/invite/${invite.code}`);
  await continueWith(page, 'Corp').click();
  await expect(new ChatPage(page).composer).toBeVisible();
  const again = await visitor();
  await new SignInPage(again).open();
  await continueWith(again, 'Corp').click();
  await expect(again.getByRole('link', { name: /Quay/ })).toBeVisible();
  await expect(again.getByText('Open harbour')).toBeHidden();
  await expect(again.getByRole('button', { name: 'Create new room' })).toBeHidden();
  const { members } = await run<{ members: { person: { uid: string; guest?: true } }[] }>(
    ann,
    'list_members',
    { roomId: room.id },
  );
  const uid = members.find(member => member.person.guest)?.person.uid ?? '';
  await run(ann, 'set_guest_end', { uid, until: Date.now() + 2_000 });
  for (const each of [page, again]) await expect(each.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await continueWith(again, 'Corp').click();
  await expect(again.getByText('Your access has ended. Ask the person who invited you')).toBeVisible();
  await expectNoViolations(again, 'a sign-in after the end of the access');
});

for (const [where, viewport] of SCREENS) {
  test(`an account is linked in a window and disconnected again, ${where}`, { tag: '@detail' }, async ({
    person,
    elsewhere,
  }) => {
    const ann = await person('Ann', { viewport });
    elsewhere.consent = 'asked';
    const dashboard = await openDashboard(ann);
    const tab = await ann.page.context().newPage();
    await tab.goto('/');
    const elsewhereOpen = await openDashboard({ page: tab });
    for (const provider of ['Google', 'GitHub', 'Corp']) {
      await expect(dashboard.getAccountTag(provider)).toBeHidden();
      const popup = await dashboard.openLinkPopup(provider);
      await popup.getByRole('link', { name: 'Allow' }).click();
      await expect(ann.page.getByRole('status').getByText(`Linked with ${provider}`)).toBeVisible();
      await expect(dashboard.getAccountTag(provider)).toBeVisible();
      await expect(dashboard.getButton(`Link to ${provider}`)).toBeHidden();
      await expect(elsewhereOpen.getAccountTag(provider), 'in every open Dashboard').toBeVisible();
      await expect.poll(() => popup.isClosed()).toBe(true);
    }
    await ann.page.bringToFront();
    await expectNoViolations(ann.page, `Dashboard with tags, ${where}`);
    await dashboard.disconnect('GitHub');
    await expect(ann.page.getByRole('status').getByText('Disconnected from GitHub')).toBeVisible();
    await expect(dashboard.getButton('Link to GitHub'), 'the focus stays').toBeFocused();
    await expect(dashboard.getAccountTag('GitHub')).toBeHidden();
    await expect(elsewhereOpen.getAccountTag('GitHub')).toBeHidden();
    await expectNoViolations(ann.page, `Dashboard with tags and buttons, ${where}`);
  });
}

test('who came by a provider signs in again and sets a password', { tag: '@detail' }, async ({
  visitor,
  server,
  elsewhere,
}) => {
  const email = `${randomUUID()}@elsewhere.example`;
  elsewhere.profile = createProfile({ name: 'Gail', email });
  const page = await visitor();
  await new SignInPage(page).open();
  await continueWith(page, 'GitHub').click();
  await expect(page).toHaveURL('/');
  const db = openDatabase(server.data);
  const createdAt = new Date(Date.now() - 11 * 60_000).toISOString();
  await db
    .updateTable('sessions')
    .set({ createdAt })
    .where('userId', 'in', query => query.selectFrom('users').select('id').where('email', '=', email))
    .execute();
  await db.destroy();
  await page.reload();
  const dashboard = await openDashboard({ page });
  const dialog = page.getByRole('dialog', { name: 'Set a password' });
  await dashboard.getButton('Set a password').click();
  await expect(dialog.getByText('Sign in again first')).toBeVisible();
  await expectNoViolations(page, 'sign in again');
  await dialog.getByRole('button', { name: 'Continue with GitHub' }).click();
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  await openDashboard({ page });
  await dashboard.getButton('Set a password').click();
  await dialog.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Set a password' }).click();
  await expect(page.getByText('Password set')).toBeVisible();
  const ways = page.getByRole('dialog', { name: 'What still opens your account' });
  await expect(ways.getByRole('listitem')).toHaveText([/^GitHub\s*Linked account\s*Added .+Disconnect$/]);
  await ways.getByRole('button', { name: 'Disconnect GitHub' }).press('Enter');
  // A person needs this long. Meanwhile the page connects with its new session.
  await ways.getByLabel('Current password', { exact: true }).pressSequentially(PASSWORD, { delay: 150 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText('Disconnected from GitHub')).toBeVisible();
  await expect(ways.getByText('Nothing besides your password opens your account.')).toBeVisible();
  await ways.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(dashboard.getButton('Change password')).toBeVisible();
  const other = new SignInPage(await visitor());
  await other.open();
  await other.signIn(email, PASSWORD);
  await expect(other.page).toHaveURL('/');
});

test('a closed window, or a denied consent, links nothing and shows a notice', { tag: '@detail' }, async ({
  person,
  elsewhere,
}) => {
  const ann = await person('Ann', { viewport: NARROW });
  elsewhere.consent = 'asked';
  const dashboard = await openDashboard(ann);
  const closed = await dashboard.openLinkPopup('Google');
  await closed.getByRole('heading', { name: 'Consent' }).waitFor();
  await closed.close();
  const info = ann.page.getByRole('status');
  await expect(info.getByText("Google wasn't linked: the window was closed")).toBeVisible();

  const refused = await dashboard.openLinkPopup('GitHub');
  await refused.getByRole('link', { name: 'Refuse' }).click();
  await expect(info.getByText('You cancelled at GitHub; nothing changed')).toBeVisible();
  await expect.poll(() => refused.isClosed()).toBe(true);
  for (const provider of ['Google', 'GitHub']) {
    await expect(dashboard.getAccountTag(provider)).toBeHidden();
    await expect(dashboard.getButton(`Link to ${provider}`)).toBeVisible();
  }
});

test('a provider whose page severs its window from the opener can be linked', { tag: '@detail' }, async ({
  person,
  elsewhere,
}) => {
  const ann = await person('Ann');
  elsewhere.consent = 'asked';
  elsewhere.isolatesOpener = true;
  const dashboard = await openDashboard(ann);
  const popup = await dashboard.openLinkPopup('Google');
  await popup.getByRole('link', { name: 'Allow' }).click();
  await expect(ann.page.getByRole('status').getByText('Linked with Google')).toBeVisible();
  await expect(dashboard.getAccountTag('Google')).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
});

test('the Dashboard can be closed while the provider asks for consent', { tag: '@detail' }, async ({
  person,
  elsewhere,
}) => {
  const ann = await person('Ann');
  elsewhere.consent = 'asked';
  const dashboard = await openDashboard(ann);
  const popup = await dashboard.openLinkPopup('Google');
  await popup.getByRole('heading', { name: 'Consent' }).waitFor();
  await ann.page.keyboard.press('Escape');
  await expect(dashboard.dialog).toBeHidden();
  await popup.getByRole('link', { name: 'Allow' }).click();
  await expect(ann.page.getByRole('status').getByText('Linked with Google')).toBeVisible();
  await dashboard.open();
  await expect(dashboard.getAccountTag('Google')).toBeVisible();
});

test('a linked provider account cannot be linked to another person', { tag: '@detail' }, async ({
  person,
  visitor,
}) => {
  const page = await visitor();
  await new SignInPage(page).open();
  await continueWith(page, 'Google').click();
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();

  const ben = await person('Ben');
  const dashboard = await openDashboard(ben);
  await dashboard.openLinkPopup('Google');
  const words = 'This Google account is already linked to someone else here';
  await expect(ben.page.getByRole('status').getByText(words)).toBeVisible();
  await expect(dashboard.getAccountTag('Google')).toBeHidden();
});

test('a blocked pop-up window shows a notice', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.page.evaluate(() => {
    window.open = () => null;
  });
  const dashboard = await openDashboard(ann);
  const form = await dashboard.openProviderForm('Link to Google');
  await form.getByRole('button', { name: 'Continue to Google' }).click();
  await expect(
    ann.page.getByRole('status').getByText(/^Your browser blocked the Google window/),
  ).toBeVisible();
});

test('another site can neither start linking nor fake its result', async ({ person, elsewhere }) => {
  const ann = await person('Ann');
  elsewhere.consent = 'asked';
  const dashboard = await openDashboard(ann);
  const popup = await dashboard.openLinkPopup('Google');
  await popup.getByRole('heading', { name: 'Consent' }).waitFor();
  const asked: string[] = [];
  ann.page.on('request', request => asked.push(request.url()));

  const stray = await ann.page.context().newPage();
  await stray.goto('/linking.html?flow=guessed');
  await expect(stray.getByRole('heading', { name: 'One moment...' })).toBeVisible();
  await stray.goto('/linking.html');
  await expect(stray.getByRole('heading', { name: 'Done' })).toBeVisible();
  expect(asked).toEqual([]);
  await expect(dashboard.getAccountTag('Google')).toBeHidden();

  await popup.getByRole('link', { name: 'Allow' }).click();
  await expect(ann.page.getByRole('status').getByText('Linked with Google')).toBeVisible();
});

test('if a provider is down, a notice shows, and sign-in by email works', { tag: '@detail' }, async ({
  person,
  visitor,
  elsewhere,
}) => {
  const ann = await person('Ann');
  const dashboard = await openDashboard(ann);
  const page = await visitor();
  const signIn = new SignInPage(page);
  await signIn.open();
  const stop = elsewhere.onDiscovery(answer => Object.assign(answer, { statusCode: 500 }));
  const words = "Couldn't reach Corp. Try again later.";
  const popup = await dashboard.openLinkPopup('Corp');
  await expect(ann.page.getByRole('status').getByText(words)).toBeVisible();
  await expect.poll(() => popup.isClosed()).toBe(true);
  await continueWith(page, 'Corp').click();
  await expect(page.getByRole('status').getByText(words)).toBeVisible();
  stop();

  elsewhere.onceToken(answer => Object.assign(answer, { statusCode: 500 }));
  await continueWith(page, 'GitHub').click();
  const later = "Couldn't reach GitHub. Try again later.";
  await expect(page.getByRole('status').getByText(later)).toBeVisible();
  await expect(page).toHaveURL('/signin');
  await signIn.signIn(createEmail('Ann'), PASSWORD);
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
});

test('a denied consent or a taken address leads back with a notice, and keeps the requested page', {
  tag: '@detail',
}, async ({ person, visitor, elsewhere }) => {
  const ann = await person('Ann');
  await ann.createRoom('Remembered', 'Still the way to go');
  const page = await visitor();
  await page.goto(new URL(ann.page.url()).pathname);
  elsewhere.consent = 'refused';
  await continueWith(page, 'Google').click();
  await expect(page.getByRole('status').getByText(/^You cancelled at Google/)).toBeVisible();
  await expect(page).toHaveURL('/signin');

  elsewhere.consent = 'given';
  elsewhere.profile = createProfile({ email: createEmail('Ann'), email_verified: true });
  await continueWith(page, 'Corp').click();
  const words =
    "There's already an account with this email. Sign in to it, then link Corp from the Dashboard.";
  await expect(page.getByRole('status').getByText(words)).toBeVisible();
  await new SignInPage(page).signIn(createEmail('Ann'), PASSWORD);
  await expect(page.getByRole('heading', { name: 'Remembered' })).toBeVisible();
});

test('a callback without a started sign-in shows a notice on the sign-in page', { tag: '@detail' }, async ({
  visitor,
}) => {
  const page = await visitor();
  await page.goto('/api/auth/callback/google?code=x&state=y');
  await expect(page.getByRole('status').getByText(/^That took too long/)).toBeVisible();
  await expect(page).toHaveURL('/signin');
  await page.goto('/signin?error=x&wanted=//evil.example');
  await expect(page.getByRole('status').getByText(/^Couldn't reach the provider/)).toBeVisible();
  await continueWith(page, 'Google').click();
  await expect(page).toHaveURL('/');
});

test('axe finds nothing on the sign-in page with providers', { tag: '@detail' }, async ({ visitor }) => {
  for (const [where, viewport] of SCREENS) {
    const page = await visitor({ viewport });
    await new SignInPage(page).open();
    await expectNoViolations(page, `sign in with providers, ${where}`);
  }
});

plainTest(
  'without a provider there are no buttons, and nothing to link',
  { tag: '@detail' },
  async ({ person, visitor }) => {
    const page = await visitor();
    await new SignInPage(page).open();
    await expect(page.getByRole('button', { name: /^Continue with/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Create an account' })).toBeVisible();
    const dashboard = await openDashboard(await person('Ann'));
    await expect(dashboard.getButton('Sign out')).toBeVisible();
    await expect(dashboard.dialog.getByText('Linked accounts')).toHaveCount(0);
  },
);

const closedTest = plainTest.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  server: async ({}, use) => {
    const server = await startServer({ SNUG_SIGN_UP: 'closed' });
    await use(server);
    await server.remove();
  },
});
closedTest('where signing up is closed nobody is asked to', { tag: '@detail' }, async ({ visitor }) => {
  const page = await visitor();
  await new SignInPage(page).open();
  await expect(page.getByRole('button', { name: 'Create an account' })).toHaveCount(0);
});
