import { randomUUID } from 'node:crypto';
import type { MessageFile } from '@snug/protocol';
import { readCookies, sendCommand } from '@snug/testkit/browser/commands.ts';
import { readMemory } from '@snug/testkit/process-stats.ts';
import { expect, test } from './fixtures.ts';
import { largestPicture, type Polyglot, polyglots } from './polyglots.ts';

/** How many bytes of memory more than before the server may need at any moment; one of the pictures has 96 MB of pixels. */
const MAX_MEMORY_BYTES = 100e6;

/** What a browser shows by itself, as the server found it in the bytes. */
const INLINE_TYPES = /^(image\/(png|jpeg|gif)|audio\/(mpeg|wav)|video\/(mp4|webm))$/;

test('F3 files that want to be run, or to be too much, are opened in a browser, and none is', {
  tag: '@own-server',
}, async ({ server, person, consoleErrors }) => {
  const { page, messages, articles } = await person('Ann');
  const context = page.context();
  const ran: string[] = [];
  context.on('request', request => request.url().includes('pwned') && ran.push(request.url()));
  page.on('dialog', dialog => {
    ran.push(`${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const before = readMemory(server.pid).most;
  const all = polyglots(server.url);
  expect(all.length).toBeGreaterThanOrEqual(40);
  const cookie = await readCookies(context);
  const room = { id: randomUUID(), name: 'Polyglots', description: 'x' };
  await sendCommand(server.url, context, 'create_room', room);
  const files: MessageFile[] = [];
  for (const polyglot of all) {
    const file = await upload(server.url, cookie, polyglot);
    files.push(file);
    await sendCommand(server.url, context, 'send_message', { roomId: room.id, fileId: file.id });
  }

  // In its room, each in its place.
  await page.goto(`/chat/${room.id}`);
  await expect(articles.last()).toBeVisible();
  for (let pages = 1; pages < all.length / 15; pages++) {
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(articles).toHaveCount(Math.min(15 * (pages + 1), all.length));
    await messages.evaluate(log => log.scrollTo(0, -log.scrollHeight));
  }
  // As a part of a page that was got at: from Snug's own address, but no script and no style.
  for (const { url } of files) expect([url, await page.evaluate(loadAsCode, url)]).toEqual([url, 0]);
  expect(consoleErrors).toEqual([]);

  // In the address bar. What is downloaded leaves the page where it was.
  // Nor does the largest picture need more memory: as an avatar it is refused.
  const { id: fileId } = await upload(server.url, cookie, largestPicture());
  await expect(sendCommand(server.url, context, 'set_avatar', { fileId })).rejects.toThrow(
    'File process error',
  );
  for (const { url, name, contentType } of files) {
    await page.goto('/api/docs');
    const answer = await page.goto(url).catch(() => undefined);
    const isShown = INLINE_TYPES.test(contentType);
    expect([name, answer !== undefined]).toEqual([name, isShown]);
    expect([name, await page.evaluate(() => document.contentType)]).toEqual([
      name,
      isShown ? contentType : 'text/html',
    ]);
  }
  // Until the last file's page is left, it may have something to say.
  await page.goto('/api/docs');
  expect(consoleErrors.filter(words => !EXPECTED_ERRORS.test(words))).toEqual([]);
  consoleErrors.splice(0);
  expect(ran).toEqual([]);
  expect(readMemory(server.pid).most - before).toBeLessThan(MAX_MEMORY_BYTES);
});

/** The browser's own page around a picture, sound or film is under the file's policy, too. */
const EXPECTED_ERRORS = /Applying inline style violates|Loading media from|style-src|media-src/;

async function upload(url: string, cookie: string, { name, bytes }: Polyglot): Promise<MessageFile> {
  const answer = await fetch(`${url}/api/files?${new URLSearchParams({ name })}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  });
  expect([name, answer.status]).toEqual([name, 200]);
  return (await answer.json()) as MessageFile;
}

/** Of the two ways, how many the browser let a page have. */
async function loadAsCode(url: string): Promise<number> {
  const script = Object.assign(document.createElement('script'), { src: url });
  const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url });
  const loaded = [script, style].map(
    element =>
      new Promise<number>(resolve => {
        element.addEventListener('load', () => resolve(1));
        element.addEventListener('error', () => resolve(0));
        document.head.append(element);
      }),
  );
  const results = await Promise.all(loaded);
  script.remove();
  style.remove();
  return results.reduce((sum, each) => sum + each, 0);
}
