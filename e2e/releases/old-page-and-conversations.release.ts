import { type BrowserContext, expect, test } from '@playwright/test';
import { type CommandOutput, PROTOCOL_VERSION } from '@snug/protocol';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { BUILT_MAIN } from '@snug/testkit/server-process.ts';
import { readStoredText } from '../stored-data.ts';
import { PagesOfReleases } from './pages-of-releases.ts';

const FIRST = 'Which pier?';

const pages = new PagesOfReleases();

async function reply(chat: ChatPage, text: string): Promise<void> {
  const first = chat.getArticle(FIRST).first();
  await first.hover();
  await first.getByRole('button', { name: 'Reply', exact: true }).click();
  await chat.sendMessage(text);
}

function getLink({ page }: ChatPage, name: string | RegExp) {
  return page.getByRole('link', { name, exact: true });
}

/** A page sends a second move of a cursor up to a second later. */
function awaitRead(context: BrowserContext, roomId: string): Promise<void> {
  const readCount = async () => {
    const response = await context.request.post('/api/get_unread', { data: { roomIds: [roomId] } });
    const { reads } = (await response.json()) as CommandOutput<'get_unread'>;
    return reads[roomId]?.unread;
  };
  return expect.poll(readCount).toBe(0);
}

test('a page of the previous release answers and reads in conversations of this server, and pages of this release count right', async ({
  browser,
}) => {
  const [annsBrowser, bensBrowser] = [await pages.signUp(browser, 'Ann'), await pages.signUp(browser, 'Ben')];
  const oldAnn = await pages.open(annsBrowser, '/');
  await oldAnn.createRoomInDialog('Harbour', 'Where ships come in');
  const path = new URL(oldAnn.page.url()).pathname;
  await oldAnn.sendMessage(FIRST);
  const oldBen = await pages.open(bensBrowser, path);
  await expect(oldBen.getArticle(FIRST)).toBeVisible();
  await reply(oldBen, 'The second one');
  await expect(oldAnn.getArticle('The second one')).toBeVisible();

  await pages.server.end('SIGTERM');
  await pages.server.start({ main: BUILT_MAIN });
  await reply(oldBen, 'Or the third');
  await expect(oldAnn.getArticle('Or the third')).toBeVisible();
  for (const { page } of [oldAnn, oldBen]) expect(pages.versions.get(page)).toBeLessThan(PROTOCOL_VERSION);
  await awaitRead(annsBrowser, path.split('/').at(-1) ?? '');
  await oldAnn.page.close();
  await oldBen.sendMessage('It rains');
  await reply(oldBen, 'The fourth is free');

  const ann = await pages.open(annsBrowser, '/');
  await expect(getLink(ann, 'Conversations, 1 new')).toBeVisible();
  await expect(getLink(ann, /^Harbour, 2 unread/)).toBeVisible();
  expect(pages.versions.get(ann.page)).toBe(PROTOCOL_VERSION);
  await getLink(ann, 'Conversations, 1 new').click();
  await getLink(ann, 'Open conversation').click();
  await expect(ann.getArticle('The fourth is free')).toBeVisible();
  await expect(getLink(ann, 'Conversations')).toBeVisible();
  await expect(getLink(ann, /^Harbour, 1 unread/), 'what stands outside').toBeVisible();
  await ann.sendMessage('Then the fourth');
  await expect(oldBen.getArticle('Then the fourth').getByText(FIRST), 'with its quote').toBeVisible();
  const readCopies = () => readStoredText(oldBen.page, 'snug:rooms:2', 'rooms');
  await expect
    .poll(readCopies, 'the older page has copied all, without numbers')
    .toContain('Then the fourth');

  const ben = await pages.open(bensBrowser, '/');
  await expect(getLink(ben, 'Conversations'), 'his older page has read it').toBeVisible();
  await expect(getLink(ben, /^Harbour(?!, \d)/)).toBeVisible();
  await getLink(ben, /^Harbour/).click();
  await expect(getLink(ben, '4 replies')).toBeVisible();
  expect(pages.versions.get(oldBen.page)).toBeLessThan(PROTOCOL_VERSION);
});
