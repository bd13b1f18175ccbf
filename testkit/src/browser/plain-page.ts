import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PROTOCOL_VERSION } from '@snug/protocol';

const PATH = '/plain.html';
const SCRIPT = readFileSync(join(import.meta.dirname, 'plain-page.js'), 'utf8');
/** Runs in the page of the room. */
const COPY_SCRIPT = readFileSync(join(import.meta.dirname, 'copy-room.js'), 'utf8');

/**
 * Copies the styles, the loaded rows and the text field of an open room into a page without a framework, in a context of its
 * own with the same session. It receives the same frames. `scripts`: paths of scripts that run in it first.
 */
export async function openPlainPage(room: Page, scripts: readonly string[] = []): Promise<Page> {
  await room.evaluate(COPY_SCRIPT);
  const { head, body } = await room.evaluate<{ head: string; body: string }>('copyRoom()');
  const roomId = new URL(room.url()).pathname.split('/').at(-1);
  const html = `${head}<body data-room-id="${roomId}" data-version="${PROTOCOL_VERSION}">${body}
<script type="module">${SCRIPT}</script>`;
  const browser = room.context().browser();
  if (!browser) throw new Error('the browser is closed');
  const context = await browser.newContext({
    storageState: await room.context().storageState(),
    viewport: room.viewportSize(),
    serviceWorkers: 'block',
    // The browser does not know that the document, which no server sent, is of this machine, as its socket is.
    permissions: ['local-network-access'],
  });
  const page = await context.newPage();
  for (const path of scripts) await page.addInitScript({ path });
  await page.route(`**${PATH}`, route => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto(new URL(PATH, room.url()).href);
  await page.locator('body[data-state="open"]').waitFor({ state: 'attached' });
  return page;
}
