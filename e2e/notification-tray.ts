import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import type { PushPayload } from '@snug/protocol';

interface Shown {
  title: string;
  body: string;
  tag: string;
  isSilent: boolean;
  data: { seq?: number; path: string };
}

/** What the service worker of the tests has in place of the browser's notifications. */
interface Tray {
  shown: Shown[];
  badge: number;
}

/**
 * The service worker of a page receives pushes as if from a push service. The browser of the tests shows no notifications, so that a list
 * takes their place.
 */
export class NotificationTray {
  readonly #context: BrowserContext;
  readonly #origin: string;
  readonly #devtools: CDPSession;
  readonly #registrationId: string;

  private constructor(page: Page, devtools: CDPSession, registrationId: string) {
    this.#context = page.context();
    this.#origin = new URL(page.url()).origin;
    this.#devtools = devtools;
    this.#registrationId = registrationId;
  }

  static async of(page: Page): Promise<NotificationTray> {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const devtools = await page.context().newCDPSession(page);
    const id = new Promise<string>(resolve => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [own] = registrations;
        if (own) resolve(own.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    const tray = new NotificationTray(page, devtools, await id);
    await tray.#replace();
    return tray;
  }

  get #worker(): Worker {
    const worker = this.#context.serviceWorkers().at(-1);
    if (!worker) throw new Error('The page has no service worker');
    return worker;
  }

  async #replace(): Promise<void> {
    await this.#worker.evaluate(() => {
      const tray: Tray = { shown: [], badge: 0 };
      const remove = (tag: string) => {
        tray.shown = tray.shown.filter(shown => shown.tag !== tag);
      };
      const { registration } = globalThis as unknown as { registration: object };
      Object.assign(globalThis, { tray });
      Object.assign(registration, {
        showNotification: async (
          title: string,
          options: Pick<Shown, 'body' | 'tag' | 'data'> & { silent?: boolean },
        ) => {
          const { body, tag, silent = false, data } = options;
          remove(tag);
          tray.shown.push({ title, body, tag, isSilent: silent, data });
        },
        getNotifications: async ({ tag }: { tag?: string } = {}) =>
          tray.shown
            .filter(shown => tag === undefined || shown.tag === tag)
            .map(shown => ({ ...shown, close: () => remove(shown.tag) })),
      });
      Object.assign(navigator, {
        setAppBadge: async (count: number) => {
          tray.badge = count;
        },
        clearAppBadge: async () => {
          tray.badge = 0;
        },
      });
    });
  }

  async push(payload: PushPayload): Promise<void> {
    await this.#devtools.send('ServiceWorker.deliverPushMessage', {
      origin: this.#origin,
      registrationId: this.#registrationId,
      data: JSON.stringify(payload),
    });
  }

  readonly list = async (): Promise<Shown[]> => (await this.#read()).shown;

  readonly readBadge = async (): Promise<number> => (await this.#read()).badge;

  #read(): Promise<Tray> {
    return this.#worker.evaluate(() => (globalThis as unknown as { tray: Tray }).tray);
  }

  /** As the browser does after a click. */
  async click(tag: string): Promise<void> {
    await this.#worker.evaluate(async tag => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const [notification] = await registration.getNotifications({ tag });
      const event = new Event('notificationclick');
      dispatchEvent(Object.assign(event, { notification, waitUntil: () => {} }));
    }, tag);
  }
}
