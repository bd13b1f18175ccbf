import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from '@snug/scripts/run.mjs';
import { startServer } from '../server.ts';
import { Bot } from './bot.ts';
import { type Browser, type Launch, NARROW, WIDE } from './browser.ts';
import { Person } from './browser-user.ts';
import { Impossible, type Journey, type World } from './journey.ts';
import { journeys } from './journeys/all.ts';
import { signUpAs } from './journeys/sign-up.ts';

const PICTURES = join(ROOT, 'test-results', 'browsers');

export interface Tally {
  passed: number;
  failed: number;
}

type Start = (launch: Launch) => Promise<Browser>;

/** Runs every journey, whose name has `part`, in browsers of one kind, and counts. */
export async function runAll(start: Start, part: string, tally: Tally): Promise<void> {
  const server = await startServer();
  const browsers: Browser[] = [];
  const person = async (launch: Launch) => {
    const browser = await start(launch);
    browsers.push(browser);
    return new Person(browser, server.url, launch.size);
  };
  try {
    const [ann, ben] = [await person({ size: WIDE }), await person({ size: WIDE })];
    let cleo: Person | undefined;
    const thumb = async () => {
      if (cleo) return cleo;
      cleo = await person({ size: NARROW, touch: true });
      await signUpAs(cleo, 'Cleo');
      return cleo;
    };
    const world: World = { server, ann, ben, thumb, bot: await Bot.signUp(server.url, 'Bot'), look };
    say(`${ann.browser.name} ${ann.browser.version}`);
    await ann.open('/signin');
    for (const journey of journeys) {
      // Without an account nobody gets anywhere.
      if (journey === journeys[0] || journey.name.includes(part))
        await runOne(journey, world, browsers, tally);
      if (journey === journeys[0] && tally.failed > 0) return;
    }
  } finally {
    for (const browser of browsers) await browser.close();
    await server.remove();
  }
}

async function runOne(
  journey: Journey,
  world: World,
  browsers: readonly Browser[],
  tally: Tally,
): Promise<void> {
  const before = browsers.map(({ complaints }) => complaints.length);
  const started = performance.now();
  const failure = await journey.go(world).then(
    () => undefined,
    (error: unknown) => error,
  );
  const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  if (failure instanceof Impossible) return say(`  not here  ${journey.name}: ${failure.message}`);
  const complaints = browsers
    .flatMap((browser, index) => browser.complaints.slice(before[index] ?? 0))
    .filter(complaint => !journey.expected?.test(complaint));
  if (failure === undefined && complaints.length === 0) {
    tally.passed++;
    return say(`  passed    ${journey.name} (${took})`);
  }
  tally.failed++;
  say(`  FAILED    ${journey.name} (${took})`);
  if (failure instanceof Error) say(failure.stack ?? failure.message);
  for (const complaint of complaints) say(`            the page: ${complaint}`);
  for (const [index, browser] of browsers.entries()) {
    await keep(browser, `failed-${journey.name}-${index}`).catch(() => undefined);
  }
}

async function look({ browser, size }: Person, name: string): Promise<void> {
  for (const shown of size === NARROW ? [NARROW] : [WIDE, NARROW]) {
    await browser.resize(shown);
    await keep(browser, `${name}-${shown.width}`);
  }
  await browser.resize(size);
}

async function keep(browser: Browser, name: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  // What fades in has done so.
  await browser.run(
    '() => Promise.allSettled(document.getAnimations().map(a => Promise.race([a.finished, new Promise(r => setTimeout(r, 500))])))',
  );
  const file = `${browser.name}-${name}.png`.replaceAll(/[^\w.]+/g, '-').toLowerCase();
  writeFileSync(join(PICTURES, file), await browser.screenshot());
}
