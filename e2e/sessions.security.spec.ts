import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { createEmail, expect, PASSWORD, signUp, test } from './fixtures.ts';

test('people see their sessions, and sign out everywhere at once', async ({ visitor }) => {
  const page = await visitor({ viewport: NARROW });
  await signUp(page, 'Ann', createEmail('Ann'));
  await page.goto('/');
  const dashboard = new DashboardPage(page);
  await dashboard.open();
  await expect(dashboard.sessions).toHaveText([/^Chrome on Linux\s*This device\s*Signed in just now$/]);
  await expect(dashboard.getButton('Sign out everywhere'), 'there is no other session').toBeHidden();
  await page.keyboard.press('Escape');

  const elsewhere = new SignInPage(await visitor());
  await elsewhere.open();
  await elsewhere.signIn(createEmail('Ann'), PASSWORD);
  await expect(elsewhere.page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();

  await dashboard.open();
  await expect(dashboard.sessions).toHaveText([
    /This device/,
    /^Chrome on Linux\s*Signed in just now\s*Sign out$/,
  ]);
  await expectNoViolations(page, 'sessions');
  await dashboard.getButton('Sign out everywhere').click();
  await expect(page.getByText('Signed out everywhere')).toBeVisible();
  await expect(page).toHaveURL('/signin');
  await expect(elsewhere.page).toHaveURL('/signin');
  await page.route('**/api/auth/get-session', route => route.abort());
  await page.reload();
  await expect(
    page.getByRole('heading', { name: "Can't reach Snug" }),
    'the browser does not remember the account',
  ).toBeVisible();
  await elsewhere.page.reload();
  await expect(elsewhere.heading).toBeVisible();
  await elsewhere.signIn(createEmail('Ann'), PASSWORD);
  await expect(elsewhere.page).toHaveURL('/');
});

test('people sign out of one other session', { tag: '@detail' }, async ({ person, visitor }) => {
  const ann = await person('Ann');
  const elsewhere = new SignInPage(await visitor());
  await elsewhere.open();
  await elsewhere.signIn(createEmail('Ann'), PASSWORD);
  await expect(elsewhere.page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  const end = dashboard.getButton('Sign out of Chrome on Linux');
  await expect(end).toHaveAccessibleDescription('Signed in just now');
  await expectNoViolations(ann.page, 'sessions that can be ended');
  await end.press('Enter');
  await expect(ann.page.getByText('Signed out of Chrome on Linux')).toBeVisible();
  await expect(elsewhere.page).toHaveURL('/signin');
  await expect(dashboard.sessions).toHaveText([/This device/]);
  await expect(dashboard.dialog.getByRole('heading', { name: 'Signed-in devices' })).toBeFocused();
});

test("signing in again ends the browser's previous session, and its pages go on with the new one", async ({
  person,
}) => {
  const ann = await person('Ann');
  const tab = await ann.page.context().newPage();
  await tab.route('**/blank', route => route.fulfill({ contentType: 'text/html', body: '' }));
  await tab.goto('/blank');
  // A sign-in page that was open before sends this, while another tab requests its session repeatedly.
  const asked = ann.page.evaluate(async () => {
    for (let times = 0; times < 50; times++) await fetch('/api/auth/get-session');
  });
  // By the browser: Playwright's own requests store their cookies later.
  const status = await tab.evaluate(
    async body => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/auth/sign-in/email', { method: 'POST', headers, body })).status;
    },
    JSON.stringify({ email: createEmail('Ann'), password: PASSWORD }),
  );
  expect(status).toBe(200);
  await asked;
  await ann.createRoom('Garden', 'Green');
  await ann.sendMessage('still here');
  await expect(ann.getArticle('still here').getByRole('time')).toBeVisible();
  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  await expect(dashboard.sessions).toHaveCount(1);
});

test('a page whose session ended goes on after a sign-in in another tab', async ({ person }) => {
  const { page } = await person('Ann');
  await page.clock.install();
  await page.context().clearCookies();
  await page.reload();
  await expect(page).toHaveURL('/signin');
  await page.clock.runFor(10_000);
  await expect(page.getByRole('heading', { name: 'Sign in to Snug' })).toBeVisible();
  const data = { email: createEmail('Ann'), password: PASSWORD };
  const headers = { origin: new URL(page.url()).origin };
  const response = await page.context().request.post('/api/auth/sign-in/email', { headers, data });
  expect(response.status()).toBe(200);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(new ChatPage(page).rooms).toBeVisible();
});

test('after signing out, the browser shows no files from its cache', async ({ person, visitor, server }) => {
  const origin = { origin: server.url };
  for (const way of ['Sign out', 'Sign out everywhere']) {
    const name = way === 'Sign out' ? 'Ann' : 'Ben';
    const { page } = await person(name);
    const elsewhere = (await visitor()).request;
    await elsewhere.post('/api/auth/sign-in/email', {
      headers: origin,
      data: { email: createEmail(name), password: PASSWORD },
    });
    const headers = { ...origin, 'content-type': 'application/octet-stream' };
    const sent = await page.request.post('/api/files?name=a.txt', { headers, data: Buffer.from('secret') });
    const { url } = (await sent.json()) as { url: string };
    const read = () => page.evaluate(async path => (await fetch(path)).status, url);
    expect([await read(), await read()]).toEqual([200, 200]);
    const dashboard = new DashboardPage(page);
    await dashboard.open();
    await dashboard.getButton(way).click();
    await expect(page).toHaveURL('/signin');
    expect(await read(), way).toBe(401);
  }
});

test('signing out shows the number of kept drafts, and the next person does not see them', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Drafts', 'Half a thought');
  await ann.composer.fill('not sent yet');
  const dashboard = new DashboardPage(ann.page);
  await dashboard.open();
  await dashboard.getButton('Sign out').click();
  const question = ann.page.getByRole('alertdialog', { name: "1 draft hasn't been sent yet" });
  await expect(question).toContainText('It will be kept in this browser, hidden from others');
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(ann.page).toHaveURL('/signin');
});
