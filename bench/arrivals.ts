import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { Server } from '@snug/e2e/server.ts';
import { type PageCosts, PageMeter } from '@snug/testkit/browser/page-meter.ts';
import { openPlainPage } from '@snug/testkit/browser/plain-page.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { loadRows, openRoomInBrowser, startPopulatedServer } from './browser-room.ts';
import type { Goal, Measurement, Row } from './measurement.ts';

const SLOWDOWNS = [1, 4, 6];
const ROW_COUNTS = [30, 300];
const PLACES = ['at the end', 'with a pointer', 'scrolled up'] as const;
/** Slow enough that each message arrives alone. */
const INTERVAL_MS = 250;
const COUNT = 24;
const MESSAGES_PER_ROOM = 400;
const SETTLE_MS = 2_000;

type Place = (typeof PLACES)[number];

/** B11: what an arriving message costs the page. */
export const arrivals: Measurement = {
  name: 'arrivals',
  group: 'page',
  title: 'B11 The main thread per arriving message, beside a plain page that appends the same row',
  goals: SLOWDOWNS.flatMap(rate => ROW_COUNTS.flatMap(rows => toGoals(rate, rows))),
  rounds: 3,
  async run({ quick, folder }) {
    const slowdowns = quick ? [1] : SLOWDOWNS;
    const rooms = slowdowns.length * ROW_COUNTS.length * PLACES.length + 1;
    const counts = { users: 50, rooms, messages: rooms * MESSAGES_PER_ROOM };
    const server = await startPopulatedServer(join(folder, 'arrivals'), counts);
    try {
      return await measureAll(server, slowdowns, quick ? 4 : COUNT);
    } finally {
      await server.remove();
    }
  },
};

function toName(rate: number, rows: number, place: Place | 'plain'): string {
  return `1/${rate}, ${rows} rows, ${place}`;
}

function toGoals(rate: number, rows: number): Goal[] {
  const timesOf = toName(rate, rows, 'plain');
  const atEnd = toName(rate, rows, 'at the end');
  const few = toName(rate, ROW_COUNTS[0] ?? 0, 'at the end');
  return [
    { figure: 'task, ms', of: atEnd, atMost: 2.5, timesOf },
    { figure: 'task, ms', of: toName(rate, rows, 'with a pointer'), atMost: 2.8, timesOf },
    { figure: 'script / plain task', of: atEnd, atMost: 0.8 },
    { figure: 'layouts', of: atEnd, atMost: 1.3 },
    ...(few === atEnd ? [] : [{ figure: 'task, ms', of: atEnd, atMost: 1.15, timesOf: few }]),
  ];
}

async function measureAll(server: Server, slowdowns: readonly number[], count: number): Promise<Row[]> {
  const { page, close } = await openRoomInBrowser(server);
  try {
    const ann = await TestPerson.add(server, 'Ann');
    const { rooms } = await ann.runCommand<{ rooms: { id: string }[] }>('list_rooms', {});
    const ids = rooms.map(({ id }) => id);
    const live = await ann.connect();
    const rows: Row[] = [];
    for (const rate of slowdowns) {
      for (const rowCount of ROW_COUNTS) {
        const measured: [Place | 'plain', PageCosts][] = [];
        for (const place of PLACES) {
          const roomId = ids.pop() ?? '';
          const send = (text: string) => live.request('send_message', { roomId, text });
          await page.goto(`/chat/${roomId}`);
          await loadRows(page, rowCount);
          // The next rows continue this person's, and the plain page copies the last.
          await send('Good morning');
          await send('It rains here');
          await page.getByRole('log').getByText('It rains here').waitFor();
          if (place === 'at the end') {
            const plain = await openPlainPage(page);
            measured.push(['plain', await measureArrivals(plain, { rate, count, send })]);
            await plain.context().close();
          }
          await goTo(page, place);
          measured.push([place, await measureArrivals(page, { rate, count, send })]);
        }
        const plainTask = measured.find(([place]) => place === 'plain')?.[1].taskMs ?? Number.NaN;
        rows.push(
          ...measured.map(([place, costs]) => toRow(toName(rate, rowCount, place), costs, plainTask)),
        );
      }
    }
    return rows;
  } finally {
    await close();
  }
}

async function goTo(page: Page, place: Place): Promise<void> {
  if (place !== 'at the end') await page.getByRole('log').hover();
  if (place === 'scrolled up') await page.mouse.wheel(0, -600);
  // On the header, so that nothing reacts to it.
  if (place !== 'with a pointer') await page.mouse.move(900, 5);
}

interface ArrivalOptions {
  rate: number;
  count: number;
  send: (text: string) => Promise<unknown>;
}

/** Per message, without what the page costs if nothing arrives. */
async function measureArrivals(page: Page, { rate, count, send }: ArrivalOptions): Promise<PageCosts> {
  const meter = await PageMeter.attach(page);
  await meter.slowDown(rate);
  await sleep(SETTLE_MS);
  const idle = await meter.measure(() => sleep(count * INTERVAL_MS));
  const busy = await meter.measure(async () => {
    const start = performance.now();
    for (let sent = 0; sent < count; sent++) {
      await sleep(Math.max(0, start + sent * INTERVAL_MS - performance.now()));
      void send(`Sent as number ${sent}, while others read and write.`);
    }
    await sleep(Math.max(0, start + count * INTERVAL_MS - performance.now()));
    await page.evaluate(() => undefined);
  });
  await meter.slowDown(1);
  return {
    taskMs: (busy.taskMs - idle.taskMs) / count,
    scriptMs: (busy.scriptMs - idle.scriptMs) / count,
    layouts: (busy.layouts - idle.layouts) / count,
    styleRecalcs: (busy.styleRecalcs - idle.styleRecalcs) / count,
  };
}

function toRow(of: string, { taskMs, scriptMs, layouts, styleRecalcs }: PageCosts, plainTask: number): Row {
  const times = { 'task, ms': taskMs, 'x plain': taskMs / plainTask, 'script, ms': scriptMs };
  return {
    of,
    figures: {
      ...times,
      'script / plain task': scriptMs / plainTask,
      layouts,
      'style recalcs': styleRecalcs,
    },
  };
}
