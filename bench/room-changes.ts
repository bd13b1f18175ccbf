import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { getMedian, getQuantile } from '@snug/testkit/stats.ts';
import { openRoomInBrowser, startPopulatedServer } from './browser-room.ts';
import type { Measurement, Row } from './measurement.ts';

const SPEEDS = [1, 4, 6];
const TIMES = 10;
/** Rooms between which the reader changes. */
const ROOM_COUNT = 4;
/** Between two changes or openings: a person reads. */
const PAUSE_MS = 1_500;

const at = (of: string, speed: number) => `1/${speed}, ${of}`;

interface SeenRoom {
  href: string;
  name: string;
}

/** B18: changing to a room seen before, and opening a room with a warm cache. */
export const roomChanges: Measurement = {
  name: 'room-changes',
  group: 'page',
  title:
    'B18 From the press on a room seen before to its messages; from the start of a navigation to messages and composer',
  goals: [
    { figure: 'p50, ms', of: at('change', 1), atMost: 50 },
    { figure: 'p50, ms', of: at('change', 6), atMost: 260 },
    { figure: 'p50, ms', of: at('opening', 6), atMost: 1_000 },
  ],
  rounds: 3,
  async run({ quick, folder }) {
    const counts = { users: 50, rooms: 30, messages: 3_000 };
    const server = await startPopulatedServer(join(folder, 'data'), counts, { SNUG_RATE_LIMITS: 'off' });
    const { page, slowDown, close } = await openRoomInBrowser(server, {
      scripts: [join(import.meta.dirname, 'room-changes-page.js')],
    });
    try {
      const links = page.getByRole('navigation', { name: 'Rooms' }).getByRole('link');
      const hrefs: string[] = [];
      for (let index = 0; index < ROOM_COUNT; index++)
        hrefs.push((await links.nth(index).getAttribute('href')) ?? '');
      const seen: SeenRoom[] = [];
      for (const href of hrefs) {
        await page.goto(href);
        await page.getByRole('article').last().waitFor();
        seen.push({ href, name: (await page.locator('main h1').textContent()) ?? '' });
        await page.waitForTimeout(PAUSE_MS);
      }
      const pick = (index: number) => seen[index % seen.length] ?? { href: '', name: '' };
      for (const room of seen) await measureChange(page, room);
      const rows: Row[] = [];
      const times = quick ? 2 : TIMES;
      for (const speed of quick ? [1] : SPEEDS) {
        await slowDown(speed);
        const [changes, openings]: [number[], number[]] = [[], []];
        for (let index = 0; index < times; index++) changes.push(await measureChange(page, pick(index)));
        for (let index = 0; index < times; index++)
          openings.push(await measureOpening(page, pick(index).href));
        rows.push(toRow(at('change', speed), changes), toRow(at('opening', speed), openings));
      }
      return rows;
    } finally {
      await close();
      await server.remove();
    }
  },
};

async function measureChange(page: Page, { href, name }: SeenRoom): Promise<number> {
  const link = page.locator(`nav a[href="${href}"]`).first();
  await link.hover();
  const took = page.evaluate<number>(`measureChange('${href}', ${JSON.stringify(name)})`);
  await link.click();
  const ms = await took;
  await page.waitForTimeout(PAUSE_MS);
  return ms;
}

async function measureOpening(page: Page, href: string): Promise<number> {
  await page.goto(href, { waitUntil: 'commit' });
  const ms = await page.evaluate<number>('opened');
  await page.waitForTimeout(PAUSE_MS);
  return ms;
}

function toRow(of: string, times: readonly number[]): Row {
  return {
    of,
    figures: {
      'p50, ms': getMedian(times),
      'p95, ms': getQuantile(
        times.toSorted((a, b) => a - b),
        0.95,
      ),
    },
  };
}
