import { expect, test } from '@playwright/test';
import { PROTOCOL_VERSION } from '@snug/protocol';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { BUILT_MAIN } from '@snug/testkit/server-process.ts';
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

  const ben = await pages.open(bensBrowser, '/');
  await expect(getLink(ben, 'Conversations'), 'his older page has read it').toBeVisible();
  await expect(getLink(ben, /^Harbour(?!, \d)/)).toBeVisible();
  await getLink(ben, /^Harbour/).click();
  await expect(getLink(ben, '4 replies')).toBeVisible();
  expect(pages.versions.get(oldBen.page)).toBeLessThan(PROTOCOL_VERSION);
});
