import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';

/** The distance from the end of the list to the viewport, in viewport heights. */
export function getDistanceFromEnd(messages: Locator): Promise<number> {
  return messages.evaluate(log => (log.scrollHeight - log.scrollTop - log.clientHeight) / log.clientHeight);
}

/** Scrolls up from the end by `part` viewport heights. */
export async function scrollUp({ messages }: ChatPage, part: number): Promise<void> {
  await messages.evaluate((log, part) => {
    log.scrollTo({ top: log.scrollHeight - log.clientHeight * (1 + part), behavior: 'instant' });
  }, part);
  await expect.poll(() => getDistanceFromEnd(messages)).toBeGreaterThan(part - 0.05);
  await waitForFrames(messages);
}

/** Waits until the effects of a scroll are rendered. */
export async function waitForFrames(messages: Locator): Promise<void> {
  await messages.evaluate(async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
  });
}

/** Expects a row to keep its position, within 1 px, in every painted frame while `act` runs. */
export async function expectSteady(
  row: Locator,
  description: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const watched = await row.elementHandle();
  if (!watched) throw new Error('no such row');
  const watch = await watched.evaluateHandle(row => {
    const seen = { tops: [] as number[], isOver: false };
    // Observers report painted positions. Reading the row itself may return positions that are never painted.
    const sample = () => {
      new IntersectionObserver(([entry], observer) => {
        observer.disconnect();
        seen.tops.push(entry?.boundingClientRect.top ?? Number.NaN);
      }).observe(row);
      if (!seen.isOver) requestAnimationFrame(sample);
    };
    requestAnimationFrame(sample);
    return seen;
  });
  await waitForFrames(row);
  await act();
  await waitForFrames(row);
  const tops = await watch.evaluate(seen => {
    seen.isOver = true;
    return seen.tops;
  });
  const moved = Math.max(...tops) - Math.min(...tops);
  expect(moved, `pixels that a row in view moved: ${description}`).toBeLessThanOrEqual(1);
}

/** Records layout movements during scrolling, in pages that open afterwards. */
export async function watchScrolling(page: Page): Promise<void> {
  await page.addInitScript({ path: join(import.meta.dirname, '../testkit/src/browser/scrolling-page.js') });
}

/**
 * Scrolls by `step` px per frame and loads older pages until `row` is there. Returns the largest movement of a visible row
 * beyond the scrolling, in px, and the number of observed rows.
 */
export async function scrollUntil(row: Locator, step: number): Promise<{ jump: number; rows: number }> {
  const results: { jump: number; rows: number }[] = [];
  await expect(async () => {
    results.push(await row.page().evaluate(`scrollFor(300, ${step})`));
    await expect(row).toBeAttached({ timeout: 10 });
  }).toPass({ intervals: [0] });
  return {
    jump: Math.max(...results.map(({ jump }) => jump)),
    rows: results.reduce((sum, { rows }) => sum + rows, 0),
  };
}
