import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { expect, test } from './fixtures.ts';
import { waitForFrames } from './scroll.ts';

/** Twenty closed rooms stay in memory, the room on screen, and the one before it, which the page still shows when it closes. */
const OTHER_ROOMS = 22;

function sendLine({ page }: ChatPage, roomId: string, text: string): Promise<unknown> {
  return sendCommand(new URL(page.url()).origin, page.context(), 'send_message', { roomId, text });
}

/** The frames that the page sends about a room, in pages that open afterwards. */
function watchReads({ page }: ChatPage, roomId: string): string[] {
  const reads: string[] = [];
  const isRead = (frame: string) => /"(?:open_room|catch_up)"/.test(frame) && frame.includes(roomId);
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      if (isRead(payload.toString())) reads.push(payload.toString());
    }),
  );
  return reads;
}

/** Like Back: the row of the room is far down in the list. */
async function goTo({ page }: ChatPage, roomId: string): Promise<void> {
  await page.evaluate(path => {
    history.pushState(undefined, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/chat/${roomId}`);
}

async function readTop(ann: ChatPage, line: string): Promise<number> {
  await waitForFrames(ann.messages);
  return (await ann.getArticle(line).boundingBox())?.y ?? Number.NaN;
}

test('after 22 other rooms, a room has its place, its draft and its unread count', {
  tag: '@detail',
}, async ({ person }) => {
  test.setTimeout(120_000);
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Busy', 'Ben writes here');
  const busyId = ann.roomId;
  await ann.createRoom('Long', 'Ann reads further up');
  const longId = ann.roomId;
  for (let line = 1; line <= 150; line++) await sendLine(ann, longId, `Line ${line}.`);
  const reads = watchReads(ann, longId);
  await ann.page.reload();
  await expect(ann.getArticle('Line 150.')).toBeInViewport();
  await ann.messages.hover();
  await expect(async () => {
    await ann.page.mouse.wheel(0, -700);
    await expect(ann.getArticle('Line 30.')).toBeInViewport({ timeout: 300 });
  }).toPass();
  const top = await readTop(ann, 'Line 30.');
  await ann.composer.fill('Half a thought');

  for (let other = 1; other <= OTHER_ROOMS; other++) await ann.createRoom(`Other ${other}`, 'Elsewhere');
  await sendLine(ben, busyId, 'One');
  await sendLine(ben, busyId, 'Two');
  await expect(ann.getRoomLink('Busy')).toHaveAccessibleName(/2 unread/);

  reads.length = 0;
  await goTo(ann, longId);
  await expect(ann.getArticle('Line 30.')).toBeInViewport();
  await expect(ann.composer).toHaveValue('Half a thought');
  expect(Math.abs((await readTop(ann, 'Line 30.')) - top), 'px that the line moved').toBeLessThanOrEqual(1);
  expect(reads[0], 'the page did not keep the messages').not.toContain('"since"');

  await ann.openRoom('Busy');
  await expect(ann.getArticle('Two')).toBeInViewport();
  await expect(ann.page).toHaveTitle('Busy · Snug');
});
