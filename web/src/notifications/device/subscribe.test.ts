import { expect, test } from 'vitest';
import { hasKey, subscribe } from './subscribe.ts';

/** 65 bytes, whose base64 has characters that base64url writes in another way. */
const KEY = Uint8Array.from({ length: 65 }, (_, index) => (index * 37 + 251) % 256);
const OTHER_KEY = KEY.map(byte => 255 - byte);
const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.codePointAt(0) ?? 0);

class FakeManager {
  current: PushSubscription | null = null;
  readonly calls: string[] = [];
  failures = 0;

  readonly getSubscription = async () => this.current;

  readonly subscribe = async ({ applicationServerKey }: PushSubscriptionOptionsInit = {}) => {
    this.calls.push('subscribe');
    if (this.failures-- > 0) throw new DOMException('', 'AbortError');
    this.current = this.create(fromBase64Url(applicationServerKey as string));
    return this.current;
  };

  create(key: Uint8Array): PushSubscription {
    const unsubscribe = async () => {
      this.calls.push('unsubscribe');
      this.current = null;
      return true;
    };
    return {
      options: { applicationServerKey: Uint8Array.from(key).buffer },
      unsubscribe,
    } as PushSubscription;
  }
}

const noWait = async () => {};

test('a subscription with the key of the server stays', async () => {
  const manager = new FakeManager();
  manager.current = manager.create(KEY);
  expect(await subscribe(manager, toBase64Url(KEY), noWait)).toBe(manager.current);
  // Firefox returns keys with padding to its service; some servers send them so.
  expect(hasKey(manager.current, `${toBase64Url(KEY)}=`)).toBe(true);
  expect(manager.calls).toEqual([]);
});

test('a subscription with another key ends before the new one', async () => {
  const manager = new FakeManager();
  manager.current = manager.create(OTHER_KEY);
  const subscription = await subscribe(manager, toBase64Url(KEY), noWait);
  expect(hasKey(subscription, toBase64Url(KEY))).toBe(true);
  expect(manager.calls).toEqual(['unsubscribe', 'subscribe']);
});

test('a browser whose push service is not ready is asked once more', async () => {
  const manager = new FakeManager();
  manager.failures = 1;
  await subscribe(manager, toBase64Url(KEY), noWait);
  expect(manager.calls).toEqual(['subscribe', 'subscribe']);
  manager.failures = 9;
  manager.current = null;
  await expect(subscribe(manager, toBase64Url(KEY), noWait)).rejects.toThrow(DOMException);
});
