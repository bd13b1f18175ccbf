import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { print, ROOT } from '@snug/scripts/run.mjs';
import { startServer } from '../server.ts';
import { Bot } from './bot.ts';
import { type Browser, type Launch, NARROW, WIDE } from './browser.ts';
import { BrowserUser } from './browser-user.ts';
import { type Journey, type JourneyContext, UnsupportedError } from './journey.ts';
import { journeys } from './journeys/all.ts';
import { signUpAs } from './journeys/sign-up.ts';

const SCREENSHOT_FOLDER = join(ROOT, 'test-results', 'browsers');

export interface RunTotals {
  passed: number;
  failed: number;
  /** Runs whose programs are missing. */
  skipped: number;
}

type LaunchBrowser = (launch: Launch) => Promise<Browser>;

export async function runAll(start: LaunchBrowser, part: string, tally: RunTotals): Promise<void> {
  const server = await startServer();
  const browsers: Browser[] = [];
  const person = async (launch: Launch) => {
    const browser = await start(launch);
    browsers.push(browser);
    return new BrowserUser(browser, server.url, launch.size);
  };
  try {
    const [ann, ben] = [await person({ size: WIDE }), await person({ size: WIDE })];
    let cleo: BrowserUser | undefined;
    const openTouchUser = async () => {
      if (cleo) return cleo;
      cleo = await person({ size: NARROW, touch: true });
      await signUpAs(cleo, 'Cleo');
      return cleo;
    };
    const context: JourneyContext = {
      server,
      ann,
      ben,
      openTouchUser,
      bot: await Bot.signUp(server.url, 'Bot'),
      takeScreenshots,
    };
    print(`${ann.browser.name} ${ann.browser.version}`);
    await ann.open('/signin');
    for (const journey of journeys) {
      const isFirst = journey === journeys[0];
      if (!isFirst && !journey.name.includes(part)) continue;
      const hasPassed = await runOne(journey, context, browsers, tally);
      // The first journey creates the accounts that all others need.
      if (isFirst && !hasPassed) return;
    }
  } finally {
    for (const browser of browsers) await browser.close();
    await server.remove();
  }
}

/** Resolves to whether the journey passed. */
async function runOne(
  journey: Journey,
  context: JourneyContext,
  browsers: readonly Browser[],
  tally: RunTotals,
): Promise<boolean> {
  const before = browsers.map(({ consoleErrors }) => consoleErrors.length);
  const started = performance.now();
  const failure = await journey.run(context).then(
    () => undefined,
    (error: unknown) => error,
  );
  const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  if (failure instanceof UnsupportedError) {
    print(`  unsupported ${journey.name}: ${failure.message}`);
    return true;
  }
  const errors = browsers
    .flatMap((browser, index) => browser.consoleErrors.slice(before[index] ?? 0))
    .filter(error => !journey.expectedErrors?.test(error));
  if (failure === undefined && errors.length === 0) {
    tally.passed++;
    print(`  passed    ${journey.name} (${took})`);
    return true;
  }
  tally.failed++;
  print(`  FAILED    ${journey.name} (${took})`);
  if (failure instanceof Error) print(failure.stack ?? failure.message);
  for (const error of errors) print(`            the page: ${error}`);
  for (const [index, browser] of browsers.entries()) {
    await saveScreenshot(browser, `failed-${journey.name}-${index}`).catch(() => undefined);
  }
  return false;
}

async function takeScreenshots({ browser, size }: BrowserUser, name: string): Promise<void> {
  for (const shown of size === NARROW ? [NARROW] : [WIDE, NARROW]) {
    await browser.resize(shown);
    await saveScreenshot(browser, `${name}-${shown.width}`);
  }
  await browser.resize(size);
}

async function saveScreenshot(browser: Browser, name: string): Promise<void> {
  mkdirSync(SCREENSHOT_FOLDER, { recursive: true });
  // Wait for fade-in animations.
  await browser.run(
    '() => Promise.allSettled(document.getAnimations().map(a => Promise.race([a.finished, new Promise(r => setTimeout(r, 500))])))',
  );
  const file = `${browser.name}-${name}.png`.replaceAll(/[^\w.]+/g, '-').toLowerCase();
  writeFileSync(join(SCREENSHOT_FOLDER, file), await browser.screenshot());
}
