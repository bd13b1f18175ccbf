import { chromium, type Locator, type Page } from '@playwright/test';
import { addEmoji, multiplyEmoji } from '@snug/e2e/add-emoji.ts';
import { type Server, startServer } from '@snug/e2e/server.ts';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { launchOptions } from '@snug/testkit/browser/launch.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { WIDE } from '@snug/testkit/browser/viewports.ts';
import { until } from '@snug/testkit/until.ts';
import type { Figures, Measurement, Row } from './measurement.ts';

const COUNT = 2_000;
const QUICK_COUNT = 200;
const NAME = 'moth';
/** Of different emoji in the room. */
const USED = 15;
const SETTLED_MS = 3_000;
const kB = 1_000;

/** The picker draws what is near its view: its rows of nine, and as many above and below. */
const MAX_PICKER_PICTURES = 140;

/** What 2,000 emoji of the workspace cost a browser that has never seen them, and one that has. */
export const emoji: Measurement = {
  name: 'emoji',
  title: `Requests and bytes of a room with ${USED} emoji of the workspace, and of the picker`,
  goals: [
    { figure: 'pictures', of: 'first load', atMost: USED },
    { figure: 'pictures', of: 'picker', atMost: MAX_PICKER_PICTURES },
    { figure: 'pictures', of: 'next load', atMost: 0 },
    { figure: 'list, kB', of: 'next load', atMost: 0.1 },
  ],
  rounds: 1,
  async run({ quick }) {
    const server = await startServer({ SNUG_RATE_LIMITS: 'off' });
    const browser = await chromium.launch(await launchOptions());
    try {
      const page = await browser.newPage({ viewport: WIDE, baseURL: server.url });
      return await measure(server, page, quick ? QUICK_COUNT : COUNT);
    } finally {
      await browser.close();
      await server.remove();
    }
  },
};

async function measure(server: Server, page: Page, count: number): Promise<Row[]> {
  const path = await fillRoom(server, page, count);
  const traffic = new EmojiTraffic(page);
  const last = page.getByRole('article').last();
  const getEmoji = (of: Locator) => of.getByRole('img', { name: `:${NAME}_0001:`, exact: true });
  const load = async () => {
    traffic.clear();
    await page.goto(path);
    await getEmoji(last).waitFor();
    await traffic.waitUntilIdle();
    return traffic.sum();
  };
  const first = await load();
  traffic.clear();
  await last.hover();
  await last.getByRole('button', { name: 'Add reaction' }).click();
  const picker = page.getByRole('dialog', { name: 'Emoji' });
  await getEmoji(picker).waitFor();
  await traffic.waitUntilIdle();
  const opened = await traffic.sum();
  await page.keyboard.press('Escape');
  const next = await load();
  return [
    { of: 'first load', figures: first },
    { of: 'picker', figures: opened },
    { of: 'next load', figures: next },
  ];
}

/** Returns the path of the room. The browser has seen none of its emoji. */
async function fillRoom(server: Server, page: Page, count: number): Promise<string> {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signUp('Ben', 'ben@snug.example', 'a long enough password');
  await page.getByRole('button', { name: 'Join conversation' }).waitFor();
  const context = page.context();
  await addEmoji(server, context, NAME);
  multiplyEmoji(server, NAME, count);
  const { room } = (await sendCommand(server.url, context, 'create_room', {
    name: 'Moths',
    description: 'Pictures',
  })) as { room: { id: string } };
  for (let number = USED; number > 0; number--) {
    const text = `A :${NAME}_${String(number).padStart(4, '0')}: at the lamp`;
    await sendCommand(server.url, context, 'send_message', { roomId: room.id, text });
  }
  return `/chat/${room.id}`;
}

interface Transfer {
  kind: 'page' | 'picture' | 'list';
  bytes: number;
}

/** Counts what a page receives about emoji: pictures, the list, and the page itself, which has the emoji of its rows. */
class EmojiTraffic {
  #transfers: Transfer[] = [];
  readonly #pending = new Set<Promise<void>>();
  #changedAt = performance.now();

  constructor(page: Page) {
    page.on('requestfinished', request => {
      const { pathname } = new URL(request.url());
      const kind = pathname.startsWith('/emoji/') ? 'picture' : 'page';
      if (kind === 'page' && request.resourceType() !== 'document') return;
      const pending = request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
        // Nothing, if the browser has it.
        if (responseBodySize > 0) this.#add(kind, responseBodySize + responseHeadersSize);
        this.#pending.delete(pending);
      });
      this.#pending.add(pending);
    });
    page.on('websocket', socket => {
      const listIds = new Set<number>();
      socket.on('framesent', ({ payload }) => {
        const { id, command } = JSON.parse(payload.toString()) as { id: number; command: string };
        if (command === 'list_emoji') listIds.add(id);
      });
      socket.on('framereceived', ({ payload }) => {
        const { id } = JSON.parse(payload.toString()) as { id?: number };
        this.#changedAt = performance.now();
        if (id !== undefined && listIds.has(id)) this.#add('list', Buffer.byteLength(payload));
      });
    });
  }

  clear(): void {
    this.#transfers = [];
    this.#changedAt = performance.now();
  }

  /** Resolves after a silence of `SETTLED_MS`. */
  async waitUntilIdle(): Promise<void> {
    await until('nothing arrives', () => performance.now() - this.#changedAt > SETTLED_MS);
  }

  async sum(): Promise<Figures> {
    await Promise.all(this.#pending);
    const of = (wanted: Transfer['kind']) => this.#transfers.filter(({ kind }) => kind === wanted);
    const toKilobytes = (some: readonly Transfer[]) => some.reduce((sum, { bytes }) => sum + bytes, 0) / kB;
    return {
      'page, kB': toKilobytes(of('page')),
      pictures: of('picture').length,
      'pictures, kB': toKilobytes(of('picture')),
      'list, frames': of('list').length,
      'list, kB': toKilobytes(of('list')),
    };
  }

  #add(kind: Transfer['kind'], bytes: number): void {
    this.#transfers.push({ kind, bytes });
    this.#changedAt = performance.now();
  }
}
