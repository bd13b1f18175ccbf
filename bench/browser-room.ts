import { cpSync, existsSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { launchOptions } from '../e2e/launch.ts';
import { SignInPage } from '../e2e/pages/sign-in-page.ts';
import { type Server, startServer } from '../e2e/server.ts';
import { WIDE } from '../e2e/viewports.ts';
import type { PopulateCounts } from '../server/src/seed/bulk.ts';
import { TestPerson } from '../server/src/testing/person.ts';
import { fill } from './fill.ts';

/** A built server that holds bulk data. The data is made once and kept in the folder `kept`. */
export async function startFilled(
  kept: string,
  counts: PopulateCounts,
  settings: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const server = await startServer(settings);
  await server.end('SIGTERM');
  if (!existsSync(kept)) await fill(kept, counts);
  cpSync(kept, server.data, { recursive: true });
  await server.start();
  return server;
}

/** Somebody signed up in a browser whose first bulk room is open. `scripts` run in the page before any other. */
export async function openBrowser(
  server: Server,
  { scripts = [] }: { scripts?: readonly string[] } = {},
): Promise<{ page: Page; close: () => Promise<void>; slowDown: (times: number) => Promise<void> }> {
  const browser = await chromium.launch(await launchOptions());
  const page = await browser.newPage({ viewport: WIDE, baseURL: server.url });
  for (const path of scripts) await page.addInitScript({ path });
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signUp('Ben', 'ben@snug.example', 'a long enough password');
  await page
    .getByRole('link', { name: /^Bulk room / })
    .first()
    .click();
  await page.getByRole('article').last().waitFor();
  const cdp = await page.context().newCDPSession(page);
  const slowDown = async (rate: number) => void (await cdp.send('Emulation.setCPUThrottlingRate', { rate }));
  return { page, slowDown, close: () => browser.close() };
}

/** A program that sends `rate` messages a second to the rooms in turn, until the returned function is called. */
export async function startSending(
  server: Server,
  roomIds: readonly string[],
  rate: number,
): Promise<() => void> {
  const ann = await TestPerson.signUp(server.url, 'Ann');
  const live = await ann.live();
  let sent = 0;
  const timer = setInterval(() => {
    const roomId = roomIds[sent++ % roomIds.length];
    void live.ask('send_message', { roomId, text: `Sent at ${Date.now()}, while others read and write.` });
  }, 1_000 / rate);
  return () => clearInterval(timer);
}
