import type { Locator } from '@playwright/test';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW, WIDE } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';

const LAST_ONLINE = /^Last online \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}$/;

/** Two people in a room with a message of Ben's. */
async function openTogether(
  person: (name: string, device?: { viewport: typeof NARROW }) => Promise<ChatPage>,
  viewport = WIDE,
) {
  const [ann, ben] = [await person('Ann', { viewport }), await person('Ben')];
  await ann.createRoom('Evening', 'The lamp is lit');
  await ben.openRoom('Evening');
  await ben.sendMessage('Good evening');
  const dot = ann.getArticle('Good evening').getByRole('img');
  await expect(dot).toHaveAccessibleName('Online');
  return { ann, ben, dot };
}

async function expectOffline(dot: Locator): Promise<void> {
  await expect(dot).toHaveAccessibleName(LAST_ONLINE);
}

test('closing the browser makes a person offline, and the profile shows since when', async ({ person }) => {
  const { ann, ben, dot } = await openTogether(person, NARROW);
  await ben.page.context().close();
  await expectOffline(dot);
  await ann.getArticle('Good evening').getByRole('button', { name: 'Ben', exact: true }).click();
  const profile = ann.page.getByRole('dialog', { name: 'Ben profile' });
  await expectOffline(profile.getByRole('img'));
  await expect(profile.getByText(LAST_ONLINE)).toBeVisible();
});

test('a person with two tabs is offline after the last one closes', { tag: '@detail' }, async ({
  person,
}) => {
  const { ben, dot } = await openTogether(person);
  const tab = await ben.page.context().newPage();
  await tab.goto('/');
  await expect(tab.getByRole('navigation', { name: 'Rooms' })).toBeVisible();
  await ben.page.close();
  // Longer than the grace period: nothing must happen.
  await tab.waitForTimeout(7_000);
  await expect(dot).toHaveAccessibleName('Online');
  await tab.close();
  await expectOffline(dot);
});

test('a reload does not make a person offline', { tag: '@detail' }, async ({ person }) => {
  const { ann, ben, dot } = await openTogether(person);
  const labels: string[] = [];
  const observed = await dot.elementHandle();
  await ann.page.exposeFunction('recordLabel', (label: string) => labels.push(label));
  await ann.page.evaluate(element => {
    const { recordLabel } = window as unknown as { recordLabel: (label: string) => void };
    const observer = new MutationObserver(() => recordLabel(element?.getAttribute('aria-label') ?? ''));
    if (element) observer.observe(element, { attributes: true });
  }, observed);
  await ben.page.reload();
  await expect(ben.getArticle('Good evening')).toBeVisible();
  await ben.page.waitForTimeout(6_000);
  expect(labels).toEqual([]);
});

test('after a kill of the server, everyone is online again when they reconnect', {
  tag: ['@own-server', '@detail'],
}, async ({ person, server }) => {
  const { ann, dot } = await openTogether(person);
  await server.kill();
  await server.start();
  await expect(dot).toHaveAccessibleName('Online');
  await ann.sendMessage('Still here');
  await expect(ann.getArticle('Still here').getByRole('img')).toHaveAccessibleName('Online');
});

test('the presence is unknown until it is known, and pointer and keys show it as a text', {
  tag: '@detail',
}, async ({ person }) => {
  const { ann } = await openTogether(person);
  const held = Promise.withResolvers<void>();
  await ann.page.routeWebSocket(/api\/live/, socket => {
    const server = socket.connectToServer();
    let asked: number | undefined;
    socket.onMessage(text => {
      const { id, command } = JSON.parse(String(text)) as { id: number; command: string };
      if (command === 'watch_people') asked = id;
      server.send(text);
    });
    server.onMessage(text => {
      const { id } = JSON.parse(String(text)) as { id?: number };
      if (id === undefined || id !== asked) socket.send(text);
      else void held.promise.then(() => socket.send(text));
    });
  });
  await ann.page.reload();
  const article = ann.getArticle('Good evening');
  const dot = article.getByRole('img');
  await expect(dot).toHaveAccessibleName('Unknown state');
  held.resolve();
  await expect(dot).toHaveAccessibleName('Online');
  const tip = () => dot.evaluate(element => getComputedStyle(element, '::after').visibility);
  expect(await tip()).toBe('hidden');
  await dot.hover();
  expect(await tip()).toBe('visible');
  await ann.page.mouse.move(0, 0);
  expect(await tip()).toBe('hidden');
  await ann.messages.focus();
  await ann.page.keyboard.press('Tab');
  await expect(article.getByRole('button', { name: 'Ben', exact: true })).toBeFocused();
  expect(await tip()).toBe('visible');
});
