import assert from 'node:assert/strict';
import { print } from '@snug/scripts/run.mjs';
import { AutopushService } from '@snug/testkit/autopush-service.ts';
import { until } from '@snug/testkit/until.ts';
import { startServer } from '../../server.ts';
import { WIDE } from '../browser.ts';
import { BrowserUser } from '../browser-user.ts';
import { button } from '../chat-queries.ts';
import type { Desktop } from '../desktop.ts';
import { Firefox } from '../firefox.ts';
import { signUpAs } from '../journeys/sign-up.ts';
import type { ProgramPaths } from '../program-paths.ts';
import type { RunTotals } from '../run.ts';
import { clickScreen } from './click-screen.ts';
import { Mentioner } from './mentioner.ts';
import { NotificationDaemon } from './notification-daemon.ts';
import { runSteps } from './run-steps.ts';

type Programs = ProgramPaths<'firefox' | 'xdotool' | 'dbus' | 'python'>;

/** The whole way: a click on the question of the browser, a subscription, encrypted pushes, the notifications of a desktop, clicks on them. */
export async function notificationsInFirefox(
  programs: Programs,
  desktop: Desktop,
  part: string,
  tally: RunTotals,
): Promise<void> {
  const screen = await desktop.screen();
  const daemon = await NotificationDaemon.start(programs, screen);
  const service = await AutopushService.start();
  const server = await startServer();
  const firefox = await Firefox.launch(
    programs.firefox,
    { size: WIDE, pushAddress: service.address },
    daemon.env,
  );
  const ann = new BrowserUser(firefox, server.url, WIDE);
  const findShown = (text: string) =>
    daemon.shown.find(({ title, body }) => `${title} ${body}`.includes(text));
  const waitForShown = async (text: string) => {
    await until(`a notification with "${text}"`, () => findShown(text) !== undefined, {
      describeState: () => JSON.stringify(daemon.shown),
    });
    return findShown(text)?.id ?? 0;
  };
  const readPermission = () => ann.run(() => Notification.permission);
  try {
    print(`firefox ${firefox.version}, notifications`);
    const ben = await Mentioner.start(server);
    await runSteps(
      [
        [
          'a click on the question of the browser turns notifications on',
          async () => {
            await signUpAs(ann, 'Ann');
            await ann.open(`/chat/${ben.roomId}`);
            await ann.click(button('Join room'));
            await ann.click(button('Dashboard'));
            assert.equal(await readPermission(), 'default');
            await ann.click({ role: 'switch', name: 'Notifications on this device' });
            await until('the browser asks', async () => (await firefox.findPromptButton()) !== undefined);
            await until('the browser accepts the click', async () => {
              const place = await firefox.findPromptButton();
              if (place) clickScreen(programs.xdotool, screen, place);
              return (await readPermission()) === 'granted';
            });
            await until('a subscription', () => service.size === 1);
            await ann.waitFor({ role: 'listitem', text: 'Firefox on Linux' });
          },
        ],
        [
          'a test shows on the desktop',
          async () => {
            await ann.click(button('Send a test'));
            await waitForShown('Notifications work on this device');
            await ann.waitFor({ css: 'output', text: 'It arrived after' });
          },
        ],
        [
          'a mention shows while no page is open, and a click opens its message',
          async () => {
            await firefox.open('about:blank');
            const messageId = await ben.mention('Ann', 'the soup is **ready**');
            const id = await waitForShown('the soup is ready');
            daemon.click(id);
            const path = `/chat/${ben.roomId}?at=${messageId}`;
            await until('a page with the message', async () =>
              (await firefox.listUrls()).some(url => url.endsWith(path)),
            );
          },
        ],
        [
          'a deleted message takes its notification away',
          async () => {
            await firefox.closeOtherPages();
            const messageId = await ben.mention('Ann', 'is anybody there?');
            const id = await waitForShown('is anybody there?');
            await ben.delete(messageId);
            await until('no notification', () => daemon.shown.every(shown => shown.id !== id));
          },
        ],
        [
          'turning notifications off ends the subscription',
          async () => {
            await ann.open('/');
            await ann.click(button('Dashboard'));
            await ann.click({ role: 'switch', name: 'Notifications on this device' });
            await until('no subscription', () => service.size === 0);
          },
        ],
      ],
      part,
      tally,
    );
  } finally {
    await firefox.close();
    await server.remove();
    await service.stop();
    await daemon.end();
  }
}
