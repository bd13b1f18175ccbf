import type { ReplyTarget } from '@snug/client';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Draft } from './draft.ts';
import { Drafts } from './drafts.ts';
import { RoomDraft } from './room-draft.ts';

type StorageListener = (event: Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>) => void;

/** What the tabs of a browser share. `events`: the changes that other tabs have not received yet. */
function createStorage() {
  const stored = new Map<string, string>();
  const events: Parameters<StorageListener>[0][] = [];
  const listeners = new Set<StorageListener>();
  const write = (key: string, newValue: string | null) => {
    const oldValue = stored.get(key) ?? null;
    if (oldValue === newValue) return;
    if (newValue === null) stored.delete(key);
    else stored.set(key, newValue);
    events.push({ key, oldValue, newValue });
  };
  const methods = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: write,
    removeItem: (key: string) => write(key, null),
  };
  // Browsers expose stored items as own properties.
  vi.stubGlobal(
    'localStorage',
    new Proxy(methods, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  const types = {
    storage: listeners,
    pageshow: new Set<StorageListener>(),
    pagehide: new Set<StorageListener>(),
    visibilitychange: new Set<StorageListener>(),
  };
  vi.stubGlobal('window', {
    addEventListener: (type: keyof typeof types, listener: StorageListener) => types[type].add(listener),
    removeEventListener: (type: keyof typeof types, listener: StorageListener) =>
      types[type].delete(listener),
  });
  return { stored, events, listeners, ...types };
}

let storage: ReturnType<typeof createStorage>;
beforeEach(() => (storage = createStorage()));
afterEach(() => void vi.unstubAllGlobals());

const TARGET = makeTarget('one');

function makeTarget(id: string): ReplyTarget {
  const author = { uid: 'ben', name: 'Ben', createdAt: 0, version: 1 };
  return { reply: { id, seq: 1, author, text: 'Where?' }, rootId: id };
}

function write(text: string, rest: Partial<Draft> = {}): Draft {
  return { text, mentions: [], ...rest };
}

function openTab(roomId = 'one') {
  const draft = new Drafts('ann').room(roomId);
  const shown: Draft[] = [];
  const close = draft.subscribe(() => shown.push(draft.get()));
  return { draft, shown, close };
}

/** Delivers each event when the other tab has only the items up to it, as processes of a browser exchange them. */
function deliver(): void {
  const latest = new Map(storage.stored);
  const events = storage.events.splice(0);
  for (const { key, oldValue } of events.toReversed()) put(key, oldValue);
  for (const event of events) {
    put(event.key, event.newValue);
    for (const listener of storage.listeners) listener(event);
  }
  expect(storage.stored).toEqual(latest);
}

function put(key: string | null, value: string | null): void {
  if (value === null) storage.stored.delete(key ?? '');
  else storage.stored.set(key ?? '', value);
}

test('stores a draft per person and room, and removes an empty one', () => {
  new Drafts('ann').room('one').set(write('words', { target: TARGET }));
  expect(new Drafts('ann').room('one').get()).toEqual(write('words', { target: TARGET }));
  expect(new Drafts('ann').room('two').get().text).toBe('');
  expect(new Drafts('ben').room('one').get()).toEqual(write(''));
  new Drafts('ann').room('one').set(write(''));
  expect(storage.stored.size).toBe(0);
});

/** A composer in which somebody types. `idle`: what waits until the page is idle. */
function openComposer() {
  const idle: (() => void)[] = [];
  const draft = new RoomDraft('ann', 'one', () => new Promise(resolve => idle.push(resolve)));
  const close = draft.subscribe(() => {});
  return { draft, close, idle };
}

const getStored = () => new Drafts('ann').room('one').get();

test('shows what is typed at once, and stores it once when the page is idle', async () => {
  const { draft, idle } = openComposer();
  for (const text of ['w', 'wo', 'word']) draft.type(write(text, { target: TARGET }));
  expect([draft.get().text, getStored().text, idle.length]).toEqual(['word', '', 1]);
  idle[0]?.();
  await Promise.resolve();
  expect(getStored()).toEqual(write('word', { target: TARGET }));
  draft.type(write('words'));
  expect(idle.length).toBe(2);
});

test.each([
  ['the page hides', () => storage.visibilitychange],
  ['the page goes', () => storage.pagehide],
  ['another tab changes a draft', () => storage.listeners],
])('stores what is typed when %s', (_, getListeners) => {
  openComposer().draft.type(write('words'));
  for (const listener of getListeners()) listener({ key: 'other', oldValue: null, newValue: null });
  expect(getStored().text).toBe('words');
});

test('stores what is typed when the composer closes, and what is typed without one at once', () => {
  const { draft, close } = openComposer();
  draft.type(write('words'));
  close();
  expect(getStored().text).toBe('words');
  draft.type(write('more words'));
  expect(getStored().text).toBe('more words');
});

test('whatever else changes a draft includes what was typed last', async () => {
  const changes: ((draft: RoomDraft) => unknown)[] = [
    draft => draft.append('more'),
    draft => draft.prepend('more'),
    draft => draft.setTarget(TARGET),
  ];
  for (const change of changes) {
    storage = createStorage();
    const { draft } = openComposer();
    draft.type(write('words'));
    change(draft);
    expect(getStored().text).toContain('words');
    expect(getStored()).toEqual(draft.get());
  }
  const safe = Promise.withResolvers<void>();
  const { draft } = openComposer();
  draft.type(write('sent'));
  const sent = draft.send(safe.promise);
  expect([draft.get().text, getStored().text]).toEqual(['', 'sent']);
  draft.type(write('typed after it'));
  safe.resolve();
  await sent;
  expect([draft.get().text, getStored().text]).toEqual(['typed after it', 'typed after it']);
});

test('empties a sent draft at once and deletes its stored copy when the text is safe', async () => {
  const draft = new Drafts('ann').room('one');
  const safe = Promise.withResolvers<void>();
  draft.set(write('words', { target: TARGET }));
  const sent = draft.send(safe.promise);
  expect(draft.get()).toEqual(write(''));
  expect(new Drafts('ann').room('one').get(), 'a crash loses nothing').toEqual(
    write('words', { target: TARGET }),
  );
  safe.resolve();
  await sent;
  expect([draft.get(), storage.stored.size]).toEqual([write(''), 0]);
});

test('keeps a new draft that is written while the previous one is sent, here or in another tab', async () => {
  for (const isOther of [false, true]) {
    const drafts = new Drafts('ann');
    const writer = isOther ? new Drafts('ann') : drafts;
    const safe = Promise.withResolvers<void>();
    drafts.room('one').set(write('words', { target: TARGET }));
    const sent = drafts.room('one').send(safe.promise);
    writer.room('one').set(write('more words'));
    writer.room('two').set(write('words'));
    safe.resolve();
    await sent;
    expect(drafts.room('one').get()).toEqual(write('more words'));
    expect(drafts.room('two').get()).toEqual(write('words'));
  }
});

test('shows the text of a sent draft again if another tab writes it after a different one', async () => {
  const draft = new Drafts('ann').room('one');
  const other = new Drafts('ann').room('one');
  const safe = Promise.withResolvers<void>();
  draft.set(write('ok'));
  const sent = draft.send(safe.promise);
  other.set(write('more words'));
  safe.resolve();
  await sent;
  other.set(write('ok'));
  expect(draft.get()).toEqual(write('ok'));
});

test('an answer that begins while the previous one is sent keeps its target', async () => {
  const draft = new Drafts('ann').room('one');
  const safe = Promise.withResolvers<void>();
  draft.set(write('words', { target: TARGET }));
  const sent = draft.send(safe.promise);
  draft.setTarget(makeTarget('two'));
  safe.resolve();
  await sent;
  expect(new Drafts('ann').room('one').get()).toEqual(write('', { target: makeTarget('two') }));
});

test('a draft lasts as long as the page if the browser stores nothing', async () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const draft = new Drafts('ann').room('one');
  draft.set(write('words', { target: TARGET }));
  expect(draft.get()).toEqual(write('words', { target: TARGET }));
  expect(draft.append('more')).toBe(false);
  expect(draft.get().text).toBe('words');
  await draft.send(Promise.resolve());
  expect(draft.get()).toEqual(write(''));
});

test('another tab shows the text with its target, and clears both, without a step between', async () => {
  const [writer, reader] = [openTab().draft, openTab()];
  const tab = new Drafts('ben').room('one');
  writer.setTarget(TARGET);
  writer.set(write('my answer', { target: TARGET }));
  tab.set(write('of Ben'));
  deliver();
  expect(reader.shown).toEqual([write('', { target: TARGET }), write('my answer', { target: TARGET })]);
  reader.shown.length = 0;
  await reader.draft.send(Promise.resolve());
  deliver();
  expect([writer.get(), reader.draft.get()]).toEqual([write(''), write('')]);
  writer.prepend('my answer', [], TARGET);
  deliver();
  expect(reader.shown).toEqual([write(''), write('my answer', { target: TARGET })]);
  reader.close();
  writer.set(write(''));
  deliver();
  expect(reader.shown.length, 'a closed room follows nothing').toBe(2);
});

test('another tab receives a mention that is chosen after its text', () => {
  const [writer, reader] = [openTab().draft, openTab().draft];
  const mentions = [{ uid: 'ben', start: 3, length: 4 }];
  writer.set(write('Hi @Ben '));
  deliver();
  writer.set(write('Hi @Ben ', { mentions }));
  deliver();
  expect(reader.get()).toEqual(write('Hi @Ben ', { mentions }));
});

test('a page that returns from the back/forward cache shows the draft as it is now', () => {
  const [writer, reader] = [openTab().draft, openTab().draft];
  writer.set(write('words', { target: TARGET }));
  storage.events.length = 0;
  for (const listener of storage.pageshow) listener({ key: null, oldValue: null, newValue: null });
  expect(reader.get()).toEqual(write('words', { target: TARGET }));
});

test('pages of earlier releases read and write the same items', () => {
  const reader = openTab().draft;
  localStorage.setItem('snug:draft:ann:one', 'words');
  deliver();
  expect(reader.get()).toEqual(write('words'));
  localStorage.setItem('snug:reply:ann:one', JSON.stringify(TARGET));
  deliver();
  expect(reader.get()).toEqual(write('words', { target: TARGET }));
  localStorage.removeItem('snug:reply:ann:one');
  deliver();
  localStorage.removeItem('snug:draft:ann:one');
  deliver();
  expect(reader.get()).toEqual(write(''));
  openTab().draft.set(write('answer', { target: TARGET }));
  expect(storage.stored.get('snug:draft:ann:one')).toBe('answer');
  expect(JSON.parse(storage.stored.get('snug:reply:ann:one') ?? '')).toMatchObject(TARGET);
});

test('broken items are no target and no mentions', () => {
  for (const value of ['{', 'null', '[]', '1', '"x"', '{"reply":1}', '{"rootId":"a"}']) {
    put('snug:draft:ann:one', 'words');
    put('snug:reply:ann:one', value);
    put('snug:draft-mentions:ann:one', value);
    expect([value, new Drafts('ann').room('one').get()]).toEqual([value, write('words')]);
  }
});

test('two tabs always show the same draft, and only drafts that a person wrote', () => {
  const drafts = fc.record({
    text: fc.constantFrom('', 'a', 'words', 'Hi @Ben'),
    target: fc.option(fc.constantFrom(makeTarget('one'), makeTarget('two')), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), drafts), { maxLength: 8 }), steps => {
      storage = createStorage();
      const tabs = [openTab(), openTab()] as const;
      for (const [isFirst, { text, target }] of steps) {
        const [writer, reader] = isFirst ? tabs : ([tabs[1], tabs[0]] as const);
        const before = reader.draft.get();
        const next = write(text, target && { target });
        writer.draft.set(next);
        reader.shown.length = 0;
        deliver();
        expect([writer.draft.get(), reader.draft.get()]).toEqual([next, next]);
        for (const shown of reader.shown) expect([before, next]).toContainEqual(shown);
      }
      for (const tab of tabs) tab.close();
    }),
  );
});

test('counts the unsent drafts of this person only', async () => {
  const drafts = new Drafts('ann');
  expect(drafts.count()).toBe(0);
  drafts.room('one').set(write('words'));
  new Drafts('ann').room('two').set(write('more words'));
  new Drafts('ben').room('three').set(write('of Ben'));
  drafts.room('four').setTarget(TARGET);
  expect(drafts.count()).toBe(2);
  const safe = Promise.withResolvers<void>();
  const sent = drafts.room('one').send(safe.promise);
  expect(drafts.count()).toBe(1);
  safe.resolve();
  await sent;
  drafts.room('two').set(write(''));
  expect(drafts.count()).toBe(0);
});

test('mentions in a draft last while the text has them, and move with an appended text', () => {
  const mention = { uid: 'ben', start: 3, length: 4 };
  new Drafts('ann').room('one').set(write('Hi @Ben', { mentions: [mention] }));
  expect(new Drafts('ann').room('one').get().mentions).toEqual([mention]);
  // A page of an earlier version changes the text alone.
  put('snug:draft:ann:one', 'Oh @Ann');
  expect(new Drafts('ann').room('one').get().mentions).toEqual([]);
  put('snug:draft:ann:one', 'Hi @Ben');
  const draft = new Drafts('ann').room('one');
  draft.append('@Cem', [{ uid: 'cem', start: 0, length: 4 }], TARGET);
  expect(draft.get()).toEqual(
    write('Hi @Ben\n@Cem', { mentions: [mention, { uid: 'cem', start: 8, length: 4 }], target: TARGET }),
  );
  draft.set(write(''));
  expect(storage.stored.size).toBe(0);
});
