import type { Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { NARROW } from '@snug/testkit/browser/viewports.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { getDistanceFromEnd, waitForFrames } from './scroll.ts';

const WORDS = 'and more words than fit into one line of a phone ';

function command({ page }: ChatPage, name: string, input: object): Promise<unknown> {
  return sendCommand(new URL(page.url()).origin, page.context(), name, input);
}

/** "Line <from>." to "Line <to>.", each of `height` lines or more. */
async function sendLines(ann: ChatPage, roomId: string, from: number, to: number, height = 1): Promise<void> {
  for (let line = from; line <= to; line++) {
    const text = `Line ${line}. ${WORDS.repeat(1 + (line % 3))}${'\nnext'.repeat(height - 1)}`;
    await command(ann, 'send_message', { roomId, text });
  }
}

/** A room with 20 messages, of which Ben has read all. He is in another room. */
async function createReadRoom(ann: ChatPage, ben: ChatPage, name: string): Promise<string> {
  await ann.createRoom(name, 'Much is written here');
  const { roomId } = ann;
  await ann.createRoom(`Beside ${name}`, 'Elsewhere');
  await ben.openRoom(name);
  await command(ben, 'join_room', { roomId });
  await sendLines(ann, roomId, 1, 20);
  await expect(ben.getArticle('Line 20.')).toBeInViewport();
  await expect.poll(() => readCursor(ben, roomId)).toBe(20);
  await ben.openRoom(`Beside ${name}`);
  return roomId;
}

async function readCursor(ben: ChatPage, roomId: string): Promise<number | undefined> {
  const { reads } = (await command(ben, 'get_unread', { roomIds: [roomId] })) as {
    reads: Record<string, { readSeq: number }>;
  };
  return reads[roomId]?.readSeq;
}

function findParts({ page }: ChatPage) {
  return {
    line: page.getByRole('separator', { name: 'New messages' }),
    pill: page.getByRole('group', { name: /new messages?$/ }),
    jump: page.getByRole('button', { name: 'Jump to first unread', exact: true }),
    markRead: page.getByRole('button', { name: 'Mark as read', exact: true }),
  };
}

/** Records where the line is painted, in pages that open afterwards. */
async function watchLine(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const tops: number[] = [];
    Object.assign(globalThis, { tops });
    const look = () => {
      const line = document.querySelector('[role=separator][aria-label="New messages"]');
      if (line)
        new IntersectionObserver(([entry], observer) => {
          observer.disconnect();
          tops.push(entry?.boundingClientRect.top ?? Number.NaN);
        }).observe(line);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => (globalThis as unknown as { tops: number[] }).tops);
}

test('with more than 15 unread messages a room opens at the first one, and the pill leads back to it', {
  tag: '@journey',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const roomId = await createReadRoom(ann, ben, 'Backlog');
  await sendLines(ann, roomId, 21, 100);
  const { line, pill, jump, markRead } = findParts(ben);
  await expect(ben.getRoomLink('Backlog')).toHaveAccessibleName(/80 unread/);
  await ben.openRoom('Backlog');
  await expect(line).toBeInViewport();
  await expect(ben.getArticle('Line 20.')).toBeInViewport();
  await expect(ben.getArticle('Line 21.')).toBeInViewport();
  await expect(pill).toHaveCount(0);
  await expect(ben.composer, 'the focus stays').toBeFocused();

  const readTops = await watchLine(ben.page);
  await ben.page.reload();
  await expect(line).toBeInViewport();
  await expect(ben.jump).toBeVisible();
  await ben.page.waitForLoadState('networkidle');
  await waitForFrames(ben.messages);
  const tops = await readTops();
  expect(Math.max(...tops) - Math.min(...tops), 'px that the line moved after the first paint').toBeLessThan(
    1,
  );
  await expect(ben.page, 'nothing is read by opening').toHaveTitle('(80) Backlog · Snug');

  await ben.jump.click();
  await expect(ben.getArticle('Line 100.')).toBeInViewport();
  await expect(ben.page).toHaveTitle('Backlog · Snug');
  await expect(pill).toHaveAccessibleName('80 new messages');
  await expectNoViolations(ben.page, 'the pill with the number of new messages');
  await jump.click();
  await expect(ben.getArticle('Line 21.')).toBeFocused();
  await expect(line).toBeInViewport();
  await expect(pill).toHaveCount(0);
  await ben.jump.click();
  await markRead.click();
  await expect(pill).toHaveCount(0);
  await expect(ben.messages, 'keys scroll the list').toBeFocused();
});

test('with up to 15 unread messages a room opens at its newest one, and rows stay clear of the pill', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const roomId = await createReadRoom(ann, ben, 'Few');
  await sendLines(ann, roomId, 21, 28, 12);
  const { line, pill, jump } = findParts(ben);
  await ben.openRoom('Few');
  await expect(ben.getArticle('Line 28.')).toBeInViewport();
  expect(await getDistanceFromEnd(ben.messages)).toBeLessThan(0.01);
  await expect(ben.page, 'all is read').toHaveTitle('Few · Snug');
  await expect(pill).toHaveAccessibleName('8 new messages');

  const row = ben.page.locator('article:focus');
  await expect(async () => {
    await ben.page.keyboard.press('Shift+Tab');
    await expect(row).toHaveText(/Line 28/, { timeout: 200 });
  }).toPass();
  await expect(async () => {
    await ben.page.keyboard.press('ArrowUp');
    await expect(row).toHaveText(/Line 25/, { timeout: 200 });
  }).toPass();
  const [rowBox, pillBox] = [await row.boundingBox(), await pill.boundingBox()];
  expect(rowBox?.y, 'below the pill').toBeGreaterThanOrEqual((pillBox?.y ?? 0) + (pillBox?.height ?? 0));

  await jump.press('Enter');
  await expect(ben.getArticle('Line 21.')).toBeFocused();
  await expect(line).toBeInViewport();
  await ben.jump.click();
  await expect(pill).toBeVisible();
  await ben.sendMessage('An answer');
  await expect(pill, 'whoever writes has read').toHaveCount(0);
});

test('a message link wins over unread messages, and a jump keeps the line', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const roomId = await createReadRoom(ann, ben, 'Linked unread');
  await ben.page.setViewportSize(NARROW);
  const sent = (await command(ann, 'send_message', { roomId, text: 'The source' })) as {
    message: { id: string };
  };
  await sendLines(ann, roomId, 22, 60);
  await command(ann, 'send_message', { roomId, text: 'The reply', replyTo: sent.message.id });
  const { line, pill } = findParts(ben);
  const { messages } = (await command(ann, 'get_messages', { roomId, around: 5, limit: 1 })) as {
    messages: { id: string }[];
  };
  await ben.page.goto(`/chat/${roomId}?at=${messages[0]?.id}`);
  await expect(ben.getArticle('Line 5.')).toBeFocused();
  await expect(pill, 'the line is further down').toHaveCount(0);
  await ben.jump.click();
  await expect(pill).toHaveAccessibleName('41 new messages');
  await ben.page.getByRole('button', { name: 'Answers Ann The source' }).click();
  await expect(ben.getArticle('The source').first()).toBeFocused();
  await expect(line, 'after the jump').toBeInViewport();
});

test('after "Mark unread from here" a room stays unread until it is opened again', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const roomId = await createReadRoom(ann, ben, 'Later');
  const sent = (await command(ann, 'send_message', { roomId, text: 'The source' })) as {
    message: { id: string };
  };
  await command(ann, 'send_message', { roomId, text: 'The reply', replyTo: sent.message.id });
  await ben.openRoom('Later');
  await expect(ben.page).toHaveTitle('Later · Snug');
  const other = await ben.page.context().newPage();
  await other.goto(`/chat/${roomId}`);
  await ben.getArticle('The reply').click({ button: 'right' });
  await ben.page.getByRole('menuitem', { name: 'Mark unread from here' }).click();
  for (const page of [ben.page, other]) await expect(page).toHaveTitle('(1) Later · Snug');
  await ben.page.getByRole('button', { name: 'Answers Ann The source' }).click();
  await expect(ben.getArticle('The source').first()).toBeFocused();
  await ben.getArticle('The reply').click({ button: 'right' });
  await ben.page.getByRole('menuitem', { name: 'Show conversation' }).click();
  for (const page of [ben.page, other])
    await expect(page, 'its conversation is read, not the room').toHaveTitle('Later · Snug');
  await ben.page.getByRole('button', { name: 'Back to all messages' }).click();
  await command(ann, 'send_message', { roomId, text: 'One more' });
  for (const page of [ben.page, other]) {
    await expect(page.getByRole('article').filter({ hasText: 'One more' })).toBeInViewport();
    await expect(page).toHaveTitle('(1) Later · Snug');
  }
  await ben.openRoom('Beside Later');
  await ben.openRoom('Later');
  for (const page of [ben.page, other]) await expect(page).toHaveTitle('Later · Snug');
});

test('without a connection, a room opens at its first unread message if that is loaded', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const { line } = findParts(ben);
  const seen = await createReadRoom(ann, ben, 'Tunnel');
  await sendLines(ann, seen, 21, 60);
  await ben.openRoom('Tunnel');
  await expect(line).toBeInViewport();
  const unseen = await createReadRoom(ann, ben, 'Bridge');
  await sendLines(ann, unseen, 21, 60);
  await expect(ben.getRoomLink('Bridge')).toHaveAccessibleName(/40 unread/);

  await ben.page.context().setOffline(true);
  await expect(ben.page.getByText('Reconnecting...')).toBeVisible();
  await ben.openRoom('Tunnel');
  await expect(line).toBeInViewport();
  await ben.openRoom('Bridge');
  await expect(ben.getArticle('Line 20.'), 'only what was seen').toBeInViewport();
  await expect(line).toHaveCount(0);
  await ben.page.context().setOffline(false);
  await expect(line, 'with its messages').toBeInViewport();
});

test('a message that is written at the first unread one before the connection shows as soon as it is there', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const roomId = await createReadRoom(ann, ben, 'Interrupted');
  await sendLines(ann, roomId, 21, 110);
  await expect(ben.getRoomLink('Interrupted')).toHaveAccessibleName(/90 unread/);
  let isBack = false;
  await ben.page.routeWebSocket(/\/api\/live/, socket => {
    if (isBack) socket.connectToServer();
    else void socket.close({ code: 1012 });
  });
  await ben.page.goto(`/chat/${roomId}`);
  await expect(findParts(ben).line).toBeInViewport();
  await ben.composer.fill('Written at once');
  await ben.composer.press('Enter');
  await expect(ben.composer).toHaveValue('');
  isBack = true;
  await expect(ben.getArticle('Written at once')).toBeInViewport();
  await expect(ben.getArticle('Line 110.')).toBeInViewport();
});
