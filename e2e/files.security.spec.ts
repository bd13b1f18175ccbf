import { randomUUID } from 'node:crypto';
import { isHugePicture, type MessageFile } from '@snug/protocol';
import { readCookies, sendCommand } from '@snug/testkit/browser/commands.ts';
import { readMemory } from '@snug/testkit/process-stats.ts';
import { sampleCases } from '@snug/testkit/test-scope.ts';
import { expect, test } from './fixtures.ts';
import { largestPicture, type Polyglot, polyglots } from './polyglots.ts';

/** The server's maximum of additional memory at any moment, although one of the pictures has 96 MB of pixels. */
const MAX_MEMORY_BYTES = 100e6;

/** The content types that the server detects and lets the browser display inline. */
const INLINE_TYPES = /^(image\/(png|jpeg|gif)|audio\/(mpeg|wav)|video\/(mp4|webm))$/;

test('F3 the browser executes no hostile file, and decompression bombs stay within bounded memory', {
  tag: '@own-server',
}, async ({ server, person, consoleErrors }) => {
  // Each file is opened in four ways.
  test.slow();
  const { page, messages, articles } = await person('Ann');
  const context = page.context();
  const ran: string[] = [];
  context.on('request', request => request.url().includes('pwned') && ran.push(request.url()));
  page.on('dialog', dialog => {
    ran.push(`${page.url()}: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const before = readMemory(server.pid).most;
  expect(polyglots(server.url).length).toBeGreaterThanOrEqual(40);
  const all = sampleCases(polyglots(server.url));
  const cookie = await readCookies(context);
  const room = { id: randomUUID(), name: 'Polyglots', description: 'x' };
  await sendCommand(server.url, context, 'create_room', room);
  const files: MessageFile[] = [];
  for (const polyglot of all) {
    const file = await upload(server.url, cookie, polyglot);
    files.push(file);
    await sendCommand(server.url, context, 'send_message', { roomId: room.id, fileId: file.id });
  }

  // In its room, inside each message.
  await page.goto(`/chat/${room.id}`);
  await expect(articles.last()).toBeVisible();
  for (let pages = 1; pages < all.length / 15; pages++) {
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(articles).toHaveCount(Math.min(15 * (pages + 1), all.length));
    await messages.evaluate(log => log.scrollTo(0, -log.scrollHeight));
  }
  // Loaded by a compromised page of the same origin: neither as a script nor as a style.
  for (const { url } of files) expect([url, await page.evaluate(loadAsCode, url)]).toEqual([url, 0]);
  expect(consoleErrors).toEqual([]);

  // In the address bar. A download leaves the page where it was.
  // The server's memory stays bounded for the largest picture, too: it rejects it as an avatar.
  const { id: fileId } = await upload(server.url, cookie, largestPicture());
  await expect(sendCommand(server.url, context, 'set_avatar', { fileId })).rejects.toThrow(
    'File process error',
  );
  for (const file of files) {
    const { url, name, contentType } = file;
    await page.goto('/api/docs');
    const answer = await page.goto(url).catch(() => undefined);
    const isShown = INLINE_TYPES.test(contentType) && !isHugePicture(file);
    expect([name, answer !== undefined]).toEqual([name, isShown]);
    expect([name, await page.evaluate(() => document.contentType)]).toEqual([
      name,
      isShown ? contentType : 'text/html',
    ]);
  }
  // Before the last file's page unloads, it could still run.
  await page.goto('/api/docs');
  expect(consoleErrors.filter(words => !EXPECTED_ERRORS.test(words))).toEqual([]);
  consoleErrors.splice(0);
  expect(ran).toEqual([]);
  expect(readMemory(server.pid).most - before).toBeLessThan(MAX_MEMORY_BYTES);
});

/** The browser's own document around a picture, sound or video is subject to the file's policy, too. */
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

/** Returns how many of the two ways the browser allows. */
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
