import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { expect, test } from './fixtures.ts';
import { getDistanceFromEnd, scrollUp, waitForFrames } from './scroll.ts';
import { setFocused } from './set-focused.ts';

/** Like a program with an access token of the person. */
function command({ page }: ChatPage, name: string, input: object): Promise<unknown> {
  return sendCommand(new URL(page.url()).origin, page.context(), name, input);
}

/** Ben has the room open, has read two long messages in it, and is at its end. */
async function createRoom(ann: ChatPage, ben: ChatPage, name: string): Promise<string> {
  await ann.createRoom(name, 'Much is written here');
  await ben.openRoom(name);
  await ben.joinRoom();
  for (const start of ['Long', 'Longer']) await ann.sendMessage(`${start}\n${'line\n'.repeat(60)}end`);
  await expect(ben.getArticle('Longer')).toBeAttached();
  await expect(ben.page).toHaveTitle(`${name} · Snug`);
  return ann.roomId;
}

async function readCursor(ben: ChatPage, roomId: string): Promise<number | undefined> {
  const { reads } = (await command(ben, 'get_unread', { roomIds: [roomId] })) as {
    reads: Record<string, { readSeq: number }>;
  };
  return reads[roomId]?.readSeq;
}

test('an answer in a conversation leaves the messages outside of it unread', async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const roomId = await createRoom(ann, ben, 'Harvest');
  const { message } = (await command(ann, 'send_message', { roomId, text: 'Which day?' })) as {
    message: { id: string };
  };
  await expect(ben.getArticle('Which day?')).toBeInViewport();
  await expect.poll(() => readCursor(ben, roomId)).toBe(3);
  await ben.getArticle('Which day?').click({ button: 'right' });
  await ben.page.getByRole('menuitem', { name: 'Show conversation' }).click();
  await expect(ben.page.getByText(/^\d+ messages?$/)).toBeVisible();
  await ann.sendMessage('Outside of it');
  await ann.sendMessage('And again');
  await expect(ben.page).toHaveTitle('(2) Harvest · Snug');
  await ben.sendMessage('On Sunday');
  await expect(ann.getArticle('On Sunday')).toBeVisible();
  await command(ann, 'send_message', { roomId, text: 'Good', replyTo: message.id });
  await expect(ben.getArticle('Good')).toBeInViewport();
  await expect(ben.page, 'what the conversation shows is read').toHaveTitle('(2) Harvest · Snug');
  expect(await readCursor(ben, roomId)).toBe(3);

  await ben.page.getByRole('button', { name: 'Back to all messages' }).click();
  await expect(ben.page.getByRole('separator', { name: 'New messages' })).toBeVisible();
  await expect(ben.page).toHaveTitle('Harvest · Snug');
});

test('what one has just read stays read if the page closes at once', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const roomId = await createRoom(ann, ben, 'Doorstep');
  await expect.poll(() => readCursor(ben, roomId)).toBe(2);
  for (const text of ['One', 'Two', 'Last']) await command(ann, 'send_message', { roomId, text });
  await expect(ben.getArticle('Last')).toBeInViewport();
  await waitForFrames(ben.messages);
  const { origin } = new URL(ben.page.url());
  await ben.page.goto('about:blank');
  await ben.page.goto(origin);
  await expect(ben.getRoomLink('Doorstep')).toBeVisible();
  await expect.poll(() => readCursor(ben, roomId)).toBe(5);
});

test('a message of one’s own from a program or another tab reads and moves nothing', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const roomId = await createRoom(ann, ben, 'Weather');
  const { messages } = (await command(ben, 'get_messages', { roomId })) as { messages: { id: string }[] };
  // The view of a conversation moves no cursor.
  const other = new ChatPage(await ben.page.context().newPage());
  await other.page.goto(`/chat/${roomId}?conversation=${messages[0]?.id}`);
  await expect.poll(() => readCursor(ben, roomId)).toBe(2);
  await scrollUp(ben, 0.6);
  await ann.sendMessage('One');
  await ann.sendMessage('Two');
  await expect(ben.page).toHaveTitle('(2) Weather · Snug');
  await command(ben, 'send_message', { roomId, text: 'A program' });
  await other.sendMessage('Another tab');
  for (const text of ['A program', 'Another tab']) await expect(ben.getArticle(text)).toBeAttached();
  await waitForFrames(ben.messages);
  expect(await getDistanceFromEnd(ben.messages)).toBeGreaterThan(0.5);
  await expect(ben.page).toHaveTitle('(2) Weather · Snug');
  expect(await readCursor(ben, roomId)).toBe(2);
});

test('a send from further up reads only what the list then shows', { tag: '@detail' }, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const roomId = await createRoom(ann, ben, 'Trains');
  await expect.poll(() => readCursor(ben, roomId)).toBe(2);
  await scrollUp(ben, 0.6);
  await ann.sendMessage('Short');
  await ann.sendMessage('Shorter');
  await expect(ben.page).toHaveTitle('(2) Trains · Snug');
  await ben.sendMessage('Both are on screen now');
  await expect(ben.getArticle('Shorter')).toBeInViewport();
  await expect(ben.page).toHaveTitle('Trains · Snug');
  await expect.poll(() => readCursor(ben, roomId)).toBe(5);

  await ben.page.goto('/');
  for (let line = 1; line <= 30; line++)
    await command(ann, 'send_message', { roomId, text: `Line ${line}.${'\nnext'.repeat(3)}` });
  await expect(ben.getRoomLink('Trains')).toHaveAccessibleName(/30 unread/);
  await ben.openRoom('Trains');
  await expect(ben.getArticle('Line 1.')).toBeInViewport();
  await ben.sendMessage('To the first of them');
  await expect(ben.getArticle('To the first of them')).toBeInViewport();
  await expect(ben.page.getByRole('group', { name: '30 new messages' })).toBeVisible();
  await waitForFrames(ben.messages);
  await expect(ben.page, 'most of them were never on screen').toHaveTitle('(30) Trains · Snug');
  await ben.getArticle('To the first of them').hover();
  await ben.page.getByRole('button', { name: 'Undo' }).click();
  await expect(ben.getArticle('To the first of them')).toHaveCount(0);
  await expect(ben.page, 'after "Undo"').toHaveTitle('(30) Trains · Snug');
  await ben.sendMessage('From the end');
  await expect(ben.page).toHaveTitle('Trains · Snug');
  await expect(ben.page.getByRole('group', { name: /new messages/ })).toHaveCount(0);
});

test('an upload that ends after its person has scrolled up moves and reads nothing, like a queue after an interruption', {
  tag: '@detail',
}, async ({ person }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  const roomId = await createRoom(ann, ben, 'Ferries');
  const uploads: (() => Promise<void>)[] = [];
  await ben.page.route(/\/api\/files/, route => {
    if (route.request().method() !== 'POST') return route.continue();
    uploads.push(() => route.continue());
    return undefined;
  });
  const timetable = `${'a row of the timetable\n'.repeat(60)}end`;
  const offer = ben.page.getByRole('button', { name: 'Send as a file' });
  // The tools load when the page is idle.
  await expect(async () => {
    await ben.composer.fill(timetable);
    await ben.composer.evaluate((box, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, timetable);
    await expect(offer).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await offer.click();
  await expect.poll(() => uploads.length).toBe(1);
  await expect.poll(() => readCursor(ben, roomId)).toBe(2);
  await scrollUp(ben, 0.8);
  await ann.sendMessage('One');
  await expect(ben.page).toHaveTitle('(1) Ferries · Snug');
  await uploads[0]?.();
  await expect(ann.articles.filter({ hasText: '.txt' })).toBeVisible();
  await waitForFrames(ben.messages);
  expect(await getDistanceFromEnd(ben.messages)).toBeGreaterThan(0.5);
  await expect(ben.page).toHaveTitle('(1) Ferries · Snug');
  await ben.jump.click();
  await expect(ben.page).toHaveTitle('Ferries · Snug');

  await ben.page.context().setOffline(true);
  await expect(ben.page.getByText('Reconnecting...')).toBeVisible();
  await ben.sendMessage('From the ferry');
  await scrollUp(ben, 0.8);
  await ann.sendMessage('Meanwhile');
  await ben.page.context().setOffline(false);
  await expect(ann.getArticle('From the ferry')).toBeVisible({ timeout: 30_000 });
  await expect(ben.page).toHaveTitle('(1) Ferries · Snug');
  expect(await getDistanceFromEnd(ben.messages)).toBeGreaterThan(0.5);
});

test('a window without focus reads nothing until it has the focus or input', { tag: '@detail' }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await createRoom(ann, ben, 'Second screen');
  await setFocused(ben.page, false);
  await ann.sendMessage('Behind another window');
  await expect(ben.getArticle('Behind another window')).toBeInViewport();
  await expect(ben.page).toHaveTitle('(1) Second screen · Snug');
  await expect(ben.page.getByRole('separator', { name: 'New messages' })).toBeVisible();
  await setFocused(ben.page, true);
  await expect(ben.page, 'after the focus').toHaveTitle('Second screen · Snug');

  for (const input of ['wheel', 'keydown', 'pointerdown'] as const) {
    await ben.page.reload();
    await expect(ben.page).toHaveTitle('Second screen · Snug');
    await setFocused(ben.page, false);
    await ann.sendMessage(`Before a ${input}`);
    await expect(ben.page).toHaveTitle('(1) Second screen · Snug');
    await ben.messages.evaluate((list, input) => {
      const init = { bubbles: true, key: 'Shift' };
      const Type = { wheel: WheelEvent, keydown: KeyboardEvent, pointerdown: PointerEvent }[input];
      list.dispatchEvent(new Type(input, init));
    }, input);
    await expect(ben.page, input).toHaveTitle('Second screen · Snug');
  }
});
