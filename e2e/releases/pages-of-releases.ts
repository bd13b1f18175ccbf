import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import { ServerProcess } from '@snug/testkit/server-process.ts';
import { signUp } from '../fixtures.ts';
import { getPreviousMain } from './previous-release.ts';

/** A server of the previous release for each test of the file, and the pages that its tests open. */
export class PagesOfReleases {
  server!: ServerProcess;
  /** The protocol version of the newest socket of each page. */
  readonly versions = new Map<Page, number>();
  readonly #contexts: BrowserContext[] = [];
  readonly #errors: string[] = [];

  constructor() {
    test.beforeEach(async () => {
      this.server = await ServerProcess.start({ main: getPreviousMain() });
    });
    test.afterEach(async () => {
      await Promise.all(this.#contexts.splice(0).map(context => context.close()));
      await this.server.remove();
      expect(this.#errors.splice(0), 'errors in the pages').toEqual([]);
    });
  }

  async signUp(browser: Browser, name: string): Promise<BrowserContext> {
    const viewport = { width: 1440, height: 900 };
    const context = await browser.newContext({ baseURL: this.server.url, viewport });
    this.#contexts.push(context);
    context.on('weberror', error => this.#errors.push(String(error.error())));
    const page = await context.newPage();
    await signUp(page, name, `${name.toLowerCase()}@snug.example`);
    await page.close();
    return context;
  }

  async open(context: BrowserContext, path: string): Promise<ChatPage> {
    const page = await context.newPage();
    page.on('websocket', socket =>
      this.versions.set(page, Number(new URL(socket.url()).searchParams.get('version'))),
    );
    await page.goto(path);
    return new ChatPage(page);
  }
}
