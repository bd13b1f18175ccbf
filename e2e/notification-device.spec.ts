import type { Page } from '@playwright/test';
import type { CommandOutput, PushPayload } from '@snug/protocol';
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
import { setHidden } from './set-hidden.ts';

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

/** Sends the first message from this browser, in a room "Kitchen", and accepts what the page then offers. */
async function turnOn(chat: ChatPage, subscription: TestSubscription): Promise<void> {
  await fakePushManager(chat.page, { subscription });
  await chat.createRoom('Kitchen', 'Food');
  await chat.sendMessage('Who cooks?');
  await findAsk(chat).turnOn.click();
  await expect(chat.page.getByText('Notifications are on')).toBeVisible();
}

/** The key of the server in the subscription of the browser. Null without a subscription. */
function readKey({ page }: ChatPage): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('test:push-key'));
}

async function signInElsewhere(visitor: () => Promise<Page>, name: string): Promise<ChatPage> {
  const chat = new ChatPage(await visitor());
  await chat.page.goto('/signin');
  await new SignInPage(chat.page).signIn(createEmail(name), PASSWORD);
  await expect(chat.rooms).toBeVisible();
  return chat;
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

test('the question waits until the service worker is ready', {
  tag: '@detail',
}, async ({ person, subscription }) => {
  const ann = await person('Ann');
  const { page } = ann;
  await page.evaluate(async () => (await navigator.serviceWorker.ready).unregister());
  await page.addInitScript(() => {
    const container = navigator.serviceWorker;
    const register = container.register.bind(container);
    const { promise, resolve: registerNow } = Promise.withResolvers<void>();
    container.register = async (...args) => {
      await promise;
      return register(...args);
    };
    Object.assign(window, { registerNow });
    // As after the first message.
    localStorage.setItem('snug:notifications', 'ask');
  });
  await fakePushManager(page, { subscription });
  await ann.createRoom('Kitchen', 'Food');
  await expect(ann.composer).toBeVisible();
  await expect(findAsk(ann).question).toBeHidden();
  await page.evaluate(() => (window as unknown as { registerNow: () => void }).registerNow());
  await expect(findAsk(ann).question).toBeVisible();
});

test('a first message that leaves before the page is idle is followed by the question, too', {
  tag: '@detail',
}, async ({ person, subscription }) => {
  const ann = await person('Ann');
  await ann.createRoom('Kitchen', 'Food');
  await fakePushManager(ann.page, { subscription });
  await ann.page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    Object.assign(window, {
      requestIdleCallback: (run: () => void) => waiting.push(run),
      becomeIdle: () => {
        window.requestIdleCallback = run => window.setTimeout(run);
        for (const run of waiting) run();
      },
    });
  });
  await ann.page.reload();
  await ann.sendMessage('Who cooks?');
  await expect(ann.getArticle('Who cooks?')).toBeVisible();
  await ann.page.evaluate('becomeIdle()');
  await expect(findAsk(ann).question).toBeVisible();
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
  await turnOn(ann, subscription);
  const { page } = ann;
  const hasCache = () => page.evaluate(() => caches.has('snug:push'));
  const tray = await NotificationTray.of(page);
  await tray.push({ snug: { v: 1, read: { 'room-r1': 7 } } });
  await expect.poll(hasCache).toBe(true);

  const settings = findSettings(ann);
  await settings.dashboard.open();
  await settings.dashboard.getButton('Sign out').click();
  await expect(page).toHaveURL('/signin');
  expect(await hasCache()).toBe(false);
  expect(await readKey(ann)).toBeNull();

  await new SignInPage(page).signIn(createEmail('Ann'), PASSWORD);
  await expect(ann.rooms).toBeVisible();
  await ann.getRoomLink('Kitchen').click();
  const ask = findAsk(ann);
  await expect(ask.again).toBeVisible();
  await ask.turnOn.click();
  await expect(ask.again).toBeHidden();
  await settings.dashboard.open();
  await expect(settings.onThisDevice).toBeChecked();
});

test('another key of the server renews the subscription, and a device that is removed elsewhere stays off', {
  tag: '@detail',
}, async ({ person, visitor, subscription }) => {
  const ann = await person('Ann');
  await turnOn(ann, subscription);
  const { page } = ann;
  const key = await readKey(ann);
  await page.evaluate(() => localStorage.setItem('test:push-key', btoa('another key')));
  await page.reload();
  await expect.poll(() => readKey(ann)).toBe(key);

  const elsewhere = await signInElsewhere(visitor, 'Ann');
  const others = findSettings(elsewhere);
  await others.dashboard.open();
  await others.devices.getByRole('button', { name: /^Remove / }).click();
  await expect(others.devices).toBeHidden();
  await expect.poll(() => readKey(ann), 'without a reload').toBeNull();
  await page.reload();
  const settings = findSettings(ann);
  await settings.dashboard.open();
  await expect(settings.onThisDevice).not.toBeChecked();
});

test('an open page subscribes again when the push service has ended its subscription', {
  tag: '@detail',
}, async ({ person, subscription }) => {
  const ann = await person('Ann');
  await turnOn(ann, subscription);
  const { page } = ann;
  const { origin } = new URL(page.url());
  const listDevices = async () => {
    const list = await sendCommand(origin, page.context(), 'list_push_devices', {});
    return (list as CommandOutput<'list_push_devices'>).devices;
  };
  subscription.plan.push({ status: 410 });
  const test = await sendCommand(origin, page.context(), 'test_push', {});
  expect(test).toMatchObject({ failure: { problem: 'gone', status: 410 } });
  await expect.poll(listDevices).toHaveLength(1);
});

test('a device that a push service refuses says so in the list until it works again', {
  tag: '@detail',
}, async ({ person, subscription }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await turnOn(ann, subscription);
  const { page, roomId } = ann;
  const { origin } = new URL(page.url());
  subscription.always = { status: 500 };
  await setHidden(page, true);
  await sendCommand(origin, ben.page.context(), 'join_room', { roomId });
  const message = { roomId, text: '@everyone', mentions: [{ uid: null, start: 0, length: 9 }] };
  await sendCommand(origin, ben.page.context(), 'send_message', message);
  const readFailures = async () => {
    const list = await sendCommand(origin, page.context(), 'list_push_devices', {});
    return (list as CommandOutput<'list_push_devices'>).devices.map(({ failure }) => failure?.status);
  };
  await expect.poll(readFailures).toEqual([500]);
  await setHidden(page, false);
  const { dashboard, devices } = findSettings(ann);
  await dashboard.open();
  await expect(devices).toContainText("The last notification didn't arrive. Snug keeps trying.");

  subscription.always = undefined;
  await sendCommand(origin, page.context(), 'test_push', {});
  await page.keyboard.press('Escape');
  await dashboard.open();
  await expect(devices).toContainText('Seen today');
  await expect(devices).not.toContainText('Snug keeps trying');
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
  await turnOn(ann, subscription);
  const { page } = ann;
  const { origin } = new URL(page.url());
  await sendCommand(origin, page.context(), 'sign_out_everywhere', {});
  await expect(page).toHaveURL('/signin');
  await expect.poll(() => readKey(ann)).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('snug:notifications'))).toBe('again');
});

test('two accounts in one browser: the newest has its notifications, and those of the other one end', {
  tag: '@detail',
}, async ({ person, visitor, subscription }) => {
  const [ann, ben, cem] = [await person('Ann'), await person('Ben'), await person('Cem')];
  await turnOn(ann, subscription);
  const { page } = ann;
  const { roomId } = ann;
  const { origin } = new URL(page.url());
  const runAs = async <Output>(at: Page, command: string, input: object): Promise<Output> =>
    (await sendCommand(origin, at.context(), command, input)) as Output;
  const join = async (at: Page): Promise<string> => {
    await runAs(at, 'join_room', { roomId });
    const { message } = await runAs<CommandOutput<'send_message'>>(at, 'send_message', {
      roomId,
      text: 'hi',
    });
    return message.author.uid;
  };
  const [annUid, benUid] = [await join(page), await join(ben.page)];
  await join(cem.page);
  const mention = (uid: string, text: string) =>
    runAs(cem.page, 'send_message', {
      roomId,
      text: `@x ${text}`,
      mentions: [{ uid, start: 0, length: 2 }],
    });
  // Some pushes repeat a text without a sound.
  const readTexts = () => [
    ...new Set(
      subscription.received.flatMap(({ payload }) => {
        const { snug } = payload as unknown as PushPayload;
        return 'kind' in snug ? snug.lines.map(({ text }) => text) : [];
      }),
    ),
  ];
  await setHidden(page, true);
  await mention(annUid, 'for Ann');
  await expect.poll(readTexts).toEqual(['@x for Ann']);

  // The session is lost without a sign-out.
  await page.context().clearCookies();
  await page.goto('/signin');
  await new SignInPage(page).signIn(createEmail('Ben'), PASSWORD);
  await expect(ann.rooms).toBeVisible();
  await ann.getRoomLink('Kitchen').click();
  await findAsk(ann).turnOn.click();
  await expect(page.getByText('Notifications are on')).toBeVisible();
  await setHidden(page, true);
  await mention(annUid, 'for Ann only');
  await mention(benUid, 'for Ben');
  await expect.poll(readTexts).toEqual(['@x for Ann', '@x for Ben']);

  const elsewhere = findSettings(await signInElsewhere(visitor, 'Ann'));
  await elsewhere.dashboard.open();
  await expect(elsewhere.onThisDevice).toBeVisible();
  await expect(elsewhere.devices).toBeHidden();
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
    // Rooms and words also decide about sounds.
    await expect(settings.section.getByRole('radiogroup', { name: 'Notify me about' })).toBeVisible();
    await expect(settings.section.getByText('On locked screens')).toBeHidden();
    await expect(settings.onThisDevice).toBeHidden();
    await expect(settings.test).toBeHidden();
    await expect(findAsk(ann).question).toBeHidden();
  } finally {
    await server.remove();
  }
});

/** The number on the icon of the app, as its page sets it. */
async function followBadge(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const setBadge = async (count = 0) => void Object.assign(window, { badge: count });
    Object.assign(navigator, { setAppBadge: setBadge, clearAppBadge: () => setBadge() });
  });
  return () => page.evaluate(() => (window as unknown as { badge: number }).badge);
}

test('the page and pushes show the same number on the icon, and none after reading elsewhere', {
  tag: '@detail',
}, async ({ person, visitor, subscription }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const readBadge = await followBadge(ann.page);
  await turnOn(ann, subscription);
  const { roomId } = ann;
  const { origin } = new URL(ann.page.url());
  const runAs = async <Output>({ page }: ChatPage, command: string, input: object): Promise<Output> =>
    (await sendCommand(origin, page.context(), command, input)) as Output;
  const { messages } = await runAs<CommandOutput<'get_messages'>>(ann, 'get_messages', { roomId });
  const [own] = messages;
  await runAs(ben, 'join_room', { roomId });
  await setHidden(ann.page, true);
  const send = (input: object) => runAs<CommandOutput<'send_message'>>(ben, 'send_message', input);
  const { message: first } = await send({ roomId, text: 'Nobody is meant' });
  const { room: direct } = await runAs<CommandOutput<'open_direct'>>(ann, 'open_direct', {
    uids: [first.author.uid],
  });
  await runAs(ann, 'send_message', { roomId: direct.id, text: 'What do you cook?' });
  await send({ roomId, text: '@Ann', mentions: [{ uid: own?.author.uid, start: 0, length: 4 }] });
  await send({ roomId, text: 'I do', replyTo: own?.id });
  await send({ roomId: direct.id, text: 'Soup or salad?' });
  await send({ roomId: direct.id, text: 'Or both?' });
  const readPushed = () => subscription.received.at(-1)?.payload['app_badge'];
  await expect.poll(readPushed).toBe(4);
  await expect.poll(readBadge).toBe(4);

  const elsewhere = await signInElsewhere(visitor, 'Ann');
  await elsewhere.page.goto(`/chat/${direct.id}`);
  await expect.poll(readBadge).toBe(2);
  await elsewhere.page.goto(`/chat/${roomId}`);
  await expect.poll(readBadge).toBe(0);
  await expect.poll(readPushed).toBe(0);
});
