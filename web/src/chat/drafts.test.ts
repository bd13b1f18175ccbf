import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Drafts } from './drafts.ts';

/** The browser's storage, and how another tab changes it. */
function createStorage() {
  const stored = new Map<string, string>();
  const listeners = new Set<(event: StorageEvent) => void>();
  const methods = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  // As a browser does, it has what it keeps as its own properties.
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  vi.stubGlobal('window', {
    addEventListener: (_: string, listener: (event: StorageEvent) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (event: StorageEvent) => void) => listeners.delete(listener),
  });
  const tell = (key: string, oldValue: string | null, newValue: string | null) =>
    listeners.forEach(listener => listener({ key, oldValue, newValue } as StorageEvent));
  return { stored, tell };
}

let storage: ReturnType<typeof createStorage>;
beforeEach(() => (storage = createStorage()));
afterEach(() => void vi.unstubAllGlobals());

test('a draft is kept by person and room, and an empty one leaves nothing behind', () => {
  new Drafts('ann').set('one', 'words');
  expect(new Drafts('ann').get('one')).toBe('words');
  expect(new Drafts('ann').get('two')).toBe('');
  expect(new Drafts('ben').get('one')).toBe('');
  new Drafts('ann').set('one', '');
  expect(storage.stored.size).toBe(0);
});

test('what is sent is gone at once, and forgotten when it is safe', async () => {
  const drafts = new Drafts('ann');
  const safe = Promise.withResolvers<void>();
  drafts.set('one', 'words');
  const sent = drafts.send('one', safe.promise);
  expect([drafts.get('one'), storage.stored.size]).toEqual(['', 1]);
  safe.resolve();
  await sent;
  expect([drafts.get('one'), storage.stored.size]).toEqual(['', 0]);
});

test('what is written while the words before are still on their way stays', async () => {
  const drafts = new Drafts('ann');
  const safe = Promise.withResolvers<void>();
  drafts.set('one', 'words');
  const sent = drafts.send('one', safe.promise);
  drafts.set('one', 'more words');
  drafts.set('two', 'words');
  safe.resolve();
  await sent;
  expect([drafts.get('one'), drafts.get('two')]).toEqual(['more words', 'words']);
});

test('where the browser stores nothing, a draft lives as long as the page', async () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const drafts = new Drafts('ann');
  drafts.set('one', 'words');
  expect(drafts.get('one')).toBe('words');
  await drafts.send('one', Promise.resolve());
  expect(drafts.get('one')).toBe('');
});

test('another tab is heard of where it changes this draft, and no other', () => {
  const heard: string[] = [];
  const stop = new Drafts('ann').subscribe('one', (before, now) => heard.push(`${before} > ${now}`));
  storage.tell('snug:draft:ann:two', null, 'x');
  storage.tell('snug:draft:ben:one', null, 'x');
  storage.tell('snug:draft:ann:one', null, 'x');
  storage.tell('snug:draft:ann:one', 'x', null);
  stop();
  storage.tell('snug:draft:ann:one', null, 'y');
  expect(heard).toEqual([' > x', 'x > ']);
});

test('what is not sent is counted, of this person alone', async () => {
  const drafts = new Drafts('ann');
  expect(drafts.count()).toBe(0);
  drafts.set('one', 'words');
  drafts.set('two', 'more words');
  new Drafts('ben').set('three', 'of Ben');
  expect(drafts.count()).toBe(2);
  const safe = Promise.withResolvers<void>();
  const sent = drafts.send('one', safe.promise);
  expect(drafts.count()).toBe(1);
  safe.resolve();
  await sent;
  drafts.set('two', '');
  expect(drafts.count()).toBe(0);
});
