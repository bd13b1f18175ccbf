import type { Locator, Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW, SMALLEST } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { setFocused } from './set-focused.ts';
import { readStoredText } from './stored-data.ts';
import { findSmallTargets } from './touch-targets.ts';

const NONE = 'Replies to what you write, and conversations that you follow, appear here.';

function getLink({ page }: ChatPage): Locator {
  return page.getByRole('link', { name: /^Conversations/ });
}

function getCards({ page }: ChatPage): Locator {
  return page.getByRole('main').getByRole('article');
}

function getCard(who: ChatPage, heading: string): Locator {
  return getCards(who).filter({ has: who.page.getByRole('heading', { name: heading }) });
}

async function expectPill(who: ChatPage, count: number): Promise<void> {
  const name = count === 0 ? 'Conversations' : `Conversations, ${count} new`;
  await expect(getLink(who)).toHaveAccessibleName(name, { timeout: 20_000 });
}

function choose({ page }: ChatPage, name: 'New' | 'All'): Promise<void> {
  return page.getByRole('radio', { name, exact: true }).check();
}

async function send(who: ChatPage, roomId: string, text: string, replyTo?: string): Promise<string> {
  const { origin } = new URL(who.page.url());
  const input = { roomId, text, ...(replyTo !== undefined && { replyTo }) };
  const result = await sendCommand(origin, who.page.context(), 'send_message', input);
  return (result as { message: { id: string } }).message.id;
}

/** Messages of `who` that `other` answers, oldest first. Returns the ids of the first messages. */
async function startConversations(
  who: ChatPage,
  other: ChatPage,
  roomId: string,
  headings: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const heading of headings) {
    const id = await send(who, roomId, heading);
    await send(other, roomId, `About ${heading}`, id);
    ids.push(id);
  }
  return ids;
}

async function createRoomOnly(who: ChatPage, name: string): Promise<string> {
  await who.createRoom(name, 'For conversations');
  const { roomId } = who;
  await who.page.goto('/');
  return roomId;
}

async function listHeadings(who: ChatPage): Promise<string[]> {
  return getCards(who).getByRole('heading').allInnerTexts();
}

test('an answer counts at "Conversations", stands there with its first message, and is read in its conversation', async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { page } = ann;
  const roomId = await createRoomOnly(ann, 'Bakery');
  const rootId = await send(ann, roomId, 'Who wants **rye**?');
  await expectPill(ann, 0);
  await send(ben, roomId, 'Two for me', rootId);
  await send(ben, roomId, 'Closed on Monday');
  await expectPill(ann, 1);

  await getLink(ann).click();
  await expect(page.getByRole('heading', { name: 'Conversations', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^Conversations/);
  const card = getCard(ann, 'Who wants rye?');
  await expect(card).toContainText('Bakery');
  await expect(card).toContainText('1 new');
  await expect(card).toContainText('Two for me');
  await expectNoViolations(page, 'conversations');
  await card.getByRole('link', { name: 'Open conversation' }).click();
  await expect(ann.getArticle('Two for me')).toBeVisible();
  await expect(ann.getArticle('Closed on Monday')).toHaveCount(0);
  await expectPill(ann, 0);
  await expect(ann.getRoomLink('Bakery'), 'the other message stays unread').toHaveAccessibleName(/1 unread/);

  await page.goBack();
  await expect(page.getByText('Nothing new.')).toBeVisible();
  await choose(ann, 'All');
  await expect(card).toBeVisible();
  await expect(card.getByRole('button', { name: 'Mark as read' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Unfollow' }).click();
  await expect(page.getByText(NONE)).toBeVisible();
  await send(ben, roomId, 'Or three', rootId);
  await expect(ann.getRoomLink('Bakery')).toHaveAccessibleName(/2 unread/);
  await page.reload();
  await expect(page.getByText(NONE), 'after a reload, too').toBeVisible();
  await expectPill(ann, 0);
});

test('a card that becomes new while one looks stays in its place, and others wait above', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { page } = ann;
  const roomId = await createRoomOnly(ann, 'Garden');
  const [beans = ''] = await startConversations(ann, ben, roomId, ['Beans', 'Peas', 'Kale']);
  await page.goto('/conversations');
  await expect.poll(() => listHeadings(ann)).toEqual(['Kale', 'Peas', 'Beans']);
  await getCard(ann, 'Beans').getByRole('button', { name: 'Mark as read' }).focus();
  const { y } = (await getCard(ann, 'Beans').boundingBox()) ?? {};

  await send(ben, roomId, 'Runner beans', beans);
  await expect(getCard(ann, 'Beans')).toContainText('2 new');
  await expect(getCard(ann, 'Beans')).toContainText('Runner beans');
  expect(await listHeadings(ann)).toEqual(['Kale', 'Peas', 'Beans']);

  const other = await send(ann, roomId, 'Compost');
  await send(ben, roomId, 'Worms', other);
  const show = page.getByRole('button', { name: 'Show 1 new conversation' });
  await expect(show).toBeVisible({ timeout: 20_000 });
  expect((await getCard(ann, 'Beans').boundingBox())?.y, 'nothing has moved').toBe(y);
  await expectNoViolations(page, 'a conversation that waits');
  await show.click();
  await expect.poll(() => listHeadings(ann)).toEqual(['Compost', 'Kale', 'Peas', 'Beans']);
  await expect(show).toHaveCount(0);
  await page.reload();
  await expect
    .poll(() => listHeadings(ann), 'newest reply first')
    .toEqual(['Compost', 'Beans', 'Kale', 'Peas']);
});

test('keys walk through the cards, open them, mark them as read and end following', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { page } = ann;
  const roomId = await createRoomOnly(ann, 'Workshop');
  await startConversations(ann, ben, roomId, ['Saw', 'Plane', 'Chisel', 'File']);
  let lists = 0;
  page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().includes('"conversations":[')) lists++;
    }),
  );
  await page.goto('/conversations');
  await expect.poll(() => listHeadings(ann)).toEqual(['File', 'Chisel', 'Plane', 'Saw']);
  await page.getByRole('radio', { name: 'New', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(getCard(ann, 'File')).toBeFocused();
  await page.keyboard.press('End');
  await expect(getCard(ann, 'Saw')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(getCard(ann, 'Plane')).toBeFocused();
  await page.keyboard.press('Shift+Enter');
  await expect(getCard(ann, 'Plane')).toHaveCount(0);
  await expect(getCard(ann, 'Saw'), 'the next card has the focus').toBeFocused();
  await page.keyboard.press('u');
  await expect(getCard(ann, 'Saw')).toHaveCount(0);
  await expect(getCard(ann, 'Chisel')).toBeFocused();
  const before = lists;
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.hover();
  await expect.poll(() => lists, 'the list is read again').toBeGreaterThan(before);
  await undo.click();
  await expect(getCard(ann, 'Saw')).toBeVisible();
  await getCard(ann, 'Saw').getByRole('button', { name: 'Unfollow' }).click();
  await expect(getCard(ann, 'Saw')).toHaveCount(0);
  await getCard(ann, 'Chisel').focus();
  await page.keyboard.press('Tab');
  await expect(getCard(ann, 'Chisel').getByRole('link', { name: 'Open conversation' })).toBeFocused();
  await page.keyboard.press('u');
  await expect(getCard(ann, 'Chisel'), 'a key on a button is for the button').toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(ann.getArticle('About Chisel')).toBeVisible();
  await expectPill(ann, 1);
  await page.goBack();
  await choose(ann, 'All');
  await expect.poll(() => listHeadings(ann)).toEqual(['File', 'Chisel', 'Plane']);
});

test('conversations of a muted room stand under "All", without a number', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { page } = ann;
  const roomId = await createRoomOnly(ann, 'Noise');
  const { origin } = new URL(page.url());
  await sendCommand(origin, page.context(), 'set_room_options', { roomId, muted: true });
  const [drums] = await startConversations(ann, ben, roomId, ['Drums']);
  await page.goto(`/chat/${roomId}`);
  await expect(page.getByRole('link', { name: '1 reply', exact: true })).toBeVisible();
  await setFocused(page, false);
  await send(ben, roomId, 'Louder', drums);
  const line = page.getByRole('link', { name: /^2 replies/ });
  await expect(line, 'no dot').toHaveAccessibleName('2 replies');
  await sendCommand(origin, page.context(), 'set_room_options', { roomId, muted: false });
  await expect(line).toHaveAccessibleName('2 replies, 1 new');
  await sendCommand(origin, page.context(), 'set_room_options', { roomId, muted: true });
  await expect(line, 'no dot again').toHaveAccessibleName('2 replies');
  await page.goto('/conversations');
  await expect(page.getByText('Nothing new.')).toBeVisible();
  await expectPill(ann, 0);
  await choose(ann, 'All');
  await expect(getCard(ann, 'Drums')).toContainText('Louder');
  await expect(getCard(ann, 'Drums')).not.toContainText('new');
  await getCard(ann, 'Drums').getByRole('button', { name: 'Mark as read' }).click();
  await expect(getCard(ann, 'Drums').getByRole('button', { name: 'Mark as read' })).toHaveCount(0);
});

test('the list reads on by scrolling, twenty conversations at a time', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { page } = ann;
  const roomId = await createRoomOnly(ann, 'Archive');
  const headings = Array.from({ length: 45 }, (_, index) => `Topic ${index + 1}.`);
  await startConversations(ann, ben, roomId, headings);
  await page.goto('/conversations');
  await expect(getCards(ann)).toHaveCount(20);
  await getCards(ann).last().scrollIntoViewIfNeeded();
  await expect(getCards(ann)).toHaveCount(40);
  await getCards(ann).last().scrollIntoViewIfNeeded();
  await expect(getCards(ann)).toHaveCount(45);
  expect(await listHeadings(ann)).toEqual(headings.toReversed());
  await expect(getLink(ann)).toHaveAccessibleName('Conversations, 45 new');
});

test('a list that cannot be read offers to try again', { tag: '@detail' }, async ({
  person,
  consoleErrors,
}) => {
  const ann = await person('Ann');
  const { page } = ann;
  let isBroken = true;
  await page.routeWebSocket('**/api/live*', socket => {
    const server = socket.connectToServer();
    socket.onMessage(text => {
      const frame = JSON.parse(text.toString()) as { id?: string; command?: string };
      const isList = text.toString().includes('"list_conversations"');
      if (isBroken && isList)
        socket.send(JSON.stringify({ id: frame.id, error: { code: 'unavailable', message: 'x' } }));
      else server.send(text);
    });
  });
  await page.goto('/conversations');
  await expect(page.getByText("This part couldn't be loaded.")).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing new.')).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test.describe('without the server', () => {
  test.use({ serviceWorkers: 'allow' });

  test('"Conversations" opens directly, and without the server as it was', {
    tag: ['@own-server', '@detail'],
  }, async ({ person, server }) => {
    const [ann, ben] = [await person('Ann'), await person('Ben')];
    const { page } = ann;
    const roomId = await createRoomOnly(ann, 'Tunnel');
    await startConversations(ann, ben, roomId, ['Torch', 'Rope']);
    expect((await page.goto('/conversations'))?.status()).toBe(200);
    await expect(getCard(ann, 'Torch')).toBeVisible();
    expect((await page.reload())?.status()).toBe(200);
    await expect(getCard(ann, 'Torch')).toBeVisible();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect.poll(() => readStoredText(page, 'snug:rooms:2', 'lists')).toContain('About Torch');
    await expect.poll(() => readStoredText(page, 'snug:rooms:2', 'lists')).toContain('"joined":["');
    await server.kill();
    await page.reload();
    await expect(getCard(ann, 'Torch')).toContainText('About Torch');
    await expect(page.getByText("You're offline. Showing what was here last.")).toBeVisible();
    await getCard(ann, 'Torch').getByRole('button', { name: 'Mark as read' }).click();
    await getCard(ann, 'Rope').getByRole('button', { name: 'Unfollow' }).click();
    await expect(getCards(ann)).toHaveCount(0);
    await choose(ann, 'All');
    await expect(page.getByText("Your conversations will appear when you're back online.")).toBeVisible();
    await server.start();
    await expect(getCard(ann, 'Torch')).toBeVisible({ timeout: 60_000 });
    await expect(getCard(ann, 'Torch').getByRole('button', { name: 'Mark as read' })).toHaveCount(0);
    await expect(getCard(ann, 'Rope')).toHaveCount(0, { timeout: 20_000 });
  });
});

test('a finger opens a conversation, and reaches every control', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann', { viewport: NARROW, hasTouch: true, isMobile: true });
  const ben = await person('Ben');
  const { page } = ann;
  const roomId = await createRoomOnly(ann, 'Beach');
  await startConversations(ann, ben, roomId, ['Towels', 'Shade']);
  await expectPill(ann, 2);
  await getLink(ann).tap();
  await expect(getCards(ann)).toHaveCount(2);
  expect(await findSmallTargets(page)).toEqual([]);
  await getCard(ann, 'Towels').getByRole('button', { name: 'Mark as read' }).tap();
  await expect(getCards(ann)).toHaveCount(1);
  // On a busy machine, the page is left before it counts as read.
  await expect(async () => {
    await getCard(ann, 'Shade').getByRole('link', { name: 'Open conversation' }).tap();
    await expect(ann.getArticle('About Shade')).toBeVisible();
    await page.goBack();
    await expect(page.getByText('Nothing new.')).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.setViewportSize(SMALLEST);
  await expectNoOverflow(page);
});

async function expectNoOverflow(page: Page): Promise<void> {
  const { width, scrollWidth } = await page.evaluate(() => ({
    width: innerWidth,
    scrollWidth: document.documentElement.scrollWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(width);
}
