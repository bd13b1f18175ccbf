import type { PushPayload } from '@snug/protocol';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { DashboardPage } from '@snug/testkit/browser/pages/dashboard-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { TestPushService, type TestSubscription } from '@snug/testkit/push-service.ts';
import { storePerson } from '@snug/testkit/store-person.ts';
import { expectAccessible } from './axe.ts';
import { fakePushManager } from './fake-push-manager.ts';
import { addSessionCookie, test as base, createEmail, expect, PASSWORD } from './fixtures.ts';
import { NotificationTray } from './notification-tray.ts';
import { startServer } from './server.ts';

const test = base.extend<{ subscription: TestSubscription }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  subscription: async ({}, use) => {
    const service = await TestPushService.start();
    await use(service.subscribe());
    await service.stop();
  },
});
test.use({ serviceWorkers: 'allow' });

function findAsk({ page }: ChatPage) {
  return {
    question: page.getByText('Get notified when somebody answers?'),
    again: page.getByText('Get notifications on this device again?'),
    turnOn: page.getByRole('button', { name: 'Turn on notifications' }),
    notNow: page.getByRole('button', { name: 'Not now' }),
  };
}

function findSettings({ page }: ChatPage) {
  const dashboard = new DashboardPage(page);
  const section = dashboard.dialog.getByRole('group', { name: 'Notifications', exact: true });
  return {
    dashboard,
    section,
    onThisDevice: section.getByRole('switch', { name: 'Notifications on this device' }),
    test: section.getByRole('button', { name: 'Send a test' }),
    devices: section.getByRole('list', { name: 'Your devices' }),
  };
}

test('one tap after the first message turns notifications on, and a test arrives', async ({
  person,
  subscription,
}) => {
  const ann = await person('Ann');
  await fakePushManager(ann.page, { subscription });
  await ann.createRoom('Kitchen', 'Food');
  const ask = findAsk(ann);
  await expect(ann.composer).toBeVisible();
  await expect(ask.question).toBeHidden();
  await ann.sendMessage('Who cooks?');
  await expect(ask.question).toBeVisible();
  await expectAccessible(ann.page, 'question');
  await ask.turnOn.click();
  await expect(ask.question).toBeHidden();
  await expect(ann.composer).toBeFocused();

  const tray = await NotificationTray.of(ann.page);
  const settings = findSettings(ann);
  await settings.dashboard.open();
  await expect(settings.onThisDevice).toBeChecked();
  await expect(settings.devices.getByRole('listitem')).toHaveText(/This device.*Seen today/);
  await settings.test.click();
  await expect.poll(() => subscription.received.length).toBe(1);
  await tray.push(subscription.received[0]?.payload as unknown as PushPayload);
  await expect(settings.section.getByText(/^It arrived after [\d.]+ s\./)).toBeVisible();
  await expect.poll(tray.list).toMatchObject([{ title: 'Notifications work on this device', tag: 'test' }]);
  await expect(settings.section.getByText(/^On\. Last one/)).toBeVisible();
  await expectAccessible(ann.page, 'settings');
  await ann.page.keyboard.press('Escape');
  await settings.dashboard.open();
  await expect(settings.dashboard.dialog.getByRole('heading', { name: 'Dashboard' })).toBeFocused();

  await settings.onThisDevice.press('Space');
  await expect(settings.devices).toBeHidden();
  await expect(settings.onThisDevice).not.toBeChecked();
  await expect(settings.section.getByText('Off', { exact: true })).toBeVisible();
});

test('"Not now" is remembered in this browser', { tag: '@detail' }, async ({ person, subscription }) => {
  const ann = await person('Ann');
  await fakePushManager(ann.page, { subscription });
  await ann.createRoom('Kitchen', 'Food');
  await ann.sendMessage('Who cooks?');
  const ask = findAsk(ann);
  await ask.notNow.focus();
  await ask.notNow.press('Enter');
  await expect(ask.question).toBeHidden();
  await expect(ann.composer).toBeFocused();
  await ann.page.reload();
  await ann.sendMessage('Nobody?');
  await expect(ann.getArticle('Nobody?')).toBeVisible();
  await expect(ask.question).toBeHidden();
});

test('a sign-out ends the subscription, and one tap after the next sign-in turns it on again', {
  tag: '@detail',
}, async ({ person, subscription }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await fakePushManager(page, { subscription });
  await ann.createRoom('Kitchen', 'Food');
  await ann.sendMessage('Who cooks?');
  await findAsk(ann).turnOn.click();
  await expect(page.getByText('Notifications are on')).toBeVisible();
  const hasCache = () => page.evaluate(() => caches.has('snug:push'));
  const tray = await NotificationTray.of(page);
  await tray.push({ snug: { v: 1, read: { 'room-r1': 7 } } });
  await expect.poll(hasCache).toBe(true);

  const settings = findSettings(ann);
  await settings.dashboard.open();
  await settings.dashboard.getButton('Sign out').click();
  await expect(page).toHaveURL('/signin');
  expect(await hasCache()).toBe(false);
  expect(await page.evaluate(() => localStorage.getItem('test:push-key'))).toBeNull();

  await new SignInPage(page).signIn(createEmail('Ann'), PASSWORD);
  await expect(ann.rooms).toBeVisible();
  await ann.getRoomLink('Kitchen').click();
  const { again, turnOn } = findAsk(ann);
  await expect(again).toBeVisible();
  await turnOn.click();
  await expect(again).toBeHidden();
  await settings.dashboard.open();
  await expect(settings.onThisDevice).toBeChecked();
});

test('another key of the server renews the subscription, and a device that is removed elsewhere stays off', {
  tag: '@detail',
}, async ({ person, visitor, subscription }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await fakePushManager(page, { subscription });
  await ann.createRoom('Kitchen', 'Food');
  await ann.sendMessage('Who cooks?');
  await findAsk(ann).turnOn.click();
  await expect(page.getByText('Notifications are on')).toBeVisible();
  const readKey = () => page.evaluate(() => localStorage.getItem('test:push-key'));
  const key = await readKey();
  await page.evaluate(() => localStorage.setItem('test:push-key', btoa('another key')));
  await page.reload();
  await expect.poll(readKey).toBe(key);

  const elsewhere = new ChatPage(await visitor());
  await elsewhere.page.goto('/signin');
  await new SignInPage(elsewhere.page).signIn(createEmail('Ann'), PASSWORD);
  const others = findSettings(elsewhere);
  await others.dashboard.open();
  await others.devices.getByRole('button', { name: /^Remove / }).click();
  await expect(others.devices).toBeHidden();
  await page.reload();
  await expect.poll(readKey).toBeNull();
  const settings = findSettings(ann);
  await settings.dashboard.open();
  await expect(settings.onThisDevice).not.toBeChecked();
});

test('a browser without a push service, and one that blocks notifications, say so', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await fakePushManager(ann.page);
  const settings = findSettings(ann);
  await settings.dashboard.open();
  await settings.onThisDevice.press('Space');
  const sentence = 'This browser has no push service. You hear from Snug only while it is open.';
  await expect(settings.section.getByText(sentence)).toBeVisible();
  await expect(settings.onThisDevice).toBeChecked();

  await fakePushManager(ben.page, { permission: 'denied' });
  const other = findSettings(ben);
  await other.dashboard.open();
  await other.onThisDevice.press('Space');
  const blocked = 'This browser blocks notifications from Snug. Allow them in the site settings.';
  await expect(other.section.getByText(blocked)).toBeVisible();
  await expect(other.onThisDevice).not.toBeChecked();
  await other.test.click();
  await expect(other.section.getByRole('status')).toHaveText(blocked);
});

test('a session that ends elsewhere leaves nothing of its pushes in the browser', { tag: '@detail' }, async ({
  person,
  subscription,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  await fakePushManager(page, { subscription });
  await ann.createRoom('Kitchen', 'Food');
  await ann.sendMessage('Who cooks?');
  await findAsk(ann).turnOn.click();
  await expect(page.getByText('Notifications are on')).toBeVisible();
  const { origin } = new URL(page.url());
  await sendCommand(origin, page.context(), 'sign_out_everywhere', {});
  await expect(page).toHaveURL('/signin');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('test:push-key'))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('snug:notifications'))).toBe('again');
});

test('a server without pushes offers no notifications', { tag: '@detail' }, async ({ visitor }) => {
  const server = await startServer({ SNUG_PUSH: 'off' });
  try {
    const ann = new ChatPage(await visitor());
    const { page } = ann;
    const { cookie } = await storePerson(server, 'Ann', createEmail('Ann'));
    await addSessionCookie(page.context(), server.url, cookie);
    await page.goto(server.url);
    await fakePushManager(page);
    await expect(ann.rooms).toBeVisible();
    await ann.createRoom('Kitchen', 'Food');
    await ann.sendMessage('Who cooks?');
    await expect(ann.getArticle('Who cooks?')).toBeVisible();
    const settings = findSettings(ann);
    await settings.dashboard.open();
    await expect(settings.section.getByRole('switch', { name: 'Play a sound' })).toBeVisible();
    await expect(settings.onThisDevice).toBeHidden();
    await expect(settings.test).toBeHidden();
    await expect(findAsk(ann).question).toBeHidden();
  } finally {
    await server.remove();
  }
});
