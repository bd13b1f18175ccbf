import { expect, test } from '@playwright/test';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { openDatabase } from '@snug/server/db/open.ts';
import { sendCommand, uploadFile } from '@snug/testkit/browser/commands.ts';
import { BUILT_MAIN } from '@snug/testkit/server-process.ts';
import { createPng } from '../emoji-pictures.ts';
import { makeOlder } from '../trims.ts';
import { PagesOfReleases } from './pages-of-releases.ts';

const [OLD, YOUNG] = ['The ferry of last year', 'The ferry of today'];

const pages = new PagesOfReleases();

/** Puts a rule of the workspace into force, and starts its job at once. */
async function beginTrim(): Promise<void> {
  const db = openDatabase(pages.server.data);
  await db.insertInto('retention').values({ roomId: '', days: 90, version: 1 }).execute();
  await db.updateTable('jobs').set({ dueAt: 0 }).where('kind', '=', 'room_trim').execute();
  await db.destroy();
}

test('a page of the previous release shows the names of custom emoji, and loses what a trim takes, like a page of this release', async ({
  browser,
}) => {
  const [annsBrowser, bensBrowser] = [await pages.signUp(browser, 'Ann'), await pages.signUp(browser, 'Ben')];
  const oldAnn = await pages.open(annsBrowser, '/');
  await oldAnn.createRoomInDialog('Harbour', 'Where ships come in');
  const path = new URL(oldAnn.page.url()).pathname;
  await oldAnn.sendMessage(OLD);
  await oldAnn.sendMessage(YOUNG);
  await oldAnn.page.close();
  const oldBen = await pages.open(bensBrowser, path);
  await expect(oldBen.getArticle(YOUNG)).toBeVisible();

  await pages.server.end('SIGTERM');
  await pages.server.start({ main: BUILT_MAIN });
  const ann = await pages.open(annsBrowser, path);
  const { id: fileId } = await uploadFile(
    pages.server.url,
    annsBrowser,
    createPng('moth.png', [40, 120, 220]),
  );
  await sendCommand(pages.server.url, annsBrowser, 'add_emoji', { name: 'moth', fileId });
  await ann.sendMessage('A :moth: at the lamp');
  await expect(ann.getArticle('at the lamp').getByRole('img', { name: ':moth:' })).toBeVisible();
  expect(pages.versions.get(ann.page)).toBe(PROTOCOL_VERSION);
  await expect(oldBen.getArticle('A :moth: at the lamp'), 'the name as it was typed').toBeVisible();
  const messageId = await readId('A :moth: at the lamp');
  const roomId = path.split('/').at(-1) ?? '';
  await sendCommand(pages.server.url, annsBrowser, 'set_reaction', {
    roomId,
    messageId,
    emoji: ':moth:',
    on: true,
  });
  await expect(ann.page.getByRole('button', { name: 'moth, 1 person' })).toBeVisible();
  await sendCommand(pages.server.url, annsBrowser, 'set_reaction', {
    roomId,
    messageId,
    emoji: '👍',
    on: true,
  });
  await expect(
    oldBen.page.getByRole('button', { name: /1 person/ }),
    'only that which it can draw',
  ).toHaveCount(1);

  await makeOlder(pages.server, roomId, OLD);
  await beginTrim();
  for (const chat of [ann, oldBen]) {
    await expect(chat.getArticle(OLD)).toHaveCount(0);
    await expect(chat.getArticle(YOUNG)).toBeVisible();
  }
  expect(pages.versions.get(oldBen.page)).toBeLessThan(PROTOCOL_VERSION);
  await oldBen.sendMessage('Still the older page');
  await expect(ann.getArticle('Still the older page')).toBeVisible();
  await oldBen.page.close();
  const ben = await pages.open(bensBrowser, path);
  await expect(ben.page.getByRole('button', { name: 'moth, 1 person' })).toBeVisible();
  await expect(ben.getArticle(OLD)).toHaveCount(0);
});

async function readId(text: string): Promise<string> {
  const db = openDatabase(pages.server.data);
  const { id } = await db
    .selectFrom('messages')
    .select('id')
    .where('text', '=', text)
    .executeTakeFirstOrThrow();
  await db.destroy();
  return id;
}
