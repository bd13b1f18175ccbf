import type { Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { png, wav } from '@snug/testkit/browser/input-files.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { getMedian } from '@snug/testkit/stats.ts';
import { IS_WIDE } from '@snug/testkit/test-scope.ts';
import { createEmail, expect, PASSWORD, test } from './fixtures.ts';
import type { Server } from './server.ts';

/** The targets on an idle machine, in ms. `SLACK_FACTOR` allows for a busy one. */
const PROMISED_MS = { visited: 50, cold: 400 };
const SLACK_FACTOR = 4;
/** The test uses the median. */
const SAMPLE_COUNT = IS_WIDE ? 7 : 3;

/** TypeScript's libraries lack it: https://wicg.github.io/layout-instability/ */
interface LayoutShift extends PerformanceEntry {
  value: number;
  /** The shift follows from an input. */
  hadRecentInput: boolean;
}

/** Creates a room with pictures, audio and text; the last message is "Line <count> in <name>." */
async function makeRoom(server: Server, ann: ChatPage, name: string, count: number): Promise<void> {
  await ann.createRoom(name, 'Measured');
  await new UploadDialog(ann.page).sendFiles(png('hill.png', 640, 400), wav('sound.wav', 1, 440));
  for (let line = 1; line <= count; line++) {
    const text = `Line ${line} in ${name}. ${'A few words of the usual length. '.repeat(line % 5)}`;
    await sendCommand(server.url, ann.page.context(), 'send_message', { roomId: ann.roomId, text });
  }
}

/** Records layout shifts and the first paint of messages, from the page's start. */
async function watchPaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const noted = { shift: 0, paintedAt: 0 };
    Object.assign(window, { noted });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as LayoutShift[])
        if (!entry.hadRecentInput) noted.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      if (document.querySelector('article')) setTimeout(() => (noted.paintedAt = performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

function readPaintMetrics(page: Page): Promise<{ shift: number; paintedAt: number }> {
  return page.evaluate(() => (window as unknown as { noted: { shift: number; paintedAt: number } }).noted);
}

/** The time from the click on a room's link to the frame that shows its messages, ms. */
async function openRoom(who: ChatPage, name: string, words: string): Promise<number> {
  const took = who.page.evaluate(
    words =>
      new Promise<number>(resolve => {
        const look = (from: number) => {
          if (!document.querySelector('[role=log]')?.textContent?.includes(words))
            return requestAnimationFrame(() => look(from));
          return setTimeout(() => resolve(performance.now() - from));
        };
        document.addEventListener('click', ({ timeStamp }) => requestAnimationFrame(() => look(timeStamp)), {
          once: true,
          capture: true,
        });
      }),
    words,
  );
  await who.getRoomLink(name).click();
  return took;
}

function reportTimes(what: string, took: readonly number[], promised: number): void {
  const description = `median ${Math.round(getMedian(took))} of ${took.map(Math.round).join(', ')}`;
  test.info().annotations.push({ type: `${what}, ms (promised ${promised})`, description });
  expect(getMedian(took), `${what}: ${description}`).toBeLessThan(promised * SLACK_FACTOR);
}

test('a visited room shows within 50 ms, and hovering a link prefetches a new one', {
  tag: ['@measured', '@own-server'],
}, async ({ person, server }) => {
  const ann = await person('Ann');
  for (const name of ['Attic', 'Barn', 'Cellar']) await makeRoom(server, ann, name, 30);
  await ann.page.reload();
  await ann.openRoom('Attic');
  await ann.page.getByRole('button', { name: 'Load more' }).click();
  await ann.openRoom('Barn');
  await expect(ann.getArticle('Line 30 in Barn.')).toBeVisible();
  const took: number[] = [];
  for (let round = 0; round < SAMPLE_COUNT; round++) {
    took.push(await openRoom(ann, 'Attic', 'Line 30 in Attic.'));
    took.push(await openRoom(ann, 'Barn', 'Line 30 in Barn.'));
  }
  reportTimes('from the click to a visited room', took, PROMISED_MS.visited);

  await ann.getRoomLink('Cellar').hover();
  const cellar = await openRoom(ann, 'Cellar', 'Line 30 in Cellar.');
  test.info().annotations.push({ type: 'ms from the click to a warmed room', description: cellar.toFixed() });
});

/** What the first frame with the words has in its rows, after a press of the room's link. */
async function countInFirstFrame(who: ChatPage, name: string, words: string) {
  const counts = who.page.evaluate(
    words =>
      new Promise<{ rows: number; actions: number }>(resolve => {
        const look = () => {
          const log = document.querySelector('[role=log]');
          if (!log?.textContent?.includes(words)) return requestAnimationFrame(look);
          const count = (selector: string) => log.querySelectorAll(selector).length;
          return resolve({ rows: count('article'), actions: count('button[aria-label="Reply"]') });
        };
        document.addEventListener('click', () => requestAnimationFrame(look), { once: true, capture: true });
      }),
    words,
  );
  await who.getRoomLink(name).click();
  return counts;
}

test('a visited room shows its last screen at once, and the actions of its rows after that', {
  tag: '@detail',
}, async ({ person, server }) => {
  const ann = await person('Ann');
  for (const name of ['Attic', 'Barn']) {
    await ann.createRoom(name, 'Counted');
    for (let line = 1; line <= 20; line++)
      await sendCommand(server.url, ann.page.context(), 'send_message', {
        roomId: ann.roomId,
        text: `Line ${line} in ${name}.`,
      });
    await expect(ann.getArticle(`Line 20 in ${name}.`)).toBeVisible();
  }
  for (const name of ['Attic', 'Barn', 'Attic']) {
    const first = await countInFirstFrame(ann, name, `Line 20 in ${name}.`);
    expect(first.rows).toBeGreaterThanOrEqual(15);
    expect(first.actions).toBe(0);
    const rows = await ann.page.getByRole('article').count();
    await expect(ann.page.locator('[role=log] button[aria-label="Reply"]')).toHaveCount(rows);
  }
});

test('a reloaded page shows its room within 400 ms, and nothing in it moves', {
  tag: ['@measured', '@own-server'],
}, async ({ person, visitor, server }) => {
  const ann = await person('Ann');
  await makeRoom(server, ann, 'Attic', 30);
  const took: number[] = [];
  for (let round = 0; round < SAMPLE_COUNT; round++) {
    const page = await visitor();
    await page.request.post('/api/auth/sign-in/email', {
      data: { email: createEmail('Ann'), password: PASSWORD },
    });
    await watchPaint(page);
    await page.goto(`/chat/${ann.roomId}`);
    await expect(page.getByRole('article').last()).toBeVisible();
    await expect(page.getByRole('img', { name: 'hill.png' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(page.getByRole('article')).toHaveCount(30);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(page.getByRole('article')).toHaveCount(32);
    await page.waitForLoadState('networkidle');
    const { shift, paintedAt } = await readPaintMetrics(page);
    took.push(paintedAt);
    expect(shift, 'layout shift').toBeLessThan(0.02);
    await page.context().close();
  }
  reportTimes('from the address to the messages', took, PROMISED_MS.cold);
});
