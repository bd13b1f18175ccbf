import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Server } from '@snug/e2e/server.ts';
import type { PopulateCounts } from '@snug/server/app/seed/bulk.ts';
import { PageMeter } from '@snug/testkit/browser/page-meter.ts';
import { openPlainPage } from '@snug/testkit/browser/plain-page.ts';
import { getQuantile } from '@snug/testkit/stats.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import {
  loadRows,
  openRoomInBrowser,
  readRoomId,
  startPopulatedServer,
  startSending,
  toRoomId,
} from './browser-room.ts';
import { KEYS_SCRIPT, measureKeystrokes } from './keystrokes.ts';
import type { Goal, Measurement, Row } from './measurement.ts';

const SLOWDOWNS = [1, 4, 6];
const RATE = 20;
const BURST_RATE = 100;
const REACTION_RATE = 200;
const EMOJI = ['👍', '🎉', '❤️', '🚀'];
/** Written while the page is offline. */
const MISSED_MESSAGES = 2_000;
const MISSED_ROOMS = 100;
const MESSAGES = 600;
const ROWS = 300;
const ACTIVE_ROOMS = 20;
const MANY_ROOMS = 3_000;

/** B11: typing while messages arrive. */
export const keys: Measurement = {
  name: 'keys',
  group: 'page',
  title: `B11 From a key to the paint of its letter while messages arrive; keys come by the clock`,
  goals: [
    ...['at the end', 'scrolled up'].map(place => toGoal(6, `${RATE} per second, ${place}`, 'quiet')),
    toGoal(6, `${RATE} per second elsewhere in ${MANY_ROOMS} rooms`, `${MANY_ROOMS} rooms, quiet`),
    ...[`${BURST_RATE} per second, at the end`, `${REACTION_RATE} reactions per second`, 'catch-up'].map(
      of => ({
        figure: 'p95, ms',
        of: `1/4, ${of}`,
        atMost: 200,
      }),
    ),
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

function toGoal(rate: number, of: string, timesOf: string): Goal {
  return { figure: 'p95, ms', of: `1/${rate}, ${of}`, atMost: 2.5, timesOf: `1/${rate}, ${timesOf}` };
}

interface KeysSetup {
  server: Server;
  page: Page;
  quick: boolean;
}

/** Measures one case while the page runs at the reduced speed. */
type MeasureCase = (page: Page, of: string) => Promise<Row>;

async function measure(
  cacheFolder: string,
  counts: PopulateCounts,
  quick: boolean,
  measureCases: (setup: KeysSetup, measureCase: MeasureCase) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const rate of quick ? [1] : SLOWDOWNS) {
    const server = await startPopulatedServer(cacheFolder, counts, { SNUG_RATE_LIMITS: 'off' });
    try {
      const { page, close } = await openRoomInBrowser(server, { scripts: [KEYS_SCRIPT] });
      try {
        const measureCase: MeasureCase = async (measured, of) => {
          const meter = await PageMeter.attach(measured);
          await meter.slowDown(rate);
          const times = await measureKeystrokes(measured, { quick });
          await meter.slowDown(1);
          return toRow(`1/${rate}, ${of}`, times);
        };
        rows.push(...(await measureCases({ server, page, quick }, measureCase)));
      } finally {
        await close();
      }
    } finally {
      await server.remove();
    }
  }
  return rows;
}

async function measureOpenRoom({ server, page, quick }: KeysSetup, measureCase: MeasureCase): Promise<Row[]> {
  await loadRows(page, quick ? 30 : ROWS);
  const roomId = readRoomId(page);
  const plain = await openPlainPage(page, [KEYS_SCRIPT]);
  const rows = [await measureCase(page, 'quiet'), await measureCase(plain, 'quiet, plain')];
  const stop = await startSending(server, [roomId], RATE);
  rows.push(await measureCase(page, `${RATE} per second, at the end`));
  rows.push(await measureCase(plain, `${RATE} per second, plain`));
  await page.getByRole('log').hover();
  await page.mouse.wheel(0, -6_000);
  rows.push(await measureCase(page, `${RATE} per second, scrolled up`));
  stop();
  await page.getByRole('button', { name: 'Jump to latest', exact: true }).click();
  const stopBurst = await startSending(server, [roomId], BURST_RATE);
  rows.push(await measureCase(page, `${BURST_RATE} per second, at the end`));
  stopBurst();
  const stopReacting = await startReacting(server, roomId);
  rows.push(await measureCase(page, `${REACTION_RATE} reactions per second`));
  stopReacting();
  return rows;
}

async function measureOtherRooms({ server, page }: KeysSetup, measureCase: MeasureCase): Promise<Row[]> {
  const links = await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link').all();
  const hrefs = await Promise.all(links.slice(0, ACTIVE_ROOMS + 1).map(link => link.getAttribute('href')));
  const ids = hrefs.map(href => toRoomId(href ?? '')).filter(id => id !== readRoomId(page));
  const quiet = await measureCase(page, `${MANY_ROOMS} rooms, quiet`);
  const stop = await startSending(server, ids.slice(0, ACTIVE_ROOMS), RATE);
  const busy = await measureCase(page, `${RATE} per second elsewhere in ${MANY_ROOMS} rooms`);
  stop();
  await page.context().setOffline(true);
  await sendMissed(server, ids);
  // Keys begin two seconds later, as the connection comes back.
  setTimeout(() => void page.context().setOffline(false), 1_500);
  return [quiet, busy, await measureCase(page, 'catch-up')];
}

/** Somebody switches reactions to the newest messages on and off. */
async function startReacting(server: Server, roomId: string): Promise<() => void> {
  const person = await TestPerson.add(server, 'Cem');
  const live = await person.connect();
  const { messages } = await person.runCommand<{ messages: { id: string }[] }>('get_messages', { roomId });
  let index = 0;
  const timer = setInterval(() => {
    const messageId = messages.at(-1 - (index % 10))?.id;
    const emoji = EMOJI[index % EMOJI.length];
    const on = Math.floor(index++ / 40) % 2 === 0;
    void live.request('set_reaction', { roomId, messageId, emoji, on });
  }, 1_000 / REACTION_RATE);
  return () => clearInterval(timer);
}

async function sendMissed(server: Server, first: readonly string[]): Promise<void> {
  const person = await TestPerson.add(server, 'Dora');
  const live = await person.connect();
  const { rooms } = await person.runCommand<{ rooms: { id: string }[] }>('list_rooms', {});
  const roomIds = [...first, ...rooms.map(({ id }) => id)].slice(0, MISSED_ROOMS);
  for (let index = 0; index < MISSED_MESSAGES; index++) {
    const roomId = roomIds[index % roomIds.length];
    const sent = live.request('send_message', { roomId, text: `While away ${index}` });
    if (index % 50 === 0) await sent;
  }
}

function toRow(of: string, times: readonly number[]): Row {
  const figures = { 'p50, ms': getQuantile(times, 0.5), 'p95, ms': getQuantile(times, 0.95) };
  return { of, figures: { ...figures, 'most, ms': times.at(-1) ?? Number.NaN } };
}
