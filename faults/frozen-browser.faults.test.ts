import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, type BrowserServer, chromium } from '@playwright/test';
import { launchOptions } from '@snug/testkit/browser/launch.ts';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { until } from '@snug/testkit/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchCpuContention } from './cpu-contention.ts';
import { recordFigures } from './figures.ts';
import { getTestPerson, startTestServer } from './fixtures.ts';
import { hasArgument, processTree } from './process-tree.ts';
import { IS_FULL } from './seed.ts';

/** Longer than the server's timeout for silent connections. */
const FROZEN_MS = 40_000;
const MAX_CATCH_UP_MS = 5_000;
const MESSAGE_COUNT = 60;

let running: BrowserServer;
let browser: Browser;

beforeAll(async () => {
  if (!IS_FULL) return;
  running = await chromium.launchServer(await launchOptions());
  browser = await chromium.connect(running.wsEndpoint());
});
afterAll(() => running?.close());

/** Selects the processes of a browser that stop. If only its pages stop, the other processes keep their connections open. */
const FREEZE_TARGETS: Record<string, (pid: number) => boolean> = {
  'the whole browser is stopped': () => true,
  'the page is stopped': pid => hasArgument(pid, '--type=renderer'),
};

function signal(isMeant: (pid: number) => boolean, name: NodeJS.Signals): void {
  const pids = processTree(running.process().pid ?? 0).filter(isMeant);
  for (const pid of pids) process.kill(pid, name);
}

for (const [way, isMeant] of Object.entries(FREEZE_TARGETS)) {
  test.runIf(IS_FULL)(
    `C3 H2 O2 after ${way} for 40 s, it catches up within 5 s, and shows nothing twice`,
    async context => {
      const server = await startTestServer();
      const page = await (await browser.newContext({ baseURL: server.url })).newPage();
      const signIn = new SignInPage(page);
      await signIn.open();
      await signIn.signUp('Ann', 'ann@snug.example', 'a long enough password');
      const ann = new ChatPage(page);
      await ann.createRoomInDialog('Nap', 'Where one sleeps');
      const roomId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const ben = await getTestPerson(server);
      await ann.sendMessage('Ann before');
      await ann.getArticle('Ann before').waitFor();
      await ann.sendMessage('Ann just then');
      signal(isMeant, 'SIGSTOP');
      let isAwake = false;
      const sign = page.evaluate('1').then(() => (isAwake = true));
      const texts = Array.from({ length: MESSAGE_COUNT }, (_, index) => `Ben meanwhile ${index + 1}`);
      for (const text of texts) await ben.runCommand('send_message', { roomId, text });
      await wait(FROZEN_MS);
      expect(isAwake).toBe(false);
      signal(isMeant, 'SIGCONT');
      const getContention = watchCpuContention();
      const caughtUp = await until('the page shows the last message', async () => {
        const shown = await ann.getShownTexts(texts);
        return shown.at(-1) === texts.at(-1);
      });
      recordFigures(context, { 'caught up after': [caughtUp] });
      const own = ['Ann before', 'Ann just then'];
      await until(
        'all own messages are sent',
        async () => (await ann.getShownTexts(own)).length === own.length,
      );
      const shown = await ann.getShownTexts([...own, ...texts]);
      const stored = await ben.runCommand<{ messages: { text: string }[] }>('get_messages', {
        roomId,
        limit: 100,
      });
      expect(stored.messages.map(({ text }) => text).toSorted()).toEqual([...own, ...texts].toSorted());
      expect(shown).toEqual(stored.messages.map(({ text }) => text));
      expect(caughtUp).toBeLessThan(MAX_CATCH_UP_MS * getContention());
      await sign;
      await page.context().close();
    },
  );
}
