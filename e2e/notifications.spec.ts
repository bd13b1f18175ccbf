import type { Page } from '@playwright/test';
import type { PushNotice, PushPayload } from '@snug/protocol';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { expect, test } from './fixtures.ts';
import { NotificationTray } from './notification-tray.ts';
import { setHidden } from './set-hidden.ts';

test.use({ serviceWorkers: 'allow' });

const SOUP = '0198a5c2-7d1e-7b60-9b1f-3c5a2e4d6f70';

/** The browser of the tests refuses the permission, whatever a test grants. */
async function allowNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Object.assign(Notification, { requestPermission: async () => 'granted' });
  });
  await page.reload();
}

function createPush(roomId: string, seq: number, more: Partial<PushNotice> = {}): PushPayload {
  const notice: PushNotice = {
    kind: 'room',
    tag: `room-${roomId}`,
    seq,
    path: `/chat/${roomId}`,
    room: { id: roomId, name: 'Kitchen', kind: 'open' },
    lines: [{ author: 'Ben', text: `the **soup** number ${seq}`, kind: 'text' }],
    count: 1,
    ...more,
  };
  return { web_push: 8030, mutable: true, snug: { v: 1, ...notice } };
}

function createRead(read: Record<string, number>): PushPayload {
  return { snug: { v: 1, read } };
}

test('pushes show one notification a room, which closes when its messages are read', async ({ person }) => {
  const ann = await person('Ann');
  const tray = await NotificationTray.of(ann.page);
  const listTitles = async () => (await tray.list()).map(({ title }) => title);
  await tray.push(createPush('r1', 7));
  await expect
    .poll(tray.list)
    .toMatchObject([{ title: 'Ben in Kitchen', body: 'the soup number 7', isSilent: false }]);
  await tray.push(createPush('r1', 8, { count: 2 }));
  await expect.poll(listTitles).toEqual(['2 new in Kitchen']);
  await tray.push(createPush('r1', 8, { count: 2 }));
  await expect.poll(tray.list, 'a repetition').toMatchObject([{ title: '2 new in Kitchen', isSilent: true }]);

  await tray.push(createPush('r2', 3, { room: { id: 'r2', name: 'Attic', kind: 'private' } }));
  await expect.poll(listTitles).toEqual(['2 new in Kitchen', 'Ben in Attic']);
  await tray.push(createRead({ 'room-r1': 7, 'room-r2': 3 }));
  await expect.poll(listTitles, 'one room is read').toEqual(['2 new in Kitchen']);

  // One that comes late shows nothing.
  await tray.push(createPush('r2', 3));
  await tray.push(createPush('r3', 1));
  await expect.poll(async () => (await tray.list()).map(({ tag }) => tag)).toEqual(['room-r1', 'room-r3']);
});

test('a click on a notification opens its message in the open page, without a reload', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Kitchen', 'Food');
  const { roomId } = ann;
  const { origin } = new URL(ann.page.url());
  const input = { roomId, id: SOUP, text: 'Soup is ready' };
  await sendCommand(origin, ann.page.context(), 'send_message', input);
  await ann.createRoom('Attic', 'Boxes');
  const tray = await NotificationTray.of(ann.page);
  await ann.composer.fill('A draft');
  await tray.push(createPush(roomId, 7, { path: `/chat/${roomId}?at=${SOUP}` }));
  await expect.poll(async () => (await tray.list()).length).toBe(1);
  await tray.click(`room-${roomId}`);
  await expect(ann.page.getByRole('heading', { name: 'Kitchen' })).toBeVisible();
  await expect(ann.getArticle('Soup is ready')).toBeVisible();
  expect(await tray.list()).toEqual([]);

  // A push of somebody else's making opens nothing but the app.
  await tray.push(createPush('r2', 9, { path: 'https://evil.example/chat/x' }));
  await expect.poll(async () => (await tray.list()).length).toBe(1);
  await tray.click('room-r2');
  await expect(ann.page).toHaveURL('/');
});

test('reading a room closes its notification on this device', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await allowNotifications(ann.page);
  await ann.createRoom('Kitchen', 'Food');
  const { roomId } = ann;
  await ann.sendMessage('Who cooks?');
  await ann.createRoom('Attic', 'Boxes');
  const tray = await NotificationTray.of(ann.page);
  await ben.openRoom('Kitchen');
  await ben.sendMessage('I do');
  await expect(ann.getRoomLink('Kitchen')).toContainText('1 unread');
  await tray.push(createPush(roomId, 2));
  await tray.push(createPush('r2', 2));
  await expect.poll(async () => (await tray.list()).length).toBe(2);
  await ann.openRoom('Kitchen');
  await expect.poll(async () => (await tray.list()).map(({ tag }) => tag)).toEqual(['room-r2']);
});

test('a browser without a push service shows notifications while its page is in the background', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await allowNotifications(ann.page);
  await ann.createRoom('Kitchen', 'Food');
  const { roomId } = ann;
  await ann.page.evaluate(() => localStorage.setItem('snug:notifications', 'on'));
  const tray = await NotificationTray.of(ann.page);
  await ben.openRoom('Kitchen');
  await ann.sendMessage('Who cooks?');
  await setHidden(ann.page, true);
  await ben.sendMessage('No mention, no notification');
  await expect(ann.page).toHaveTitle('(1) Kitchen · Snug');
  await ben.getArticle('Who cooks?').hover();
  await ben.getArticle('Who cooks?').getByRole('button', { name: 'Reply' }).click();
  await ben.sendMessage('I **do**');
  await expect
    .poll(tray.list)
    .toMatchObject([{ title: 'Ben in Kitchen', body: 'I do', tag: `room-${roomId}`, isSilent: false }]);

  const { origin } = new URL(ann.page.url());
  const choose = (input: object) =>
    sendCommand(origin, ann.page.context(), 'set_notification_settings', input);
  await choose({ shows: 'name', words: ['soup'] });
  await ben.sendMessage('The soup, too');
  await expect.poll(tray.list).toMatchObject([{ title: 'Kitchen', body: '2 new messages' }]);
  await choose({ shows: 'nothing' });
  await ben.sendMessage('And more soup');
  await expect.poll(tray.list).toMatchObject([{ title: 'Snug', body: '3 new messages' }]);

  await choose({ pausedUntil: Date.now() + 3_600_000 });
  await expect(ann.page.getByRole('button', { name: /notifications paused until/ })).toBeVisible();
  await ben.sendMessage('Soup again');
  await expect(ann.page).toHaveTitle('(5) Kitchen · Snug');
  await choose({ pausedUntil: null });
  await ben.sendMessage('Last soup');
  await expect.poll(tray.list).toMatchObject([{ title: 'Snug', body: '5 new messages' }]);
});

test('a page reports when somebody uses it, and when it hides', { tag: '@detail' }, async ({ person }) => {
  const { page } = await person('Ann');
  const reports: boolean[] = [];
  page.on('websocket', socket => {
    socket.on('framesent', ({ payload }) => {
      const { command, input } = JSON.parse(String(payload)) as { command?: string; input?: object };
      if (command === 'set_active') reports.push((input as { active: boolean }).active);
    });
  });
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  await expect
    .poll(async () => {
      await page.keyboard.press('Shift');
      return reports;
    })
    .toEqual([true]);
  await setHidden(page, true);
  await expect.poll(() => reports).toEqual([true, false]);
});
