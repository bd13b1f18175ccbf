import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { VoiceRecorder } from '@snug/testkit/browser/pages/voice-recorder.ts';
import { BUILT_MAIN, ServerProcess } from '@snug/testkit/server-process.ts';
import { signUp } from '../fixtures.ts';
import { readStoredText } from '../stored-data.ts';
import { getPreviousMain } from './previous-release.ts';

const DESKTOP = { width: 1440, height: 900 };

let server: ServerProcess;
let backup: string;
let context: BrowserContext;
/** The protocol version of each socket of a page. */
let versions: number[];

test.beforeEach(async ({ browser }) => {
  server = await ServerProcess.start({ main: getPreviousMain() });
  backup = mkdtempSync(join(tmpdir(), 'snug-before-update-'));
  context = await browser.newContext({ baseURL: server.url, viewport: DESKTOP, permissions: ['microphone'] });
  versions = [];
  context.on('page', page =>
    page.on('websocket', socket => versions.push(Number(new URL(socket.url()).searchParams.get('version')))),
  );
});

test.afterEach(async () => {
  await context.close();
  await server.remove();
  rmSync(backup, { recursive: true });
});

async function update(): Promise<void> {
  await server.end('SIGTERM');
  cpSync(server.data, backup, { recursive: true });
  await server.start({ main: BUILT_MAIN });
}

/** Restores the data folder from before the update, because a release cannot open the database of a later one. */
async function rollBack(): Promise<void> {
  await server.end('SIGTERM');
  rmSync(server.data, { recursive: true });
  cpSync(backup, server.data, { recursive: true });
  await server.start();
}

async function open(path: string): Promise<ChatPage> {
  const page = await context.newPage();
  await page.goto(path);
  return new ChatPage(page);
}

/** Blocks the server for one tab, but not for the others. */
async function cutOff(page: Page): Promise<void> {
  await page.routeWebSocket(/\/api\/live/, socket => socket.close());
  await page.route('**/api/**', route => route.abort());
}

async function createRoom(): Promise<ChatPage> {
  const page = await context.newPage();
  await signUp(page, 'Ann', 'ann@snug.example');
  await page.goto('/');
  const ann = new ChatPage(page);
  await ann.createRoomInDialog('Harbour', 'Where ships come in');
  await ann.sendMessage('Before the update');
  await expectSent(ann, 'Before the update');
  // From now on the page opens without a server.
  await page.evaluate(() => navigator.serviceWorker.ready);
  return ann;
}

/** A page that closes earlier loses what its database has not committed. */
async function expectStored(page: Page, store: string, text: string): Promise<void> {
  await expect.poll(() => readStoredText(page, 'snug', store), `${text}: stored`).toContain(text);
}

async function expectSent(chat: ChatPage, text: string): Promise<void> {
  await expect(chat.getArticle(text).locator('time').first(), `${text}: sent`).toBeAttached();
}

test('an update loses no draft, no unsent message and no recording, and neither does a rollback', async () => {
  const before = await createRoom();
  const path = new URL(before.page.url()).pathname;
  await new VoiceRecorder(before.page).record(2);
  await context.setOffline(true);
  await new VoiceRecorder(before.page).stop();
  await expectStored(before.page, 'recordings', 'audio_');
  await before.sendMessage('Written before the update');
  await before.composer.fill('Half writ');
  await expectStored(before.page, 'outbox', 'Written before the update');
  await before.page.close();
  expect(Math.max(...versions)).toBeLessThan(PROTOCOL_VERSION);

  await update();
  await context.setOffline(false);
  const after = await open(path);
  await expectSent(after, 'Written before the update');
  expect(versions.at(-1)).toBe(PROTOCOL_VERSION);
  await expect(after.composer).toHaveValue('Half writ');
  await expect(new VoiceRecorder(after.page).strip).toBeVisible();

  await context.setOffline(true);
  await after.sendMessage('Written before the rollback');
  await after.composer.fill('Half writ again');
  await expectStored(after.page, 'outbox', 'Written before the rollback');
  await after.page.close();
  await rollBack();
  await context.setOffline(false);
  const again = await open(path);
  await expectSent(again, 'Written before the rollback');
  expect(versions.at(-1)).toBeLessThan(PROTOCOL_VERSION);
  await expect(again.composer).toHaveValue('Half writ again');
  await expect(new VoiceRecorder(again.page).strip).toBeVisible();
});

test('a tab of the release before and one of this release share drafts and unsent messages', async () => {
  const old = await createRoom();
  const path = new URL(old.page.url()).pathname;
  await cutOff(old.page);
  await context.setOffline(true);
  await old.sendMessage('From the old tab');
  await old.composer.fill('A draft of the old tab');

  await update();
  await context.setOffline(false);
  const young = await open(path);
  await expectSent(young, 'From the old tab');
  await expect(young.composer).toHaveValue('A draft of the old tab');

  await cutOff(young.page);
  await young.page.reload();
  await young.sendMessage('From the new tab');
  await young.composer.fill('A draft of the new tab');
  await expect(old.getArticle('From the new tab')).toBeVisible();
  await expect(old.composer).toHaveValue('A draft of the new tab');
});
