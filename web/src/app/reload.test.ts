import {
  Chat,
  type Environment,
  type MessageContent,
  type PersistedOutboxItem,
  type SocketHandlers,
} from '@snug/client';
import { PROTOCOL_VERSION } from '@snug/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Drafts } from '../state/drafts.ts';
import { reloadNow, reloadOnce } from './reload.ts';

const FILE: MessageContent = { upload: { bytes: new Blob(['x']), name: 'a.txt' } };

let stored: Map<string, string>;
let isFull: boolean;
let reload: () => void;
let stop: () => void;

beforeEach(() => {
  stored = new Map();
  isFull = false;
  reload = vi.fn<() => void>();
  stop = () => {};
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('sessionStorage', createStorage());
  vi.stubGlobal('localStorage', createStorage());
});
afterEach(() => stop());

function createStorage() {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new Error('no space');
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  };
}

/** A chat in a browser that stores no messages, after it sent `contents` to the room "one" without a connection. */
function createPage(
  contents: readonly MessageContent[],
  write: () => Promise<unknown> = () => Promise.reject(new Error('private')),
) {
  const items: PersistedOutboxItem[] = [];
  let handlers: SocketHandlers | undefined;
  const environment: Environment = {
    openSocket: given => {
      handlers = given;
      return { send: () => {}, close: () => {} };
    },
    now: () => 0,
    random: () => 0,
    setTimer: () => () => {},
    newId: () => crypto.randomUUID(),
    upload: () => ({ file: Promise.withResolvers<never>().promise, cancel: () => {} }),
    outboxStorage: {
      clientId: 'this page',
      load: async () => items,
      put: async item => {
        await write();
        items.push(item);
      },
      change: async () => undefined,
      remove: async () => {},
      subscribe: () => () => {},
      electLeader: () => () => {},
    },
    actionStorage: {
      load: async () => [],
      put: write as () => Promise<void>,
      remove: async () => {},
      subscribe: () => () => {},
    },
  };
  const chat = new Chat(environment, 'ann');
  chat.start();
  stop = () => chat.stop();
  for (const content of contents) void chat.outbox.send('one', content);
  handlers?.onClose(4426, String(PROTOCOL_VERSION + 1));
  return { chat, drafts: new Drafts('ann') };
}

const readDraft = () => stored.get('snug:draft:ann:one');

test('E6 a page puts texts that only it has into drafts, in their order, and then reloads once', async () => {
  const page = createPage([{ text: 'first' }, { text: 'second' }]);
  page.drafts.room('one').set({ text: 'half', mentions: [] });
  await reloadOnce(page);
  expect(readDraft()).toBe('half\nfirst\nsecond');
  expect(page.chat.outbox.items.get()).toEqual([]);
  expect(reload).toHaveBeenCalledTimes(1);
  await reloadOnce(page);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('E6 a page waits until the browser has stored its messages, and then leaves them there', async () => {
  const write = Promise.withResolvers<void>();
  const page = createPage([{ text: 'first' }], () => write.promise);
  const reloaded = reloadOnce(page);
  await new Promise(resolve => setTimeout(resolve));
  expect(reload).not.toHaveBeenCalled();
  write.resolve();
  await reloaded;
  expect(page.chat.outbox.items.get()).toMatchObject([{ text: 'first', status: 'waiting' }]);
  expect([readDraft(), vi.mocked(reload).mock.calls.length]).toEqual([undefined, 1]);
});

test('E6 a page with an unsent file does not reload by itself; a reload by the person keeps the texts', async () => {
  const page = createPage([{ text: 'first' }, FILE]);
  await reloadOnce(page);
  expect([vi.mocked(reload).mock.calls, readDraft()]).toEqual([[], undefined]);
  const shown: string[] = [];
  vi.stubGlobal('window', { addEventListener: () => {}, removeEventListener: () => {} });
  const draft = page.drafts.room('one');
  draft.subscribe(() => shown.push(draft.get().text));
  await reloadNow(page);
  expect([readDraft(), shown]).toEqual(['first', ['first']]);
  expect(page.chat.outbox.items.get()).toMatchObject([{ upload: { name: 'a.txt' } }]);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('E6 a page with an edit that only it has does not reload by itself', async () => {
  const page = createPage([]);
  const input = { roomId: 'one', id: 'message', text: 'better', revision: 0, editId: 'edit' };
  void page.chat.actions.enqueue({ key: 'edit:one:message', roomId: 'one', command: 'edit_message', input });
  await reloadOnce(page);
  expect(reload).not.toHaveBeenCalled();
});

test('E6 a page does not reload by itself if the browser stores no draft, either', async () => {
  const page = createPage([{ text: 'first' }]);
  isFull = true;
  await reloadOnce(page);
  expect(reload).not.toHaveBeenCalled();
  expect(page.chat.outbox.items.get()).toMatchObject([{ text: 'first' }]);
});
