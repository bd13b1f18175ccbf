import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Server } from '@snug/e2e/server.ts';
import type { PopulateCounts } from '@snug/server/app/seed/bulk.ts';
import { getQuantile } from '@snug/testkit/stats.ts';
import { openRoomInBrowser, startPopulatedServer, startSending } from './browser-room.ts';
import { KEYS_SCRIPT, measureKeystrokes } from './keystrokes.ts';
import type { Measurement, Row } from './measurement.ts';

const CPU_SLOWDOWN = 6;
const RATE = 20;
const MESSAGES = 600;
const ACTIVE_ROOMS = 20;
const MANY_ROOMS = 3_000;
/** How many older pages the reader loads, fifteen messages each. */
const PAGES = 18;

/** B11: typing while messages arrive, in a browser at a sixth of its speed. */
export const typing: Measurement = {
  name: 'typing',
  title: `B11 From a key to its paint, ${CPU_SLOWDOWN} times slower, while ${RATE} messages per second arrive`,
  goals: [
    { figure: 'p95, ms', of: 'in the open room', atMost: 2, timesOf: 'quiet' },
    { figure: 'p95, ms', of: 'while reading back', atMost: 2, timesOf: 'quiet' },
    {
      figure: 'p95, ms',
      of: `elsewhere in ${MANY_ROOMS} rooms`,
      atMost: 1.5,
      timesOf: `${MANY_ROOMS} rooms, quiet`,
    },
  ],
  rounds: 3,
  async run({ quick, folder }) {
    const few = { users: 50, rooms: 1, messages: MESSAGES };
    const many = { users: 50, rooms: quick ? 100 : MANY_ROOMS, messages: MANY_ROOMS };
    return [
      ...(await measure(join(folder, 'few'), few, quick, measureOpenRoom)),
      ...(await measure(join(folder, 'many'), many, quick, measureOtherRooms)),
    ];
  },
};

interface TypingSetup {
  server: Server;
  page: Page;
  quick: boolean;
}

async function measure(
  cacheFolder: string,
  counts: PopulateCounts,
  quick: boolean,
  measureTyping: (setup: TypingSetup, slowDown: () => Promise<void>) => Promise<Row[]>,
): Promise<Row[]> {
  const server = await startPopulatedServer(cacheFolder, counts);
  try {
    const { page, slowDown, close } = await openRoomInBrowser(server, { scripts: [KEYS_SCRIPT] });
    try {
      return await measureTyping({ server, page, quick }, () => slowDown(CPU_SLOWDOWN));
    } finally {
      await close();
    }
  } finally {
    await server.remove();
  }
}

async function measureOpenRoom(
  { server, page, quick }: TypingSetup,
  slowDown: () => Promise<void>,
): Promise<Row[]> {
  for (let pages = quick ? 1 : PAGES; pages > 0; pages--) await loadOlder(page);
  await page.keyboard.press('End');
  await slowDown();
  const quiet = await measureKeystrokes(page, quick);
  const stop = await startSending(server, [readRoomId(page)], RATE);
  const busy = await measureKeystrokes(page, quick);
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, -6_000);
  const back = await measureKeystrokes(page, quick);
  stop();
  return [toRow('quiet', quiet), toRow('in the open room', busy), toRow('while reading back', back)];
}

async function measureOtherRooms(
  { server, page, quick }: TypingSetup,
  slowDown: () => Promise<void>,
): Promise<Row[]> {
  const links = await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link').all();
  const hrefs = await Promise.all(links.slice(0, ACTIVE_ROOMS + 1).map(link => link.getAttribute('href')));
  const ids = hrefs.map(href => href?.split('/').at(-1) ?? '').filter(id => id !== readRoomId(page));
  await slowDown();
  const quiet = await measureKeystrokes(page, quick);
  const stop = await startSending(server, ids.slice(0, ACTIVE_ROOMS), RATE);
  const busy = await measureKeystrokes(page, quick);
  stop();
  return [toRow(`${MANY_ROOMS} rooms, quiet`, quiet), toRow(`elsewhere in ${MANY_ROOMS} rooms`, busy)];
}

function readRoomId(page: Page): string {
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function loadOlder(page: Page): Promise<void> {
  const rows = page.getByRole('article');
  const before = await rows.count();
  await page.getByRole('button', { name: 'Load more' }).click();
  await rows.nth(before).waitFor();
}

function toRow(of: string, times: readonly number[]): Row {
  const figures = { 'p50, ms': getQuantile(times, 0.5), 'p95, ms': getQuantile(times, 0.95) };
  return { of, figures: { ...figures, 'most, ms': times.at(-1) ?? Number.NaN } };
}
