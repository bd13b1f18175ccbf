import { PUSH_VERSION, type PushHead, type PushNotice, type PushPayload } from '@snug/protocol';
import type { WorkerStrings } from '../../strings/dictionary.ts';
import { enWorker } from '../../strings/en-worker.ts';
import { loadTranslation, selectLanguage } from '../../strings/language.ts';
import { isApplePush } from '../device/apple-push.ts';
import { isAppPage, toOpenablePath } from './app-paths.ts';
import { describeNotice, type ReadWords } from './describe-notice.ts';
import { decidePush, isCoveredRead } from './push-state.ts';
import { changePushState } from './push-storage.ts';
import { renewSubscription } from './renew-subscription.ts';
import type { ShowMessage, WorkerMessage } from './worker-messages.ts';
import type { WindowClient, WorkerScope } from './worker-scope.ts';

declare const self: WorkerScope;

const ICONS = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' };

/** Shows the notifications of Snug on this device, of pushes and of pages: nothing else does. */
export function receivePushes(readWords: ReadWords): void {
  const { registration } = self;

  self.addEventListener('push', event => event.waitUntil(receive(event.data?.json() as PushPayload)));
  self.addEventListener('message', event => {
    const message = event.data as ShowMessage | undefined;
    if (message?.type === 'show') event.waitUntil(receive(message.payload));
  });
  self.addEventListener('notificationclick', event => {
    event.notification.close();
    event.waitUntil(openPath(event.notification.data as { path?: unknown } | null));
  });
  self.addEventListener('pushsubscriptionchange', event =>
    event.waitUntil(renewSubscription(registration.pushManager, post)),
  );

  async function receive(payload: PushPayload): Promise<void> {
    const { snug, notification, app_badge: badge } = payload;
    if (snug.v !== PUSH_VERSION) return notification && showPlain(notification);
    if (snug.test !== undefined) return showTest(snug.test);
    // Browsers without a push service may reject it. Pages show their arrivals all the same.
    const subscription = await registration.pushManager?.getSubscription().catch(() => null);
    const mustShow = isApplePush(subscription);
    // Pushes are received at once, but their changes of the state must not be.
    await navigator.locks.request('snug:push', () => changePushState(async state => decide(state)));
    if (badge !== undefined) await showBadge(badge);

    async function decide(state: Parameters<typeof decidePush>[0]) {
      const visible = 'kind' in snug ? await registration.getNotifications({ tag: snug.tag }) : [];
      const decision = decidePush(state, snug, { isVisible: visible.length > 0, mustShow });
      if (decision.isNewEpoch) await closeAll(() => true);
      const { closed, shown } = decision;
      const tags = new Map(Object.entries(decision.state.tags));
      await closeAll(({ tag, data }) => {
        const { seq = 0, covers } = (data ?? {}) as Partial<PushNotice>;
        return seq <= (closed[tag] ?? -1) || isCoveredRead({ covers }, tags);
      });
      if ('kind' in snug && shown) await show(snug, shown.isSilent);
      return decision.state;
    }
  }

  async function show(notice: PushHead & PushNotice, isSilent: boolean): Promise<void> {
    const [language, texts] = await loadTexts();
    const { title, body } = describeNotice(notice, texts, readWords);
    const { tag, seq, path, covers } = notice;
    await registration.showNotification(title, {
      ...ICONS,
      body,
      tag,
      lang: language,
      dir: 'auto',
      data: { seq, path, covers },
      // A browser without a sound for a replaced notification ignores it. It rejects `renotify` beside `silent`.
      ...(isSilent ? { silent: true } : { renotify: true }),
    });
  }

  /** Of a newer server: with its own words only. */
  async function showPlain({ title, body = '', tag, navigate }: NonNullable<PushPayload['notification']>) {
    const { pathname, search } = new URL(navigate);
    await registration.showNotification(title, { ...ICONS, body, tag, data: { path: pathname + search } });
  }

  async function showTest(id: string): Promise<void> {
    const [language, { notifications }] = await loadTexts();
    const options = { ...ICONS, tag: 'test', lang: language, data: { path: '/' } };
    const isShown = await registration
      .showNotification(notifications.test, options)
      .then(() => true)
      .catch(() => false);
    for (const client of await listPages())
      client.postMessage({ type: 'test', id, isShown } satisfies WorkerMessage);
  }

  async function closeAll(isClosed: (notification: Notification) => boolean): Promise<void> {
    for (const notification of await registration.getNotifications())
      if (isClosed(notification)) notification.close();
  }

  /** A page on the screen knows the number, and may know a newer one. */
  async function showBadge(count: number): Promise<void> {
    const pages = await listPages();
    if (!('setAppBadge' in navigator) || pages.some(page => page.visibilityState === 'visible')) return;
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
  }

  /** In the tab that the person used last, or else in a new window. */
  async function openPath(data: { path?: unknown } | null): Promise<void> {
    const path = toOpenablePath(data?.path, location.origin) ?? '/';
    const [page] = await listPages();
    if (!page) return void (await self.clients.openWindow(path));
    page.postMessage({ type: 'open', path } satisfies WorkerMessage);
    await page.focus().catch(() => undefined);
  }

  async function listPages(): Promise<WindowClient[]> {
    const clients = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return clients.filter(({ url }) => isAppPage(url));
  }
}

async function post(command: string, input: object): Promise<Response> {
  return fetch(`/api/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
}

/** In the language of the pages. */
async function loadTexts(): Promise<[tag: string, texts: WorkerStrings]> {
  const [language, translate] = await loadTranslation(selectLanguage(navigator.languages));
  return [language.tag, translate('worker', enWorker)];
}
