import type { Page } from '@playwright/test';
import type { TestSubscription } from '@snug/testkit/push-service.ts';

interface Choices {
  permission?: NotificationPermission;
  /** The browser has no push service without it. */
  subscription?: TestSubscription;
}

/**
 * The browser of the tests refuses notifications, whatever a test grants, and has no push service. Replaces both at its edge, also after
 * a reload.
 */
export async function fakePushManager(page: Page, { permission = 'granted', subscription }: Choices = {}) {
  const input = subscription?.input;
  await page.addInitScript(
    ({ permission, input }) => {
      const KEY = 'test:push-key';
      let answer: NotificationPermission = 'default';
      Object.defineProperty(Notification, 'permission', {
        get: () => localStorage.getItem('test:permission') ?? answer,
      });
      Object.assign(Notification, {
        requestPermission: async () => {
          answer = permission;
          localStorage.setItem('test:permission', permission);
          return permission;
        },
      });
      const create = (key: string) => ({
        endpoint: input?.endpoint,
        options: {
          applicationServerKey: Uint8Array.from(
            atob(key.replaceAll('-', '+').replaceAll('_', '/')),
            letter => letter.codePointAt(0) ?? 0,
          ).buffer,
        },
        toJSON: () => ({ endpoint: input?.endpoint, keys: input }),
        unsubscribe: async () => {
          localStorage.removeItem(KEY);
          return true;
        },
      });
      const getSubscription = async () => {
        const key = localStorage.getItem(KEY);
        return key === null ? null : create(key);
      };
      const subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (!input) throw new DOMException('There is no push service', 'AbortError');
        localStorage.setItem(KEY, applicationServerKey);
        return create(applicationServerKey);
      };
      Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', {
        value: { getSubscription, subscribe },
      });
    },
    { permission, input },
  );
  await page.reload();
}
