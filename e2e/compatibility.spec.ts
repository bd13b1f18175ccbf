import { PROTOCOL_VERSION } from '@snug/protocol';
import { png } from '@snug/testkit/browser/input-files.ts';
import type { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { UploadDialog } from '@snug/testkit/browser/pages/upload-dialog.ts';
import { expect, test } from './fixtures.ts';
import { readStoredText } from './stored-data.ts';

/** Opens a room whose sockets fail. `reconnect` chooses the server that they find next. */
async function openUnreachableRoom(ann: ChatPage, { canStore }: { canStore: boolean }) {
  const { page } = ann;
  await ann.createRoom('Harbour', 'Where ships come in');
  if (!canStore)
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('No storage', 'SecurityError');
      };
    });
  let server: 'unreachable' | 'newer' | 'current' = 'unreachable';
  await page.routeWebSocket('**/api/live*', socket => {
    if (server === 'current') socket.connectToServer();
    else if (server === 'unreachable') void socket.close();
    else void socket.close({ code: 4426, reason: String(PROTOCOL_VERSION + 1) });
  });
  await page.reload();
  await ann.composer.waitFor();
  const seen = { loads: 0, dialogs: 0 };
  page.on('load', () => seen.loads++);
  page.on('dialog', dialog => {
    seen.dialogs++;
    void dialog.accept();
  });
  const reconnect = async (state: typeof server) => {
    server = state;
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
  };
  const notice = page.getByRole('alert').filter({ hasText: 'A new version of Snug is available.' });
  return { seen, reconnect, notice };
}

test('E6 a page that reloads for a newer version keeps messages that the browser stored', async ({
  person,
}) => {
  const ann = await person('Ann');
  const { seen, reconnect, notice } = await openUnreachableRoom(ann, { canStore: true });
  await ann.sendMessage('stored');
  await expect.poll(() => readStoredText(ann.page, 'snug', 'outbox')).toContain('stored');
  await ann.composer.fill('half a sen');
  await reconnect('newer');
  // The reloaded page is as old as the one before, so it does not reload again.
  await expect(notice).toBeVisible();
  await expect(ann.getArticle('stored')).toBeVisible();
  await expect(ann.composer).toHaveValue('half a sen');
  await expect.poll(() => seen).toEqual({ loads: 1, dialogs: 0 });

  await reconnect('current');
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(ann.getArticle('stored').locator('time').first()).toBeAttached();
  await expect(ann.articles).toHaveCount(1);
  await expect(ann.composer).toHaveValue('half a sen');
});

test('E6 a page that reloads for a newer version moves messages that the browser cannot store into the draft', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { seen, reconnect, notice } = await openUnreachableRoom(ann, { canStore: false });
  await ann.sendMessage('first');
  await ann.sendMessage('second');
  await ann.composer.fill('half a sen');
  await expect(ann.articles).toHaveCount(2);
  await reconnect('newer');
  await expect(notice).toBeVisible();
  await expect(ann.composer).toHaveValue('half a sen\nfirst\nsecond');
  await expect(ann.articles).toHaveCount(0);
  await expect.poll(() => seen).toEqual({ loads: 1, dialogs: 0 });
});

test('E6 a page with an unsent file that the browser cannot store reloads only if the person wants it', {
  tag: '@detail',
}, async ({ person }) => {
  const ann = await person('Ann');
  const { seen, reconnect, notice } = await openUnreachableRoom(ann, { canStore: false });
  await ann.sendMessage('text');
  await new UploadDialog(ann.page).sendFiles(png('picture.png', 40, 30));
  await expect(ann.getArticle('picture.png')).toBeVisible();
  await reconnect('newer');
  await expect(notice).toBeVisible();
  await expect(ann.getArticle('picture.png')).toBeVisible();
  await expect(ann.getArticle('text')).toBeVisible();
  expect(seen).toEqual({ loads: 0, dialogs: 0 });

  await reconnect('current');
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(ann.composer).toHaveValue('text');
  await expect(ann.articles).toHaveCount(0);
  await expect.poll(() => seen).toEqual({ loads: 1, dialogs: 1 });
});
