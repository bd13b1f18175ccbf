import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '../e2e/launch.ts';
import { SignInPage } from '../e2e/pages/sign-in-page.ts';
import { type Server, startServer } from '../e2e/server.ts';
import { WIDE } from '../e2e/viewports.ts';
import { TestPerson } from '../server/src/testing/person.ts';
import { fill } from './fill.ts';
import type { Figures, Measurement, Row } from './measurement.ts';

const MESSAGES = 100_000;
/** That arrive meanwhile, a second. */
const RATE = 50;
const SLOWER = 4;
/** How far one scrolls in a frame, px: a screen in a third of a second. */
const STEP = 40;
const SECONDS = 10;

/** What the page notes; see scrolling-page.js. */
interface Noted {
  frames: number[];
  jump: number;
  elements: number;
  rows: number;
}

/** B10: a long room is scrolled up and down while it is busy, in a browser that has a quarter of the processor. */
export const scrolling: Measurement = {
  name: 'scrolling',
  title: `B10 Scrolling a room of ${MESSAGES} messages while ${RATE} a second arrive, ${SLOWER} times slower`,
  goals: [
    { figure: 'frame p95, ms', atMost: 17 },
    { figure: 'jump, px', atMost: 1 },
    { figure: 'elements', atMost: 3_000 },
  ],
  rounds: 3,
  async run({ quick, folder }) {
    const server = await startServer();
    try {
      await putRoom(server, join(folder, 'data'), quick ? 1_000 : MESSAGES);
      return await measure(server, quick ? 2 : SECONDS);
    } finally {
      await server.remove();
    }
  },
};

/** Puts a long room into the server; made once, and kept at `kept`. */
async function putRoom(server: Server, kept: string, messages: number): Promise<void> {
  await server.end('SIGTERM');
  if (!existsSync(kept)) await fill(kept, { users: 50, rooms: 1, messages });
  cpSync(kept, server.data, { recursive: true });
  await server.start();
}

async function measure(server: Server, seconds: number): Promise<Row[]> {
  const browser = await chromium.launch(await launchOptions());
  const page = await browser.newPage({ viewport: WIDE, baseURL: server.url });
  const stop = await talk(server);
  try {
    await page.addInitScript({ path: join(import.meta.dirname, 'scrolling-page.js') });
    await signUp(page);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const scroll = (step: number) => page.evaluate<Noted>(`scrollFor(${seconds * 1_000}, ${step})`);
    const up = await scroll(-STEP);
    const id = await page.getByRole('article').nth(20).getAttribute('id');
    await page.goto(`${page.url()}?at=${id}`);
    await page.getByRole('article').first().waitFor();
    const down = await scroll(STEP);
    const still = await scroll(0);
    return [
      rowOf('Snug', [up, down, still]),
      rowOf('upwards', [up]),
      rowOf('downwards', [down]),
      rowOf('reading', [still]),
    ];
  } finally {
    stop();
    await browser.close();
  }
}

async function signUp(page: Page): Promise<void> {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signUp('Ben', 'ben@snug.example', 'a long enough password');
  await page.getByRole('link', { name: /^Bulk room 1/ }).click();
  await page.getByRole('article').last().waitFor();
}

/** Somebody else talks in the room, until the returned function is called. */
async function talk(server: Server): Promise<() => void> {
  const ann = await TestPerson.signUp(server.url, 'Ann');
  const { rooms } = await ann.do<{ rooms: { id: string }[] }>('list_rooms', {});
  const live = await ann.live();
  const timer = setInterval(() => {
    void live.ask('send_message', {
      roomId: rooms[0]?.id,
      text: `Said at ${Date.now()}, while others read.`,
    });
  }, 1_000 / RATE);
  return () => clearInterval(timer);
}

function rowOf(of: string, all: readonly Noted[]): Row {
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
