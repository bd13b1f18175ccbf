import { join } from 'node:path';
import type { Server } from '@snug/e2e/server.ts';
import { openRoomInBrowser, readRoomId, startPopulatedServer, startSending } from './browser-room.ts';
import type { Figures, Measurement, Row } from './measurement.ts';

const MESSAGES = 100_000;
const RATE = 50;
const CPU_SLOWDOWN = 4;
/** In px per frame: a screen in a third of a second. */
const STEP_PX = 40;
const SECONDS = 10;

/** The record of the page, see scrolling-page.js. */
interface ScrollRecord {
  frames: number[];
  jump: number;
  elements: number;
  rows: number;
}

/** B10: scrolls a long, busy room up and down in a browser at a quarter of its speed. */
export const scrolling: Measurement = {
  name: 'scrolling',
  title: `B10 Scrolling a room of ${MESSAGES} messages while ${RATE} per second arrive, ${CPU_SLOWDOWN} times slower`,
  goals: [
    { figure: 'frame p95, ms', atMost: 17 },
    { figure: 'jump, px', atMost: 1 },
    { figure: 'elements', atMost: 3_000 },
  ],
  rounds: 3,
  async run({ quick, folder }) {
    const counts = { users: 50, rooms: 1, messages: quick ? 1_000 : MESSAGES };
    const server = await startPopulatedServer(join(folder, 'data'), counts);
    try {
      return await measure(server, quick ? 2 : SECONDS);
    } finally {
      await server.remove();
    }
  },
};

async function measure(server: Server, seconds: number): Promise<Row[]> {
  const script = join(import.meta.dirname, '../testkit/src/browser/scrolling-page.js');
  const { page, slowDown, close } = await openRoomInBrowser(server, { scripts: [script] });
  const stop = await startSending(server, [readRoomId(page)], RATE);
  try {
    await slowDown(CPU_SLOWDOWN);
    const scroll = (step: number) => page.evaluate<ScrollRecord>(`scrollFor(${seconds * 1_000}, ${step})`);
    const up = await scroll(-STEP_PX);
    const id = await page.getByRole('article').nth(20).getAttribute('id');
    await page.goto(`${page.url()}?at=${id}`);
    await page.getByRole('article').first().waitFor();
    const down = await scroll(STEP_PX);
    const still = await scroll(0);
    return [
      toRow('Snug', [up, down, still]),
      toRow('upwards', [up]),
      toRow('downwards', [down]),
      toRow('reading', [still]),
    ];
  } finally {
    stop();
    await close();
  }
}

function toRow(of: string, all: readonly ScrollRecord[]): Row {
  const frames = all.flatMap(noted => noted.frames).toSorted((a, b) => a - b);
  const at = (share: number) => frames[Math.floor(frames.length * share)] ?? Number.NaN;
  const figures: Figures = {
    'frame p50, ms': at(0.5),
    'frame p95, ms': at(0.95),
    'frame p99, ms': at(0.99),
    'jump, px': Math.max(...all.map(noted => noted.jump)),
    elements: Math.max(...all.map(noted => noted.elements)),
    rows: all.reduce((sum, noted) => sum + noted.rows, 0),
  };
  return { of, figures };
}
