import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { RELEASE } from '@snug/server/base/release.ts';
import { ChatPage } from '@snug/testkit/browser/pages/chat-page.ts';
import type { Participant } from '../../load/participant.ts';

const PAUSE_MS = 300;
const GIVE_UP_MS = 60_000;

/** Runs in each page. */
const REPORT_NOTICES = `new MutationObserver(() => {
  for (const { textContent } of document.querySelectorAll('[role=alert]'))
    if (textContent.includes('Reload')) reportNotice(textContent);
}).observe(document, { subtree: true, childList: true, characterData: true })`;

export interface PageSenderOptions {
  browser: Browser;
  person: Participant;
  roomId: string;
  /**
   * What the page does before each message. `stay`: nothing. `reload`: loads itself again, through its service worker.
   * `visit`: a new browser profile opens it.
   */
  habit: 'stay' | 'reload' | 'visit';
}

/** A person in a browser who sends one message after the other until `stop`, and what goes wrong meanwhile. */
export class PageSender {
  /** Each sent message, and the time from Enter until the page shows it as sent. */
  readonly sends: { text: string; ms: number }[] = [];
  readonly problems: string[] = [];
  /** The releases of the loaded pages. */
  readonly releases = new Set<string>();
  readonly #options: PageSenderOptions;
  #context: BrowserContext | undefined;
  #page: Page | undefined;
  #loads = 0;
  #isStopped = false;
  #running: Promise<void> | undefined;

  constructor(options: PageSenderOptions) {
    this.#options = options;
  }

  get uid(): string {
    return this.#options.person.uid;
  }

  start(): void {
    this.#running = this.#run().catch((error: unknown) => void this.problems.push(String(error)));
  }

  /** Resolves after the last message. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
    await this.#context?.close();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const page = await this.#prepare();
      await this.#send(new ChatPage(page));
      await wait(PAUSE_MS);
    }
  }

  async #prepare(): Promise<Page> {
    const { habit } = this.#options;
    if (!this.#page || habit === 'visit') return this.#open();
    if (habit === 'reload') {
      this.#loads++;
      await this.#page.reload();
      await this.#noteRelease(this.#page);
    }
    return this.#page;
  }

  async #open(): Promise<Page> {
    const { browser, person, roomId } = this.#options;
    await this.#context?.close();
    const context = await browser.newContext({ baseURL: person.url });
    this.#context = context;
    await context.addCookies(toCookies(person));
    await context.exposeBinding('reportNotice', (_, text: string) => void this.problems.push(text));
    await context.addInitScript({ content: REPORT_NOTICES });
    const page = await context.newPage();
    this.#page = page;
    this.#loads = 1;
    this.#watch(page);
    await page.goto(`/chat/${roomId}`);
    await this.#noteRelease(page);
    return page;
  }

  #watch(page: Page): void {
    let documents = 0;
    // Changes of the address within a document are no loads: sending a message removes a place from it.
    page.on('domcontentloaded', () => {
      if (++documents > this.#loads) this.problems.push('the page loaded itself again');
    });
    page.on('pageerror', error => this.problems.push(String(error)));
    page.on('response', response => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/assets/') && response.status() >= 400)
        this.problems.push(`${pathname}: ${response.status()}`);
    });
  }

  async #noteRelease(page: Page): Promise<void> {
    await new ChatPage(page).composer.waitFor({ timeout: GIVE_UP_MS });
    this.releases.add(
      await page.evaluate<string>(`document.documentElement.dataset.release ?? '${RELEASE}'`),
    );
  }

  async #send(chat: ChatPage): Promise<void> {
    const text = `${this.#options.person.name} on a page ${String(this.sends.length + 1).padStart(4, '0')}`;
    const startedAt = performance.now();
    await chat.sendMessage(text);
    await chat.getArticle(text).first().waitFor({ state: 'attached', timeout: GIVE_UP_MS });
    // In a busy room, the sent row soon leaves the screen, and then the page.
    const unsent = chat.page.getByRole('article', { name: 'not sent yet' }).filter({ hasText: text });
    await unsent.waitFor({ state: 'detached', timeout: GIVE_UP_MS });
    this.sends.push({ text, ms: performance.now() - startedAt });
  }
}

function toCookies({ cookie, url }: Participant): { name: string; value: string; url: string }[] {
  return cookie.split('; ').map(pair => {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    return { name, value, url };
  });
}
