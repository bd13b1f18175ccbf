import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { ChatPage, resetCreatedRooms } from '@snug/testkit/browser/pages/chat-page.ts';
import { recordConsoleErrors } from './console-errors.ts';
import { type Server, startServer } from './server.ts';
import { SharedServer } from './shared-server.ts';

export { expect } from '@playwright/test';

export const PASSWORD = 'a long enough password';
/** The tag of a test that ends its server, is about all that is there, or fills it with what others had better not meet. */
const OWN_SERVER = '@own-server';

type Device = Pick<BrowserContextOptions, 'viewport' | 'hasTouch' | 'isMobile'>;

interface Fixtures {
  /** Shared with other tests, but for those with the tag `@own-server`. */
  server: Server;
  /** What went wrong in the pages of this test. None may be left at its end. */
  consoleErrors: string[];
  /** A page of a browser of its own, signed out. */
  visitor: (device?: Device) => Promise<Page>;
  /** Someone new, signed in, in a browser of their own. */
  person: (name: string, device?: Device) => Promise<ChatPage>;
}

export const test = base.extend<Fixtures, { shared: SharedServer }>({
  shared: [
    // Playwright reads from this pattern which fixtures it needs.
    // oxlint-disable-next-line no-empty-pattern
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
    else expect(server.isRunning, `who ends a server needs one with ${OWN_SERVER}`).toBe(true);
  },

  // oxlint-disable-next-line no-empty-pattern
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

  person: async ({ visitor }, use) => {
    resetCreatedRooms();
    await use(async (name, device) => {
      const page = await visitor(device);
      await signUp(page, name, createEmail(name));
      await page.goto('/');
      const chat = new ChatPage(page);
      await expect(chat.rooms).toBeVisible();
      return chat;
    });
  },
});

/** Of somebody in this test, whom no other test knows. */
export function createEmail(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '-')}-${test.info().testId}@snug.example`;
}

/** Signs somebody new up; `page` is theirs from then on. */
export async function signUp(page: Page, name: string, email: string): Promise<void> {
  const data = { name, email, password: PASSWORD };
  const answer = await page.request.post('/api/auth/sign-up/email', { data });
  expect(answer.status(), `signing up ${name}`).toBe(200);
}
