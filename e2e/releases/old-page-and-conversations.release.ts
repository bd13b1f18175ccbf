import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { BUILT_MAIN, ServerProcess } from '@snug/testkit/server-process.ts';
import { signUp } from '../fixtures.ts';
import { getPreviousMain } from './previous-release.ts';

const FIRST = 'Which pier?';

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

async function reply(chat: ChatPage, text: string): Promise<void> {
  const first = chat.getArticle(FIRST).first();
  await first.hover();
  await first.getByRole('button', { name: 'Reply', exact: true }).click();
  await chat.sendMessage(text);
}

function getLink({ page }: ChatPage, name: string | RegExp) {
  return page.getByRole('link', { name, exact: true });
}

test('a page of the previous release answers and reads in conversations of this server, and pages of this release count right', async ({
  browser,
}) => {
  const [annsBrowser, bensBrowser] = [
    await signUpInBrowser(browser, 'Ann'),
    await signUpInBrowser(browser, 'Ben'),
  ];
  const oldAnn = await open(annsBrowser, '/');
  await oldAnn.createRoomInDialog('Harbour', 'Where ships come in');
  const path = new URL(oldAnn.page.url()).pathname;
  await oldAnn.sendMessage(FIRST);
  const oldBen = await open(bensBrowser, path);
  await expect(oldBen.getArticle(FIRST)).toBeVisible();
  await reply(oldBen, 'The second one');
  await expect(oldAnn.getArticle('The second one')).toBeVisible();

  await server.end('SIGTERM');
  await server.start({ main: BUILT_MAIN });
  await reply(oldBen, 'Or the third');
  await expect(oldAnn.getArticle('Or the third')).toBeVisible();
  for (const { page } of [oldAnn, oldBen]) expect(versions.get(page)).toBeLessThan(PROTOCOL_VERSION);
  await oldAnn.page.close();
  await oldBen.sendMessage('It rains');
  await reply(oldBen, 'The fourth is free');

  const ann = await open(annsBrowser, '/');
  await expect(getLink(ann, 'Conversations, 1 new')).toBeVisible();
  await expect(getLink(ann, /^Harbour, 2 unread/)).toBeVisible();
  expect(versions.get(ann.page)).toBe(PROTOCOL_VERSION);
  await getLink(ann, 'Conversations, 1 new').click();
  await getLink(ann, 'Open conversation').click();
  await expect(ann.getArticle('The fourth is free')).toBeVisible();
  await expect(getLink(ann, 'Conversations')).toBeVisible();
  await expect(getLink(ann, /^Harbour, 1 unread/), 'what stands outside').toBeVisible();
  await ann.sendMessage('Then the fourth');
  await expect(oldBen.getArticle('Then the fourth').getByText(FIRST), 'with its quote').toBeVisible();

  const ben = await open(bensBrowser, '/');
  await expect(getLink(ben, 'Conversations'), 'his older page has read it').toBeVisible();
  await expect(getLink(ben, /^Harbour(?!, \d)/)).toBeVisible();
  await getLink(ben, /^Harbour/).click();
  await expect(getLink(ben, '4 replies')).toBeVisible();
  expect(versions.get(oldBen.page)).toBeLessThan(PROTOCOL_VERSION);
});
