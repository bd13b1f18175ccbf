import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Drafts } from './drafts.ts';

/** `dispatch` reports a change of another tab. */
function createStorage() {
  const stored = new Map<string, string>();
  const listeners = new Set<(event: StorageEvent) => void>();
  const methods = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  // Browsers expose stored items as own properties.
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
  const dispatch = (key: string, oldValue: string | null, newValue: string | null) =>
    listeners.forEach(listener => listener({ key, oldValue, newValue } as StorageEvent));
  return { stored, dispatch };
}

let storage: ReturnType<typeof createStorage>;
beforeEach(() => (storage = createStorage()));
afterEach(() => void vi.unstubAllGlobals());

test('stores a draft per person and room, and removes an empty one', () => {
  new Drafts('ann').set('one', 'words');
  expect(new Drafts('ann').get('one')).toBe('words');
  expect(new Drafts('ann').get('two')).toBe('');
  expect(new Drafts('ben').get('one')).toBe('');
  new Drafts('ann').set('one', '');
  expect(storage.stored.size).toBe(0);
});

test('empties a sent draft at once and deletes its stored copy when the text is safe', async () => {
  const drafts = new Drafts('ann');
  const safe = Promise.withResolvers<void>();
  drafts.set('one', 'words');
  const sent = drafts.send('one', safe.promise);
  expect([drafts.get('one'), storage.stored.size]).toEqual(['', 1]);
  safe.resolve();
  await sent;
  expect([drafts.get('one'), storage.stored.size]).toEqual(['', 0]);
});

test('keeps a new draft that is written while the previous one is sent', async () => {
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

test('a draft lasts as long as the page if the browser stores nothing', async () => {
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

test('notifies only about changes of this draft in another tab', () => {
  const changes: string[] = [];
  const stop = new Drafts('ann').subscribe('one', (before, now) => changes.push(`${before} > ${now}`));
  storage.dispatch('snug:draft:ann:two', null, 'x');
  storage.dispatch('snug:draft:ben:one', null, 'x');
  storage.dispatch('snug:draft:ann:one', null, 'x');
  storage.dispatch('snug:draft:ann:one', 'x', null);
  stop();
  storage.dispatch('snug:draft:ann:one', null, 'y');
  expect(changes).toEqual([' > x', 'x > ']);
});

test('counts the unsent drafts of this person only', async () => {
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

test('mentions in a draft last while the text has them, and move with an appended text', () => {
  const mention = { uid: 'ben', start: 3, length: 4 };
  new Drafts('ann').set('one', 'Hi @Ben', [mention]);
  expect(new Drafts('ann').getMentions('one')).toEqual([mention]);
  // A page of an earlier version changes the text alone.
  storage.stored.set('snug:draft:ann:one', 'Oh @Ann');
  expect(new Drafts('ann').getMentions('one')).toEqual([]);
  storage.stored.set('snug:draft:ann:one', 'Hi @Ben');
  const drafts = new Drafts('ann');
  drafts.append('one', '@Cem', [{ uid: 'cem', start: 0, length: 4 }]);
  expect(drafts.getMentions('one')).toEqual([mention, { uid: 'cem', start: 8, length: 4 }]);
  drafts.set('one', '');
  expect(storage.stored.size).toBe(0);
});
