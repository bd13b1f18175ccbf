import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { openDatabase } from '@snug/server/db/open.ts';
import { sendCommand, uploadFile } from '@snug/testkit/browser/commands.ts';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { BUILT_MAIN, ServerProcess } from '@snug/testkit/server-process.ts';
import { createPng } from '../emoji-pictures.ts';
import { signUp } from '../fixtures.ts';
import { makeOlder } from '../trims.ts';
import { getPreviousMain } from './previous-release.ts';

const [OLD, YOUNG] = ['The ferry of last year', 'The ferry of today'];

let server: ServerProcess;
const contexts: BrowserContext[] = [];
const errors: string[] = [];
/** The protocol version of the newest socket of each page. */
const versions = new Map<Page, number>();

test.beforeEach(async () => {
  server = await ServerProcess.start({ main: getPreviousMain() });
});

test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map(context => context.close()));
  await server.remove();
  expect(errors.splice(0), 'errors in the pages').toEqual([]);
});

async function signUpInBrowser(browser: Browser, name: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  contexts.push(context);
  context.on('weberror', error => errors.push(String(error.error())));
  const page = await context.newPage();
  await signUp(page, name, `${name.toLowerCase()}@snug.example`);
  await page.close();
  return context;
}

async function open(context: BrowserContext, path: string): Promise<ChatPage> {
  const page = await context.newPage();
  page.on('websocket', socket =>
    versions.set(page, Number(new URL(socket.url()).searchParams.get('version'))),
  );
  await page.goto(path);
  return new ChatPage(page);
}

/** A rule of the workspace that is in force, and the job at once. */
async function beginTrim(): Promise<void> {
  const db = openDatabase(server.data);
  await db.insertInto('retention').values({ roomId: '', days: 90, version: 1 }).execute();
  await db.updateTable('jobs').set({ dueAt: 0 }).where('kind', '=', 'room_trim').execute();
  await db.destroy();
}

test('a page of the previous release shows the names of custom emoji, and loses what a trim takes, like a page of this release', async ({
  browser,
}) => {
  const [annsBrowser, bensBrowser] = [
    await signUpInBrowser(browser, 'Ann'),
    await signUpInBrowser(browser, 'Ben'),
  ];
  const oldAnn = await open(annsBrowser, '/');
  await oldAnn.createRoomInDialog('Harbour', 'Where ships come in');
  const path = new URL(oldAnn.page.url()).pathname;
  await oldAnn.sendMessage(OLD);
  await oldAnn.sendMessage(YOUNG);
  await oldAnn.page.close();
  const oldBen = await open(bensBrowser, path);
  await expect(oldBen.getArticle(YOUNG)).toBeVisible();

  await server.end('SIGTERM');
  await server.start({ main: BUILT_MAIN });
  const ann = await open(annsBrowser, path);
  const { id: fileId } = await uploadFile(server.url, annsBrowser, createPng('moth.png', [40, 120, 220]));
  await sendCommand(server.url, annsBrowser, 'add_emoji', { name: 'moth', fileId });
  await ann.sendMessage('A :moth: at the lamp');
  await expect(ann.getArticle('at the lamp').getByRole('img', { name: ':moth:' })).toBeVisible();
  expect(versions.get(ann.page)).toBe(PROTOCOL_VERSION);
  await expect(oldBen.getArticle('A :moth: at the lamp'), 'the name as it was typed').toBeVisible();
  const messageId = await readId('A :moth: at the lamp');
  const roomId = path.split('/').at(-1) ?? '';
  await sendCommand(server.url, annsBrowser, 'set_reaction', {
    roomId,
    messageId,
    emoji: ':moth:',
    on: true,
  });
  await expect(ann.page.getByRole('button', { name: 'moth, 1 person' })).toBeVisible();
  await sendCommand(server.url, annsBrowser, 'set_reaction', { roomId, messageId, emoji: '👍', on: true });
  await expect(
    oldBen.page.getByRole('button', { name: /1 person/ }),
    'only that which it can draw',
  ).toHaveCount(1);

  await makeOlder(server, roomId, OLD);
  await beginTrim();
  for (const chat of [ann, oldBen]) {
    await expect(chat.getArticle(OLD)).toHaveCount(0);
    await expect(chat.getArticle(YOUNG)).toBeVisible();
  }
  expect(versions.get(oldBen.page)).toBeLessThan(PROTOCOL_VERSION);
  await oldBen.sendMessage('Still the older page');
  await expect(ann.getArticle('Still the older page')).toBeVisible();
  await oldBen.page.close();
  const ben = await open(bensBrowser, path);
  await expect(ben.page.getByRole('button', { name: 'moth, 1 person' })).toBeVisible();
  await expect(ben.getArticle(OLD)).toHaveCount(0);
});

async function readId(text: string): Promise<string> {
  const db = openDatabase(server.data);
  const { id } = await db
    .selectFrom('messages')
    .select('id')
    .where('text', '=', text)
    .executeTakeFirstOrThrow();
  await db.destroy();
  return id;
}
