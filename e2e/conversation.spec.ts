import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { getMedian } from '@snug/testkit/stats.ts';
import { expect, test } from './fixtures.ts';

const MAX_DELIVERY_MS = 200;
/** Samples per direction. The test uses the median, because other load on the machine can delay a single sample. */
const SAMPLE_COUNT = 7;

/** Resolves with the time (ms since 1970) at which `text` first appears in the room. */
function waitForText({ messages }: ChatPage, text: string): Promise<number> {
  return messages.evaluate(
    (log, text) =>
      new Promise<number>(resolve => {
        const look = () =>
          log.textContent?.includes(text) && resolve(performance.timeOrigin + performance.now());
        new MutationObserver(look).observe(log, { childList: true, subtree: true, characterData: true });
        look();
      }),
    text,
  );
}

/** Presses Enter, and resolves with the time of the key event in the page (ms since 1970). */
async function pressEnter({ page, composer }: ChatPage, text: string): Promise<number> {
  await composer.fill(text);
  const pressed = page.evaluate(
    () =>
      new Promise<number>(resolve => {
        const note = () => resolve(performance.timeOrigin + performance.now());
        document.addEventListener('keydown', note, { once: true, capture: true });
      }),
  );
  await composer.press('Enter');
  return pressed;
}

test("two people see each other's messages within 200 ms", { tag: ['@measured', '@own-server'] }, async ({
  person,
}) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Snug talk', 'Where two people talk');
  await expect(ben.getRoomLink('Snug talk'), 'a new room shows without a reload').toBeVisible();
  await ben.openRoom('Snug talk');
  await ann.sendMessage('Is this on?');
  await expect(ben.getArticle('Is this on?')).toBeVisible();

  for (const [from, to] of [
    [ann, ben],
    [ben, ann],
  ] as const) {
    const took: number[] = [];
    for (let round = 1; round <= SAMPLE_COUNT; round++) {
      const text = `Round ${round} from ${from === ann ? 'Ann' : 'Ben'}`;
      const seen = waitForText(to, text);
      const sent = await pressEnter(from, text);
      took.push((await seen) - sent);
    }
    const description = took.map(Math.round).join(', ');
    test.info().annotations.push({ type: 'ms from key to other screen', description });
    expect(getMedian(took), description).toBeLessThan(MAX_DELIVERY_MS);
  }
});

test('after kill -9 both reconnect, and both show every message once, in the same order', {
  tag: ['@own-server', '@journey'],
}, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Outage', 'What is sent here must stay');
  await ben.openRoom('Outage');
  const sent: string[] = [];
  const send = async (who: ChatPage, text: string) => {
    sent.push(text);
    await who.sendMessage(text);
  };
  for (let line = 1; line <= 3; line++) {
    await send(ann, `Ann before ${line}`);
    await send(ben, `Ben before ${line}`);
  }
  // Without waiting, so that some messages are in flight when the server dies.
  await server.kill();
  for (let line = 1; line <= 3; line++) {
    await send(ann, `Ann during ${line}`);
    await send(ben, `Ben during ${line}`);
  }
  await expect(ann.page.getByText('Reconnecting...')).toBeVisible();
  await expect(ann.page.getByText(/^\d+ messages? waiting to be sent/)).toBeVisible();
  await expect(ann.getArticle('Ann before 1'), 'reading stays possible').toBeVisible();

  await server.start();
  await send(ann, 'Ann after');
  await send(ben, 'Ben after');
  for (const { page } of [ann, ben]) {
    await expect(page.getByText('Reconnecting...')).toBeHidden({ timeout: 35_000 });
    await expect(page.getByText(/waiting to be sent/)).toBeHidden();
  }
  for (const who of [ann, ben]) {
    await expect
      .poll(async () => (await who.getShownTexts(sent)).toSorted(), { message: 'each once' })
      .toEqual(sent.toSorted());
  }
  const order = await ann.getShownTexts(sent);
  expect(await ben.getShownTexts(sent), 'the same order').toEqual(order);
  for (const name of ['Ann', 'Ben']) {
    const own = (text: string) => text.startsWith(name);
    expect(order.filter(own), `the order in which ${name} wrote`).toEqual(sent.filter(own));
  }

  await ann.page.reload();
  await expect.poll(() => ann.getShownTexts(sent), { message: 'the same after a reload' }).toEqual(order);
});

test('a message is dimmed and has no time until it is stored', { tag: ['@own-server', '@detail'] }, async ({
  person,
  server,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Receipts', 'The time is the receipt');
  await ann.sendMessage('stored');
  await expect(ann.getArticle('stored').locator('time').first()).toBeAttached();
  await server.kill();
  await ann.sendMessage('not stored');
  await expect(ann.getArticle('not stored')).toBeVisible();
  await expect(ann.getArticle('not stored').locator('time')).toHaveCount(0);
  await server.start();
  await expect(ann.getArticle('not stored').locator('time').first()).toBeAttached({ timeout: 35_000 });
});

test('Enter sends, Shift+Enter breaks the line, and an input method keeps its Enter', async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Keys', 'Which key does what');
  await ann.composer.fill('   ');
  await ann.composer.press('Enter');
  await ann.composer.fill('first line');
  await ann.composer.press('Shift+Enter');
  await ann.composer.pressSequentially('second line');
  await ann.composer.dispatchEvent('keydown', {
    key: 'Enter',
    isComposing: true,
    bubbles: true,
    cancelable: true,
  });
  await expect(ann.articles, 'white space alone and an unfinished word are not sent').toHaveCount(0);
  await ann.composer.press('Enter');
  await expect(ann.articles).toHaveCount(1);
  await expect(ann.articles.getByText('first line\nsecond line')).toBeVisible();
  await expect(ann.composer).toBeFocused();
  await ann.composer.fill('by button');
  await ann.send.click();
  await expect(ann.getArticle('by button')).toBeVisible();
});

test('a draft stays with its room', async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('One', 'The first');
  await ann.createRoom('Two', 'The second');
  await ann.composer.fill('for room two');
  await ann.openRoom('One');
  await expect(ann.composer).toHaveValue('');
  await ann.openRoom('Two');
  await expect(ann.composer).toHaveValue('for room two');
});
