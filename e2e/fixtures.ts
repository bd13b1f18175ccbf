import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { ABSOLUTE_TIMEOUT_MS } from '@snug/server/account/session-expiry.ts';
import { ChatPage, resetCreatedRooms } from '@snug/testkit/browser/pages/chat-page.ts';
import { PASSWORD, storePerson } from '@snug/testkit/store-person.ts';
import { recordConsoleErrors } from './console-errors.ts';
import { type Server, startServer } from './server.ts';
import { SharedServer } from './shared-server.ts';

export { expect } from '@playwright/test';
export { PASSWORD };

/** For a test that stops its server, depends on everything that it stores, or stores data that disturbs other tests. */
const OWN_SERVER = '@own-server';

type Device = Pick<BrowserContextOptions, 'viewport' | 'hasTouch' | 'isMobile' | 'locale'>;

interface Fixtures {
  /** Shared with other tests, except with the tag `@own-server`. */
  server: Server;
  /** Errors in the pages of this test. A test fails if any are left at its end. */
  consoleErrors: string[];
  visitor: (device?: Device) => Promise<Page>;
  person: (name: string, device?: Device) => Promise<ChatPage>;
}

export const test = base.extend<Fixtures, { shared: SharedServer }>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
    async ({}, use) => {
      const shared = new SharedServer();
      await use(shared);
      await shared.remove();
    },
    { scope: 'worker' },
  ],

  server: async ({ shared }, use, { tags }) => {
    const isOwn = tags.includes(OWN_SERVER);
    const server = isOwn ? await startServer() : await shared.next();
    await use(server);
    if (isOwn) await server.remove();
    else expect(server.isRunning, `a test that stops its server needs the tag ${OWN_SERVER}`).toBe(true);
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures are needed
  consoleErrors: async ({}, use) => {
    const consoleErrors: string[] = [];
    await use(consoleErrors);
    expect(consoleErrors, 'errors and security reports of the pages').toEqual([]);
  },

  visitor: async ({ browser, server, consoleErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async device => {
      const context = await browser.newContext({ baseURL: server.url, ...device });
      contexts.push(context);
      await recordConsoleErrors(context, consoleErrors);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  person: async ({ server, visitor }, use) => {
    resetCreatedRooms();
    await use(async (name, device) => {
      const page = await visitor(device);
      const { cookie } = await storePerson(server, name, createEmail(name));
      await addSessionCookie(page.context(), server.url, cookie);
      await page.goto('/');
      const chat = new ChatPage(page);
      await expect(chat.rooms).toBeVisible();
      return chat;
    });
  },
});

/** Unique, so that tests on a shared server do not meet. */
export function createEmail(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '-')}-${test.info().testId}@snug.example`;
}

/** With the attributes that the server gives it. */
export async function addSessionCookie(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=', 2);
  const expires = (Date.now() + ABSOLUTE_TIMEOUT_MS) / 1000;
  await context.addCookies([{ name, value, url, expires, httpOnly: true, sameSite: 'Lax' }]);
}

export async function signUp(page: Page, name: string, email: string): Promise<void> {
  const data = { name, email, password: PASSWORD };
  // The server checks it as soon as a request has a cookie, such as that of a suggested passkey.
  const headers = page.url().startsWith('http') ? { origin: new URL(page.url()).origin } : {};
  const answer = await page.request.post('/api/auth/sign-up/email', { data, headers });
  expect(answer.status(), `signing up ${name}`).toBe(200);
}
