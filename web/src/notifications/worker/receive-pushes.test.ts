import { type PushNotice, type PushPayload, readWords } from '@snug/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import { receivePushes } from './receive-pushes.ts';

const ORIGIN = 'https://chat.example';

interface Shown {
  title: string;
  body?: string;
  tag: string;
  data: { seq?: number; path: string };
  silent?: boolean;
}

class FakePage {
  readonly url = `${ORIGIN}/chat/kitchen`;
  visibilityState: DocumentVisibilityState = 'hidden';
  isFocused = false;
  readonly messages: unknown[] = [];

  readonly postMessage = (message: unknown) => void this.messages.push(message);

  readonly focus = async () => {
    this.isFocused = true;
  };
}

let shown: Shown[];
/** Null without a number. */
let badge: number | null;
let pages: FakePage[];
let opened: string[];
let stored: Map<string, string>;
let dispatch: (type: string, fields: object) => Promise<void>;

/** A service worker in a browser of the test. */
beforeEach(() => {
  [shown, badge, pages, opened, stored] = [[], null, [], [], new Map()];
  const listeners = new Map<string, (event: object) => void>();
  dispatch = async (type, fields) => {
    const works: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...fields, waitUntil: (work: Promise<unknown>) => works.push(work) });
    await Promise.all(works);
  };
  const scope = {
    registration: {
      showNotification: async (title: string, options: Omit<Shown, 'title'>) => {
        shown = [...shown.filter(({ tag }) => tag !== options.tag), { title, ...options }];
      },
      getNotifications: async ({ tag: wanted }: { tag?: string } = {}) =>
        shown
          .filter(({ tag }) => wanted === undefined || tag === wanted)
          .map(notification => ({ ...notification, close: () => close(notification.tag) })),
      pushManager: { getSubscription: async () => null },
    },
    clients: { matchAll: async () => pages, openWindow: async (path: string) => opened.push(path) },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  };
  vi.stubGlobal('self', scope);
  vi.stubGlobal('location', { origin: ORIGIN });
  vi.stubGlobal('navigator', {
    languages: ['en'],
    locks: { request: (_name: string, run: () => Promise<void>) => run() },
    setAppBadge: async (count: number) => {
      badge = count;
    },
    clearAppBadge: async () => {
      badge = null;
    },
  });
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (path: string) => (stored.has(path) ? new Response(stored.get(path)) : undefined),
      put: async (path: string, response: Response) => void stored.set(path, await response.text()),
    }),
  });
  receivePushes(readWords);
});

function close(tag: string): void {
  shown = shown.filter(notification => notification.tag !== tag);
}

function createPush(seq: number, more: Partial<PushNotice> = {}, count = 1): PushPayload {
  const notice: PushNotice = {
    kind: 'room',
    tag: 'room-kitchen',
    seq,
    path: '/chat/kitchen',
    room: { id: 'kitchen', name: 'Kitchen', kind: 'open' },
    lines: [{ author: 'Ben', text: 'soup', kind: 'text' }],
    count: 1,
    ...more,
  };
  return { app_badge: count, snug: { v: 1, epoch: 'e1', ...notice } };
}

const push = (payload: PushPayload) => dispatch('push', { data: { json: () => payload } });

const click = (tag: string) =>
  dispatch('notificationclick', {
    notification: { ...shown.find(notification => notification.tag === tag), close: () => close(tag) },
  });

test('a summary closes when the rooms that it counts are read on this device, and does not come after it', async () => {
  const covers = { 'room-kitchen': 7, 'room-attic': 4 };
  const summary = createPush(9_000, { kind: 'summary', tag: 'summary', rooms: 2, covers });
  await push(summary);
  const read = (tag: string, seq: number) => push({ snug: { v: 1, epoch: 'e1', read: { [tag]: seq } } });
  await read('room-kitchen', 8);
  await read('room-attic', 3);
  expect(shown.map(({ tag }) => tag)).toEqual(['summary']);
  await read('room-attic', 4);
  expect(shown).toEqual([]);
  await push({ ...summary, snug: { ...summary.snug, seq: 9_001 } });
  expect(shown).toEqual([]);
});

test('the number on the icon follows pushes, and goes after reading elsewhere', async () => {
  await push(createPush(7, {}, 3));
  expect(badge).toBe(3);
  await push({ app_badge: 1, snug: { v: 1, epoch: 'e1', read: { 'room-attic': 4 } } });
  expect([badge, shown.length]).toEqual([1, 1]);
  await push({ app_badge: 0, snug: { v: 1, epoch: 'e1', read: { 'room-kitchen': 7 } } });
  expect([badge, shown]).toEqual([null, []]);
});

test('while a page is on the screen, its own number stays, and only the notification shows', async () => {
  badge = 5;
  pages = [new FakePage(), Object.assign(new FakePage(), { visibilityState: 'visible' })];
  await push(createPush(7, {}, 3));
  expect([badge, shown.map(({ title }) => title)]).toEqual([5, ['Ben in Kitchen']]);
  pages = pages.slice(0, 1);
  await push(createPush(8, {}, 4));
  expect(badge).toBe(4);
});

test('a push of a page changes no number on the icon', async () => {
  badge = 5;
  const { app_badge: _, ...payload } = createPush(7);
  await dispatch('message', { data: { type: 'show', payload } });
  expect([badge, shown.length]).toEqual([5, 1]);
});

test('the last push before a session ends names the day, and a click opens Snug', async () => {
  const notice = {
    kind: 'session_ends',
    tag: 'session',
    seq: 1_000,
    path: '/',
    lines: [],
    count: 0,
  } as const;
  const endsAt = new Date(2027, 2, 4).getTime();
  await push({ snug: { v: 1, epoch: 'e1', ...notice, endsAt } });
  expect(shown).toMatchObject([{ tag: 'session', body: 'Open Snug to stay signed in.' }]);
  expect(shown[0]?.title).toMatch(/^This device will be signed out on .*4/);
  await click('session');
  expect([opened, shown]).toEqual([['/'], []]);
});

test('a click leads to the page that was used last, and without a page to a new window', async () => {
  await push(createPush(7, { path: '/chat/kitchen?at=soup' }));
  await click('room-kitchen');
  expect(opened).toEqual(['/chat/kitchen?at=soup']);
  pages = [new FakePage(), new FakePage()];
  await push(createPush(8, { path: '/chat/kitchen?at=tea' }));
  await click('room-kitchen');
  expect(pages.map(({ messages, isFocused }) => [messages, isFocused])).toEqual([
    [[{ type: 'open', path: '/chat/kitchen?at=tea' }], true],
    [[], false],
  ]);
  expect(opened).toHaveLength(1);
});

test('another person on this device sees their own notifications from the start', async () => {
  await push(createPush(90));
  close('room-kitchen');
  await push(createPush(7));
  expect(shown, 'an old push of the same person').toEqual([]);
  // As a sign-out does.
  stored.clear();
  await push(createPush(7));
  expect(shown).toHaveLength(1);
});
