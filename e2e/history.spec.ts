import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { expect, test } from './fixtures.ts';
import { waitForFrames } from './scroll.ts';

test('history loads in pages of 15, and loading does not move the visible messages', async ({
  person,
  server,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Long', 'Forty messages');
  const roomId = ann.page.url().split('/').at(-1) ?? '';
  for (let line = 1; line <= 40; line++) {
    await sendCommand(server.url, ann.page.context(), 'send_message', { roomId, text: `Line ${line}.` });
  }
  await ann.page.reload();
  await expect(ann.articles).toHaveCount(15);
  await expect(ann.getArticle('Line 40.')).toBeInViewport();
  await expect(ann.getArticle('Line 40.').getByRole('button', { name: 'Reply' })).toBeAttached();
  const overflow = await ann.messages.evaluate(log => log.scrollHeight - log.clientHeight);
  expect(overflow, 'a list that fits does not scroll, even with the actions of its last row').toBe(0);

  const more = ann.page.getByRole('button', { name: 'Load more' });
  await more.scrollIntoViewIfNeeded();
  const words = ann.messages.getByText('Line 26.', { exact: true });
  const before = await words.boundingBox();
  await more.click();
  await expect(ann.articles).toHaveCount(30);
  const after = await words.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), 'pixels that the words moved').toBeLessThan(1);

  await more.click();
  await expect(ann.articles).toHaveCount(40);
  await expect(more, 'no button at the beginning').toHaveCount(0);
  await expect(ann.messages.getByText('This is where Long begins.')).toBeVisible();
  const shown = await ann.articles.getByText(/^Line/).allInnerTexts();
  expect(shown).toEqual(Array.from({ length: 40 }, (_, index) => `Line ${index + 1}.`));
});

test('scrolling up shows the previous page, which was prefetched', { tag: '@detail' }, async ({
  person,
  server,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Up', 'Forty messages');
  for (let line = 1; line <= 40; line++) {
    const text = `Line ${line}.\nAnd more\nof it.`;
    await sendCommand(server.url, ann.page.context(), 'send_message', { roomId: ann.roomId, text });
  }
  const pages: string[] = [];
  ann.page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('Line 12.')) pages.push('before it was asked for');
    }),
  );
  await ann.page.reload();
  await expect(ann.articles).toHaveCount(15);
  await expect.poll(() => pages).toHaveLength(1);
  await waitForFrames(ann.messages);
  await expect(ann.articles, 'loaded, but not rendered').toHaveCount(15);
  await ann.messages.evaluate(log => log.scrollTo(0, 200));
  await waitForFrames(ann.messages);
  await expect(ann.articles, 'before scrolling').toHaveCount(15);
  const row = ann.getArticle('Line 27.');
  const before = (await row.boundingBox())?.y ?? 0;
  await ann.messages.hover();
  await ann.page.mouse.wheel(0, -50);
  await expect(ann.articles).toHaveCount(30);
  await expect
    .poll(async () => ((await row.boundingBox())?.y ?? 0) - before, 'and nothing jumps')
    .toBeCloseTo(50, 0);
  await ann.page.mouse.wheel(0, -10_000);
  await ann.page.mouse.wheel(0, -10_000);
  await expect(ann.articles).toHaveCount(40);
  await expect(ann.page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
});

test('messages are below the heading of their day', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Days', 'One heading a day');
  await ann.sendMessage('today');
  const today = await ann.page.evaluate(() => {
    const now = new Date();
    const month = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[now.getMonth()];
    return `${String(now.getDate()).padStart(2, '0')} ${month} ${now.getFullYear()}`;
  });
  await expect(ann.messages.getByText(today, { exact: true })).toHaveCount(1);
});

test('the headings "today" and "yesterday" change at midnight', { tag: '@detail' }, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Midnight', 'A new day');
  await ann.sendMessage('late at night');
  await expect(ann.articles.locator('time').first()).toBeAttached();
  const { page } = ann;
  const lateToday = await page.evaluate(() => new Date().setHours(23, 59, 0, 0));
  await page.clock.install({ time: lateToday });
  await page.reload();
  const heading = ann.messages.getByRole('heading');
  await expect(heading).toHaveText(/^Today, \d\d \w{3} \d{4}$/);
  await page.clock.fastForward('02:00');
  await expect(heading).toHaveText(/^Yesterday, \d\d \w{3} \d{4}$/);
  await page.clock.fastForward('24:00:00');
  await expect(heading).toHaveText(/^\d\d \w{3} \d{4}$/);
});

test('times, dates and tooltips follow a change of the time zone without a reload', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  await ann.createRoom('Flights', 'Far away');
  const { page } = ann;
  const cdp = await page.context().newCDPSession(page);
  const moveTo = async (timezoneId: string) => {
    await cdp.send('Emulation.setTimezoneOverride', { timezoneId });
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  };
  await moveTo('Asia/Kathmandu');
  await ann.sendMessage('from the departure');
  const time = ann.getArticle('from the departure').locator('time');
  const at = Date.parse((await time.getAttribute('datetime')) ?? '');
  for (const [zone, hours] of [
    ['Pacific/Kiritimati', 14],
    ['America/St_Johns', -3.5],
    ['Pacific/Honolulu', -10],
  ] as const) {
    await moveTo(zone);
    // Offsets of winter are asked of the browser, which knows when clocks change.
    const offset = await page.evaluate(at => -new Date(at).getTimezoneOffset() / 60, at);
    expect(Math.abs(offset - hours), zone).toBeLessThanOrEqual(1);
    const local = new Date(at + offset * 60 * 60_000).toISOString();
    await expect(time, zone).toHaveText(local.slice(11, 16));
    await expect(time, zone).toHaveAttribute(
      'title',
      new RegExp(`^${local.slice(8, 10)} .*, ${local.slice(11, 16)}$`),
    );
    await expect(ann.messages.getByRole('heading'), zone).toHaveText(
      new RegExp(`^Today, ${local.slice(8, 10)} `),
    );
  }
});
