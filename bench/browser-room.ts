import { cpSync, existsSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { type Server, startServer } from '@snug/e2e/server.ts';
import type { PopulateCounts } from '@snug/server/app/seed/bulk.ts';
import { launchOptions } from '@snug/testkit/browser/launch.ts';
import { SignInPage } from '@snug/testkit/browser/pages/sign-in-page.ts';
import { WIDE } from '@snug/testkit/browser/viewports.ts';
import { TestPerson } from '@snug/testkit/test-person.ts';
import { populateFolder } from './populate-folder.ts';

/** A built server with bulk data, which is created once in `cacheFolder` and copied from there. */
export async function startPopulatedServer(
  cacheFolder: string,
  counts: PopulateCounts,
  settings: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const server = await startServer(settings);
  await server.end('SIGTERM');
  if (!existsSync(cacheFolder)) await populateFolder(cacheFolder, counts);
  cpSync(cacheFolder, server.data, { recursive: true });
  await server.start();
  return server;
}

export async function openRoomInBrowser(
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

/** Of the open room. */
export function readRoomId(page: Page): string {
  return toRoomId(new URL(page.url()).pathname);
}

export function toRoomId(path: string): string {
  return path.split('/').at(-1) ?? '';
}

/** A program that sends `rate` messages per second to the rooms in turn. The returned function stops it. */
export async function startSending(
  server: Server,
  roomIds: readonly string[],
  rate: number,
): Promise<() => void> {
  const ann = await TestPerson.add(server, 'Ann');
  const live = await ann.connect();
  let sent = 0;
  const timer = setInterval(() => {
    const roomId = roomIds[sent++ % roomIds.length];
    void live.request('send_message', {
      roomId,
      text: `Sent at ${Date.now()}, while others read and write.`,
    });
  }, 1_000 / rate);
  return () => clearInterval(timer);
}

/** Loads older messages until the list has at least `count` rows. */
export async function loadRows(page: Page, count: number): Promise<void> {
  const rows = page.getByRole('article');
  await rows.last().waitFor();
  for (let before = await rows.count(); before < count; before = await rows.count()) {
    await page.getByRole('button', { name: 'Load more' }).click();
    await rows.nth(before).waitFor();
  }
  await page.getByRole('log').evaluate(log => log.scrollTo({ top: log.scrollHeight }));
}
