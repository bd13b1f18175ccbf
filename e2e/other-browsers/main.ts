import { build } from '@snug/scripts/build.mjs';
import { print } from '@snug/scripts/run.mjs';
import { Desktop } from './desktop.ts';
import { Firefox } from './firefox.ts';
import { notificationsInChromium } from './notifications/in-chromium.ts';
import { notificationsInFirefox } from './notifications/in-firefox.ts';
import { findProgramPaths, MissingProgramError } from './program-paths.ts';
import { type RunTotals, runAll } from './run.ts';
import { WebKit } from './webkit.ts';

// `npm run test:browsers [-- firefox|webkit|chromium [part of a journey's name]]`: common actions in browsers that the registry's
// Playwright cannot control, and notifications with the questions and clicks of a desktop. Not part of `npm test`, because only root can
// install them.

const [, , only, part = ''] = process.argv;

interface Run {
  browser: 'firefox' | 'webkit' | 'chromium';
  name: string;
  start: (tally: RunTotals) => Promise<void>;
}

const RUNS: readonly Run[] = [
  { browser: 'firefox', name: 'Firefox', start: runFirefox },
  { browser: 'webkit', name: 'WebKit', start: runWebKit },
  { browser: 'firefox', name: 'notifications in Firefox', start: runNotificationsInFirefox },
  { browser: 'chromium', name: 'notifications in Chromium', start: runNotificationsInChromium },
];

const desktops = new Set<Desktop>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.all([...desktops].map(desktop => desktop.end())).finally(() => process.exit(1));
  });
}

await build();
const tally: RunTotals = { passed: 0, failed: 0, skipped: 0 };
for (const { browser, name, start } of RUNS) {
  if (only !== undefined && only !== browser) continue;
  try {
    await start(tally);
  } catch (error) {
    if (!(error instanceof MissingProgramError)) throw error;
    tally.skipped++;
    print(`skipped ${name}: ${error.message}`);
  }
}
print(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exitCode = tally.failed > 0 ? 1 : 0;

async function runFirefox(totals: RunTotals): Promise<void> {
  const { firefox, ...programs } = findProgramPaths(['firefox', 'xvfb', 'openbox', 'pulseaudio']);
  await withDesktop(programs, desktop =>
    runAll(async launch => Firefox.launch(firefox, launch, await desktop.screen()), part, totals),
  );
}

async function runWebKit(totals: RunTotals): Promise<void> {
  const names = ['webkitDriver', 'miniBrowser', 'xvfb', 'openbox', 'pulseaudio'] as const;
  const { webkitDriver, miniBrowser, ...programs } = findProgramPaths(names);
  await withDesktop(programs, desktop =>
    runAll(
      async launch => WebKit.launch(webkitDriver, miniBrowser, launch, await desktop.screen()),
      part,
      totals,
    ),
  );
}

async function runNotificationsInFirefox(totals: RunTotals): Promise<void> {
  const names = ['firefox', 'xvfb', 'openbox', 'xdotool', 'dbus', 'python', 'libnotify'] as const;
  const programs = findProgramPaths(names);
  await withDesktop(programs, desktop => notificationsInFirefox(programs, desktop, part, totals));
}

async function runNotificationsInChromium(totals: RunTotals): Promise<void> {
  const programs = findProgramPaths(['chromium', 'xvfb', 'openbox', 'xdotool', 'dbus', 'python'] as const);
  await withDesktop(programs, desktop => notificationsInChromium(programs, desktop, part, totals));
}

async function withDesktop(
  programs: Parameters<typeof Desktop.start>[0],
  run: (desktop: Desktop) => Promise<void>,
): Promise<void> {
  const desktop = await Desktop.start(programs);
  desktops.add(desktop);
  try {
    await run(desktop);
  } finally {
    desktops.delete(desktop);
    await desktop.end();
  }
}
