import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Server } from '@snug/e2e/server.ts';
import { getMedian, getQuantile } from '@snug/testkit/stats.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { openRoomInBrowser, startPopulatedServer, startSending, toRoomId } from './browser-room.ts';
import { KEYS_SCRIPT, measureKeystrokes } from './keystrokes.ts';
import type { Figures, Goal, Measurement, Row } from './measurement.ts';
import { measureCommands } from './room-commands.ts';
import { SocketBytes } from './socket-bytes.ts';

const FEW = 100;
const SIZES = [FEW, 3_000, 100_000];
const QUICK_SIZES = [FEW, 200, 300];
/** Makes operations of a few ms measurable. */
const CPU_SLOWDOWN = 6;
/** Rooms at the head of the list that get messages in turn, at this rate per second. */
const ACTIVE_ROOMS = 20;
const RATE = 20;
/** Rooms that are opened one after the other, each for the first time. */
const OPENED_COUNT = 15;
const WATCH_LIST_MS = 5_000;
/** A silence of this length, in ms, ends the first traffic of a connection. */
const SETTLED_MS = 1_500;
const kB = 1_000;

/** The upper bound of a figure, and whether it must not depend on the number of rooms. */
const FIGURES: Readonly<Record<string, { most?: number; isLevel?: boolean }>> = {
  'page, kB': { most: 30, isLevel: true },
  'sidebar nodes': { most: 600, isLevel: true },
  'reconnect, kB': { isLevel: true },
  'its list, kB': { isLevel: true },
  'open, ms': { isLevel: true },
  'key p95, ms': { isLevel: true },
  'list_rooms, ms': { isLevel: true },
  'find_rooms, ms': { isLevel: true },
  'watch_rooms, ms': { isLevel: true },
  'head on, kB/s': { most: 8 },
  'head off, kB/s': { most: 0 },
};

/** B12: the cost of many rooms. */
export const rooms: Measurement = {
  name: 'rooms',
  title: `B12 With many rooms, ${ACTIVE_ROOMS} of them active: keys and opening rooms, ${CPU_SLOWDOWN} times slower`,
  goals: SIZES.flatMap(size =>
    Object.entries(FIGURES).flatMap(([figure, goal]) => toGoals(figure, size, goal)),
  ),
  rounds: 3,
  async run({ index: round, quick, folder }) {
    const rows: Row[] = [];
    // The first one runs with cold caches, so the order rotates.
    const first = round % SIZES.length;
    const sizes = [...SIZES.entries()];
    for (const [index, size] of [...sizes.slice(first), ...sizes.slice(0, first)]) {
      const count = (quick && QUICK_SIZES[index]) || size;
      const counts = { users: 50, rooms: count, messages: count };
      const server = await startPopulatedServer(join(folder, String(size)), counts, {
        SNUG_RATE_LIMITS: 'off',
      });
      try {
        rows.push({ of: formatSize(size), figures: await measure(server, quick) });
      } finally {
        await server.remove();
      }
    }
    return rows;
  },
};

function toGoals(
  figure: string,
  size: number,
  { most, isLevel }: { most?: number; isLevel?: boolean },
): Goal[] {
  const of = formatSize(size);
  return [
    ...(most === undefined ? [] : [{ figure, of, atMost: most }]),
    ...(isLevel && size !== FEW ? [{ figure, of, atMost: 1.2, timesOf: formatSize(FEW) }] : []),
  ];
}

function formatSize(size: number): string {
  return `${size} rooms`;
}

interface RoomsSetup {
  server: Server;
  page: Page;
  active: readonly string[];
}

async function measure(server: Server, quick: boolean): Promise<Figures> {
  const { roomIds, served } = await measureServer(server, quick);
  const { page, slowDown, close } = await openRoomInBrowser(server, {
    scripts: [KEYS_SCRIPT, join(import.meta.dirname, 'rooms-page.js')],
  });
  try {
    const active = roomIds.filter(id => !page.url().endsWith(id)).slice(0, ACTIVE_ROOMS);
    const setup = { server, page, active };
    const socket = new SocketBytes(page);
    // A pointer in the list would freeze its order.
    await page.mouse.move(900, 400);
    await page.reload();
    await page.getByRole('article').last().waitFor();
    await socket.waitUntilIdle(SETTLED_MS);
    const nodes = await countSidebarNodes(page);
    const costs = await measureListCosts(setup, socket);
    await slowDown(CPU_SLOWDOWN);
    const keys = await measureTyping(setup, quick);
    const open = await measureOpening(page, quick);
    await slowDown(1);
    return {
      ...served,
      'sidebar nodes': nodes,
      ...costs,
      'key p95, ms': keys,
      'open, ms': open,
      ...(await measureReconnect(server, socket)),
    };
  } finally {
    await close();
  }
}

async function measureServer(
  { url }: Server,
  quick: boolean,
): Promise<{ roomIds: string[]; served: Figures }> {
  const cara = await TestPerson.signUp(url, 'Cara');
  const { rooms } = await cara.runCommand<{ rooms: { id: string }[] }>('list_rooms', {});
  const roomIds = rooms.slice(0, ACTIVE_ROOMS + 1).map(({ id }) => id);
  const page = await (await cara.get(`/chat/${roomIds[0]}`)).arrayBuffer();
  const live = await cara.connect();
  const times = await measureCommands(live, roomIds, quick);
  live.socket.close();
  const named = Object.entries(times).map(([command, ms]) => [`${command}, ms`, ms] as const);
  return { roomIds, served: { 'page, kB': page.byteLength / kB, ...Object.fromEntries(named) } };
}

function getRoomList(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Rooms' });
}

function countSidebarNodes(page: Page): Promise<number> {
  return getRoomList(page).evaluate(nav => nav.parentElement?.querySelectorAll('*').length ?? 0);
}

/** The ids of rendered rooms that are not open, from the head of the list. */
async function listRenderedRooms(page: Page): Promise<string[]> {
  const hrefs = await getRoomList(page)
    .getByRole('link')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''));
  const ids = hrefs.map(toRoomId);
  return ids.filter(id => !page.url().endsWith(id));
}

async function measureListCosts({ server, page, active }: RoomsSetup, socket: SocketBytes): Promise<Figures> {
  const stop = await startSending(server, active, RATE);
  const perSecond = async () => {
    await page.waitForTimeout(SETTLED_MS);
    socket.clear();
    await page.waitForTimeout(WATCH_LIST_MS);
    return ((socket.sums.list / WATCH_LIST_MS) * 1_000) / kB;
  };
  const on = await perSecond();
  await getRoomList(page).evaluate(nav => nav.scrollTo({ top: nav.scrollHeight }));
  const off = await perSecond();
  stop();
  await getRoomList(page).evaluate(nav => nav.scrollTo({ top: 0 }));
  return { 'head on, kB/s': on, 'head off, kB/s': off };
}

async function measureTyping({ server, page, active }: RoomsSetup, quick: boolean): Promise<number> {
  const stop = await startSending(server, active, RATE);
  const times = await measureKeystrokes(page, { quick });
  stop();
  return getQuantile(times, 0.95);
}

/** The ms from a click on a room to its first message in the page. */
async function measureOpening(page: Page, quick: boolean): Promise<number> {
  const times: number[] = [];
  const opened = new Set<string>();
  for (let left = quick ? 3 : OPENED_COUNT; left > 0; left--) {
    const id = (await listRenderedRooms(page)).find(id => !opened.has(id));
    if (id === undefined) break;
    opened.add(id);
    times.push(await page.evaluate<number>(`openRoomByClick(${JSON.stringify(id)})`));
    await page.waitForTimeout(300);
  }
  return getMedian(times);
}

async function measureReconnect(server: Server, socket: SocketBytes): Promise<Figures> {
  await server.end('SIGTERM');
  socket.clear();
  await server.start();
  await socket.waitUntilIdle(SETTLED_MS);
  const { all, list } = socket.sums;
  return { 'reconnect, kB': all / kB, 'its list, kB': list / kB };
}
