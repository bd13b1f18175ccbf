import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { print } from '@snug/scripts/run.mjs';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { until } from '@snug/testkit/until.ts';
import { startServer } from '../../server.ts';
import type { Desktop } from '../desktop.ts';
import type { ProgramPaths } from '../program-paths.ts';
import type { RunTotals } from '../run.ts';
import { clickScreen } from './click-screen.ts';
import { Mentioner } from './mentioner.ts';
import { NotificationDaemon } from './notification-daemon.ts';
import { runSteps } from './run-steps.ts';

type Programs = ProgramPaths<'chromium' | 'xdotool' | 'dbus' | 'python'>;

/** "Allow" in the question of Chromium, with its window at the top left of the screen. Only the browser draws it. */
const ALLOW = { x: 394, y: 216 };

/** A click on the question of the browser, and notifications of an open page on a desktop: Debian's Chromium has no push service. */
export async function notificationsInChromium(
  programs: Programs,
  desktop: Desktop,
  part: string,
  tally: RunTotals,
): Promise<void> {
  const screen = await desktop.screen();
  const daemon = await NotificationDaemon.start(programs, screen);
  const server = await startServer();
  const profile = mkdtempSync(join(tmpdir(), 'snug-chromium-'));
  const context = await launch(programs.chromium, profile, daemon.env);
  try {
    print(`chromium ${context.browser()?.version() ?? ''}, notifications`);
    const ben = await Mentioner.start(server);
    const [page = await context.newPage()] = context.pages();
    const readPermission = () => page.evaluate(() => Notification.permission);
    const dashboard = page.getByRole('dialog', { name: 'Dashboard' });
    await runSteps(
      [
        [
          'a click on the question of the browser turns notifications on',
          async () => {
            await page.goto(`${server.url}/signin`);
            await new SignInPage(page).signUp('Ann', 'ann@snug.example', 'a long enough password');
            await page.getByRole('navigation', { name: 'Rooms' }).waitFor();
            await page.goto(`${server.url}/chat/${ben.roomId}`);
            await page.getByRole('button', { name: 'Join room' }).click();
            await page.getByRole('button', { name: 'Dashboard' }).click();
            await dashboard.getByRole('switch', { name: 'Notifications on this device' }).click();
            await until('the browser accepts the click', async () => {
              clickScreen(programs.xdotool, screen, ALLOW);
              return (await readPermission()) === 'granted';
            });
            await dashboard.getByText('You hear from Snug only while it is open.').waitFor();
            await page.keyboard.press('Escape');
          },
        ],
        [
          'a mention shows while another tab has the focus, and a click returns to its message',
          async () => {
            // Playwright makes each page believe that it has the focus.
            await page.goto(server.url);
            await page.getByRole('link', { name: /^Kitchen/ }).waitFor();
            const devtools = await context.newCDPSession(page);
            await devtools.send('Emulation.setFocusEmulationEnabled', { enabled: false });
            const other = await context.newPage();
            await other.bringToFront();
            const messageId = await ben.mention('Ann', 'the soup is **ready**');
            const find = () => daemon.shown.find(({ body }) => body.includes('the soup is ready'));
            await until('a notification', () => find() !== undefined, {
              describeState: () => JSON.stringify(daemon.shown),
            });
            daemon.click(find()?.id ?? 0);
            await page.waitForURL(url => url.search === `?at=${messageId}`);
            await until('the tab has the focus', () => page.evaluate(() => document.hasFocus()));
            await page.getByRole('article').filter({ hasText: 'the soup is ready' }).waitFor();
            await other.close();
          },
        ],
      ],
      part,
      tally,
    );
  } finally {
    await context.close();
    await server.remove();
    await daemon.end();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function launch(
  executablePath: string,
  profile: string,
  env: NodeJS.ProcessEnv,
): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: false,
    env,
    viewport: null,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--enable-features=NativeNotifications,SystemNotifications',
      '--window-position=0,0',
      '--window-size=1400,1000',
    ],
  });
  // Its push service is a server of Google, and asking for it ends the browser.
  await context.addInitScript(() => {
    const subscribe = async () => {
      throw new DOMException('There is no push service', 'AbortError');
    };
    Object.defineProperty(PushManager.prototype, 'subscribe', { value: subscribe });
  });
  return context;
}
