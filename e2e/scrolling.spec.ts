import type { Locator } from '@playwright/test';
import { HEART } from '@snug/protocol';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { png } from '@snug/testkit/browser/input-files.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { NARROW, SCREENS } from '@snug/testkit/browser/viewports.ts';
import { expect, test } from './fixtures.ts';
import {
  expectSteady,
  getDistanceFromEnd,
  scrollUntil,
  scrollUp,
  waitForFrames,
  watchScrolling,
} from './scroll.ts';
import type { Server } from './server.ts';

/** Sends `count` lines of different heights as Ann, without the browser, "Line 1." first. */
async function sendLines(server: Server, ann: ChatPage, count: number, first = 1): Promise<void> {
  for (let line = first; line < first + count; line++) await sendText(server, ann, createLine(line));
}

/** The same with short lines, in any order. */
async function sendShortLines(server: Server, ann: ChatPage, count: number): Promise<void> {
  for (let line = 1; line <= count; line += 25) {
    const lines = Array.from({ length: 25 }, (_, index) => `Short ${line + index}.`);
    await Promise.all(lines.map(text => sendText(server, ann, text)));
  }
}

/** Loads older pages until there are `most` rows. */
async function loadOlder({ page, articles }: ChatPage, most: number): Promise<void> {
  for (let count = 30; count <= most; count += 15) {
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(articles).toHaveCount(count);
  }
}

function createLine(line: number): string {
  return `Line ${line}.\n\n${'and more words than fit into one line of a phone '.repeat(1 + (line % 8))}`;
}

function sendText(server: Server, ann: ChatPage, text: string): Promise<unknown> {
  return sendCommand(server.url, ann.page.context(), 'send_message', { roomId: ann.roomId, text });
}

/** The first row whose upper edge is in view. */
async function findFirstInView({ articles }: ChatPage): Promise<Locator> {
  const id = await articles.evaluateAll(rows => {
    const edge = rows[0]?.closest('[role=log]')?.getBoundingClientRect().top ?? 0;
    return rows.find(row => row.getBoundingClientRect().top >= edge)?.id;
  });
  return articles.and(articles.page().locator(`[id="${id}"]`));
}

for (const [where, viewport] of SCREENS) {
  test(`near the end the list follows new messages, further up it stays, ${where}`, async ({
    person,
    server,
  }) => {
    const [ann, ben] = [await person('Ann', { viewport }), await person('Ben', { viewport })];
    await ann.createRoom('Scroll', 'Up and down');
    await sendLines(server, ann, 30);
    await ben.openRoom('Scroll');
    await expect(ben.getArticle('Line 30.')).toBeInViewport();
    expect(await getDistanceFromEnd(ben.messages), 'the newest message is visible').toBeLessThan(0.01);
    await expect(ben.jump).toHaveCount(0);

    await scrollUp(ben, 0.25);
    await sendText(server, ann, 'Seen at once');
    await expect(ben.getArticle('Seen at once')).toBeInViewport();
    await expect.poll(() => getDistanceFromEnd(ben.messages)).toBeLessThan(0.01);

    await scrollUp(ben, 0.4);
    await expect(ben.jump).toBeVisible();
    await expect(ben.jump).not.toHaveAccessibleDescription(/./);
    const row = ben.articles.nth(-4);
    await expectSteady(row, 'messages come', async () => {
      await sendLines(server, ann, 3, 31);
      await expect(ben.getArticle('Line 33.')).toBeAttached();
    });
    await expect(ben.getArticle('Line 33.')).not.toBeInViewport();
    await expect(ben.jump).toHaveAccessibleDescription('3 new messages');
    await expect(ben.page.getByRole('status').filter({ hasText: '3 new messages' })).toBeAttached();

    await ben.composer.fill('My own');
    await ben.send.click();
    await expect(ben.getArticle('My own'), 'the list shows an own message').toBeInViewport();
    await expect(ben.jump).toHaveCount(0);
    // Sending makes Ben a member. The bar disappears, and the list grows into its space.
    await expect(ben.page.getByRole('button', { name: 'Join room' })).toHaveCount(0);

    await scrollUp(ben, 0.5);
    await sendText(server, ann, 'Last words');
    await expect(ben.jump).toHaveAccessibleDescription('1 new message');
    await ben.messages.focus();
    await ben.page.keyboard.press('End');
    await expect(ben.jump, 'the reader scrolled to the end').toHaveCount(0);
    await scrollUp(ben, 0.5);
    await ben.jump.focus();
    await ben.page.keyboard.press('Enter');
    await expect(ben.getArticle('Last words')).toBeInViewport();
    await expect(ben.jump).toHaveCount(0);
    await expect(ben.messages, 'keys scroll the list').toBeFocused();
  });

  test(`visible messages stay in place, whatever changes around them, ${where}`, async ({
    person,
    server,
  }) => {
    const ann = await person('Ann', { viewport });
    await ann.createRoom('Still', 'Nothing moves');
    await sendLines(server, ann, 60);
    await ann.page.reload();
    await expect(ann.articles).toHaveCount(15);
    const more = ann.page.getByRole('button', { name: 'Load more' });
    await more.scrollIntoViewIfNeeded();
    await waitForFrames(ann.messages);
    await expectSteady(
      ann.getArticle('Line 46.').locator('[data-words]'),
      'an older page comes',
      async () => {
        await more.click();
        await expect(ann.articles).toHaveCount(30);
      },
    );
    await ann.messages.evaluate(log => log.scrollTo(0, log.scrollHeight / 2));
    await waitForFrames(ann.messages);
    const inView = await findFirstInView(ann);
    const { width, height } = viewport;
    await expectSteady(inView, 'the soft keyboard comes and goes', async () => {
      await ann.page.setViewportSize({ width, height: height - 280 });
      await waitForFrames(ann.messages);
      await ann.page.setViewportSize(viewport);
    });
    await expectSteady(inView, 'the window has another width', async () => {
      await ann.page.setViewportSize({ width: Math.round(width * 0.86), height });
      await waitForFrames(ann.messages);
      await ann.page.setViewportSize(viewport);
    });
    await expectSteady(inView, 'a long message is being written', async () => {
      await ann.composer.fill('one\ntwo\nthree\nfour\nfive');
      await waitForFrames(ann.messages);
      await ann.composer.fill('');
    });
    await expectSteady(inView, 'a message above is deleted, and one above is liked', async () => {
      await ann.getArticle('Line 33.').getByRole('button', { name: 'Like' }).dispatchEvent('click');
      await ann.getArticle('Line 32.').getByRole('button', { name: 'Delete message' }).dispatchEvent('click');
      await ann.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(ann.getArticle('Line 32.')).toHaveCount(0);
    });
  });

  test(`the line of a first reply holds the place of the reader, ${where}`, { tag: '@detail' }, async ({
    person,
    server,
  }) => {
    const [ann, ben] = [await person('Ann'), await person('Ben', { viewport })];
    await ann.createRoom('Lines', 'Under messages');
    const { roomId } = ann;
    const sources: string[] = [];
    for (let line = 1; line <= 30; line++) {
      const { message } = (await sendText(server, ann, createLine(line))) as { message: { id: string } };
      sources.push(message.id);
    }
    await ben.page.goto(`/chat/${roomId}`);
    await expect(ben.articles).toHaveCount(15);
    await scrollUp(ben, 1);
    const first = await findFirstInView(ben);
    const at = sources.indexOf((await first.getAttribute('id')) ?? '');
    expect(at).toBeGreaterThan(0);
    const lines = ben.page.getByRole('link', { name: '1 reply', exact: true });
    for (const [index, source] of [at - 1, at + 1, at].entries()) {
      await expectSteady(first, `a first reply to message ${source - at} from here`, async () => {
        await sendCommand(server.url, ann.page.context(), 'send_message', {
          roomId,
          text: 'Me, too',
          replyTo: sources[source],
        });
        await expect(lines).toHaveCount(index + 1);
      });
    }
  });

  test(`returning to a room restores its scroll position, ${where}`, { tag: '@detail' }, async ({
    person,
    server,
  }) => {
    const [ann, ben] = [await person('Ann', { viewport }), await person('Ben', { viewport })];
    await ann.createRoom('Elsewhere', 'The other one');
    if (where === 'narrow') await ann.page.getByRole('link', { name: 'Back to rooms' }).click();
    await ann.createRoom('Left', 'And come back to');
    await sendLines(server, ann, 30);
    const goTo = async (name: string) => {
      if (where === 'narrow') await ben.page.getByRole('link', { name: 'Back to rooms' }).click();
      await ben.openRoom(name);
    };
    await ben.openRoom('Left');
    await expect(ben.getArticle('Line 30.')).toBeInViewport();
    await scrollUp(ben, 0.6);
    const row = ben.articles.nth(-5);
    const before = await row.boundingBox();
    const text = (await row.locator('p').last().innerText()).split('\n')[0] ?? '';
    await goTo('Elsewhere');
    await sendLines(server, ann, 2, 31);
    await goTo('Left');
    await expect(ben.jump).toHaveAccessibleDescription('2 new messages');
    expect((await ben.getArticle(text).boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
    await ben.jump.click();
    await expect(ben.getArticle('Line 32.')).toBeInViewport();
    await goTo('Elsewhere');
    await sendText(server, ann, 'Said meanwhile');
    await goTo('Left');
    await expect(ben.getArticle('Said meanwhile'), 'a reader at the end returns to the end').toBeInViewport();
    await expect(ben.jump).toHaveCount(0);
  });
}

test('a broken picture becomes a card, and nothing else moves', { tag: '@detail' }, async ({
  person,
  server,
}) => {
  const ann = await person('Ann');
  await ann.createRoom('Broken', 'A picture');
  await sendLines(server, ann, 12);
  const held = Promise.withResolvers<void>();
  await ann.page.route('**/files/**', async route => {
    await held.promise;
    await route.abort();
  });
  const dialog = new UploadDialog(ann.page);
  await dialog.sendFiles(png('hill.png', 300, 300));
  await expect(ann.articles).toHaveCount(13);
  await sendLines(server, ann, 30, 13);
  await scrollUp(ann, 0.5);
  await expectSteady(ann.getArticle('Line 35.'), 'a picture above goes', async () => {
    held.resolve();
    await expect(ann.messages.getByRole('link', { name: 'Download hill.png' })).toBeAttached();
  });
});

test('a row outside the viewport, reduced to its text, has the same height', { tag: '@matrix' }, async ({
  person,
  server,
}) => {
  const [ann, ben] = [await person('Ann', { viewport: NARROW }), await person('Ben')];
  await ann.createRoom('Heights', 'All kinds of rows');
  const { roomId } = ann;
  await new UploadDialog(ann.page).sendFiles(png('hill.png', 300, 200));
  for (let line = 1; line <= 120; line++) {
    const page = line % 3 === 0 ? ben.page : ann.page;
    const tall = line % 40 === 0 && `Tall ${line}\n${'and taller\n'.repeat(90)}`;
    const text = tall || (line % 10 === 0 ? `https://snug.example/${line} مرحبا` : createLine(line));
    const sent = await sendCommand(server.url, page.context(), 'send_message', { roomId, text });
    const { message } = sent as { message: { id: string } };
    const like = { roomId, messageId: message.id, emoji: HEART, on: true };
    if (line % 7 === 0) await sendCommand(server.url, ben.page.context(), 'set_reaction', like);
  }
  await ann.page.goto(`/chat/${roomId}`);
  await loadOlder(ann, 120);
  const heights = async (part: number) => {
    await ann.messages.evaluate((log, part) => log.scrollTo(0, log.scrollHeight * part), part);
    await waitForFrames(ann.messages);
    return ann.articles.evaluateAll(rows =>
      rows.map(row => ({
        isWhole: row.querySelector('[aria-label="Like"]') !== null,
        height: row.getBoundingClientRect().height,
      })),
    );
  };
  const first = await heights(0);
  const bothWays = new Set<number>();
  for (let part = 0; part <= 1; part += 0.05) {
    const now = await heights(part);
    expect(now.map(row => row.height)).toEqual(first.map(row => row.height));
    for (const [index, row] of now.entries()) if (row.isWhole !== first[index]?.isWhole) bothWays.add(index);
  }
  expect(bothWays.size).toBeGreaterThan(60);
});

test('a tall message is folded, and visible messages stay in place when it opens and closes', {
  tag: '@detail',
}, async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('Tall', 'With a tower in it');
  await sendLines(server, ann, 10);
  await sendText(server, ann, `Tower\n${'storey\n'.repeat(1_200)}roof`);
  await ann.page.reload();
  const tower = ann.getArticle('Tower');
  await expect(tower).toBeInViewport();
  const height = async () => (await tower.boundingBox())?.height ?? 0;
  const folded = await height();
  expect(folded).toBeLessThan(700);
  const more = tower.getByRole('button', { name: 'Show more' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await expectSteady(tower.locator('[data-words]'), 'it opens, at the end of the list', async () => {
    await more.click();
    await expect.poll(height).toBeGreaterThan(10_000);
  });
  await ann.messages.evaluate(log => log.scrollTo(0, log.scrollHeight));
  await tower.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(height).toBe(folded);
  await expect(tower.locator('[data-words]')).toBeInViewport();

  // Simulates the browser's text search, which scrolls to a match.
  await tower.locator('[data-words]').evaluate(words => words.parentElement?.scrollTo(0, 5_000));
  await expect.poll(height).toBeGreaterThan(10_000);
  await expect(tower.locator('[data-words]')).toBeInViewport({ ratio: 0.01 });
  expect(await tower.locator('[data-words]').evaluate(words => words.parentElement?.scrollTop)).toBe(0);
});

test('from far up in a long room, all messages follow in order down to the newest', {
  tag: '@matrix',
}, async ({ person, server }) => {
  const ann = await person('Ann');
  await ann.createRoom('Long', 'Five hundred and twenty');
  await sendLines(server, ann, 520);
  const { messages } = (await sendCommand(server.url, ann.page.context(), 'get_messages', {
    roomId: ann.roomId,
    after: 29,
    limit: 1,
  })) as { messages: { id: string }[] };
  await ann.page.goto(`/chat/${ann.roomId}?at=${messages[0]?.id}`);
  await expect(ann.getArticle('Line 30.')).toBeInViewport();
  await sendText(server, ann, 'Said while far up');

  const seen: number[] = [];
  const look = async () => {
    const rows = await ann.articles.evaluateAll(rows => {
      const [top, bottom] = [0, innerHeight];
      return rows
        .filter(row => row.getBoundingClientRect().bottom > top && row.getBoundingClientRect().top < bottom)
        .map(row => Number(/Line (\d+)\./.exec(row.textContent ?? '')?.[1] ?? 0));
    });
    for (const row of rows) if (row > (seen.at(-1) ?? 0)) seen.push(row);
  };
  await look();
  const first = seen[0] ?? 0;
  await expect(async () => {
    await ann.messages.evaluate(log => log.scrollBy(0, log.clientHeight * 0.9));
    await waitForFrames(ann.messages);
    await look();
    await expect(ann.getArticle('Said while far up')).toBeInViewport({ timeout: 10 });
  }).toPass({ intervals: [0] });
  expect(seen, 'all messages, in order').toEqual(
    Array.from({ length: 521 - first }, (_, index) => first + index),
  );
  expect(await ann.articles.count(), 'distant rows are removed').toBeLessThan(420);

  await ann.messages.evaluate(log => log.scrollTo(0, 0));
  await waitForFrames(ann.messages);
  await expect(ann.page.getByRole('button', { name: 'Load more' })).toBeEnabled();
  await ann.jump.click();
  await expect(ann.getArticle('Said while far up')).toBeInViewport();
});

test('in a long room nothing moves except by scrolling', { tag: '@matrix' }, async ({ person, server }) => {
  const [ann, ben] = [await person('Ann'), await person('Ben')];
  await ann.createRoom('Way', 'Up and down again');
  await sendText(server, ann, 'The oldest.');
  await sendShortLines(server, ann, 450);
  await sendText(server, ann, 'The newest.');
  await watchScrolling(ben.page);
  await ben.page.goto(`/chat/${ann.roomId}`);
  await expect(ben.getArticle('The newest.')).toBeInViewport();

  const up = await scrollUntil(ben.getArticle('The oldest.'), -80);
  await expect(ben.getArticle('The newest.'), 'distant rows are removed').toHaveCount(0);
  const down = await scrollUntil(ben.getArticle('The newest.'), 80);
  for (const { jump, rows } of [up, down]) {
    expect(jump, 'movement of a visible row in px').toBeLessThanOrEqual(1);
    expect(rows, 'number of measured rows').toBeGreaterThan(10);
  }
});
