import type { CustomEmoji } from '@snug/protocol';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Chat } from '../chat.ts';
import { FakeEnvironment, flushPromises } from '../testing/fake-environment.ts';
import { ANN } from '../testing/samples.ts';
import { createChat, reconnect, type TestChat } from '../testing/test-chat.ts';
import type { EmojiCopy } from './emoji-storage.ts';
import { KnownEmoji } from './known-emoji.ts';

const PICTURE = '0123456789abcdef'.repeat(2);

function makeEmoji(name: string, version: number, change: Partial<CustomEmoji> = {}): CustomEmoji {
  return { name, version, picture: PICTURE, ...change };
}

function makeAlias(
  name: string,
  key: string,
  version: number,
  change: Partial<CustomEmoji> = {},
): CustomEmoji {
  return { name, key, version, ...change };
}

type Setup = Pick<TestChat, 'chat' | 'environment'>;

function getReads({ environment }: Setup) {
  return environment.socket.getCommands('list_emoji');
}

async function answer(setup: Setup, version: number, emoji: readonly CustomEmoji[], more?: true) {
  await setup.environment.socket.sendResult(getReads(setup).at(-1), {
    emoji,
    version,
    ...(more && { more }),
  });
}

function listNames({ chat }: Setup): string[] {
  return chat.emoji.known.get().list.flatMap(({ key, names }) => [key, ...names]);
}

function createStorage(copy?: EmojiCopy) {
  const stored: EmojiCopy[] = [];
  return { stored, load: async () => copy, put: async (next: EmojiCopy) => void stored.push(next) };
}

test('CE6 the list is read after the connection, page by page, and complete after the last one', async () => {
  const setup = createChat();
  await flushPromises();
  expect(getReads(setup).map(({ input }) => input)).toEqual([{ after: 0 }]);
  await answer(setup, 3, [makeEmoji('first', 1), makeAlias('second', 'first', 3)], true);
  expect(listNames(setup)).toEqual([]);
  expect(getReads(setup).at(-1)?.input).toEqual({ after: 3 });
  await answer(setup, 4, [makeEmoji('another', 4, { animated: true })]);
  const known = setup.chat.emoji.known.get();
  expect([known.isComplete, listNames(setup)]).toEqual([true, ['another', 'first', 'second']]);
  expect(known.find('second')).toEqual({
    key: 'first',
    names: ['second'],
    picture: PICTURE,
    animated: false,
  });
  expect(known.find('another')).toMatchObject({ animated: true });
  expect(known.find('unknown')).toBeUndefined();
});

test('CE6 the next change is applied, and after a missed one the client reads the changes', async () => {
  const setup = createChat();
  await flushPromises();
  await answer(setup, 1, [makeEmoji('first', 1)]);
  setup.socket.sendEvents({ type: 'emoji_changed', version: 2, emoji: makeAlias('second', 'first', 2) });
  expect([listNames(setup), getReads(setup).length]).toEqual([['first', 'second'], 1]);
  setup.socket.sendEvents({ type: 'emoji_changed', version: 4, emoji: makeEmoji('fourth', 4) });
  await flushPromises();
  expect(setup.chat.emoji.known.get().isComplete).toBe(true);
  expect(getReads(setup).at(-1)?.input).toEqual({ after: 2 });
  const ended = { name: 'first', version: 3, ended: true as const };
  await answer(setup, 4, [ended, makeEmoji('fourth', 4)]);
  expect(listNames(setup)).toEqual(['fourth']);
  setup.socket.sendEvents({ type: 'emoji_changed', version: 5, emoji: makeEmoji('first', 5) });
  expect(listNames(setup)).toEqual(['first', 'second', 'fourth']);
});

test('CE6 an event that overtakes a result stays', async () => {
  const setup = createChat();
  await flushPromises();
  await answer(setup, 1, [makeEmoji('first', 1)]);
  setup.socket.sendEvents({ type: 'resync' });
  await flushPromises();
  setup.socket.sendEvents({ type: 'emoji_changed', version: 2, emoji: makeEmoji('second', 2) });
  await answer(setup, 1, []);
  expect(listNames(setup)).toEqual(['first', 'second']);
});

test('CE6 after a restore, and with another epoch, nothing of the old list stays', async () => {
  const setup = createChat();
  await flushPromises();
  await answer(setup, 9, [makeEmoji('first', 9)]);
  setup.socket.sendEvents({ type: 'resync' });
  await flushPromises();
  await answer(setup, 2, []);
  expect(getReads(setup).at(-1)?.input).toEqual({ after: 0 });
  await answer(setup, 2, [makeEmoji('other', 2)]);
  expect(listNames(setup)).toEqual(['other']);
  await reconnect(setup, 'another epoch');
  expect(listNames(setup)).toEqual([]);
  expect(getReads(setup).at(-1)?.input).toEqual({ after: 0 });
});

test('CE6 texts wait for no second attempt to read the list', async () => {
  const setup = createChat();
  await flushPromises();
  expect(setup.chat.emoji.known.get().isComplete).toBe(true);
  setup.socket.sendEvents({ type: 'emoji_changed', version: 2, emoji: makeEmoji('second', 2) });
  await setup.socket.sendError(getReads(setup).at(-1), 'unavailable', 'busy', 0, true);
  expect(setup.chat.emoji.known.get().isComplete).toBe(true);
});

test('CE6 a page shows the browser’s copy and the rows that it was served with, and reads only what changed since', async () => {
  const emojiStorage = createStorage({ epoch: 'epoch', version: 2, emoji: [makeEmoji('kept', 2)] });
  const environment = Object.assign(new FakeEnvironment(), { emojiStorage });
  const chat = new Chat(environment, ANN.uid);
  const setup = { environment, chat };
  const state = { epoch: 'epoch', me: ANN, rooms: [], emoji: { version: 5, rows: [makeEmoji('served', 5)] } };
  chat.showInitialState(state);
  expect([chat.emoji.known.get().isComplete, listNames(setup)]).toEqual([false, ['served']]);
  chat.start();
  await flushPromises();
  expect([chat.emoji.known.get().isComplete, listNames(setup)]).toEqual([false, ['kept', 'served']]);
  environment.socket.sendConnected();
  await flushPromises();
  expect(getReads(setup).map(({ input }) => input)).toEqual([{ after: 2 }]);
  await answer(setup, 5, [makeEmoji('served', 5)]);
  expect(chat.emoji.known.get().isComplete).toBe(true);
  expect(emojiStorage.stored).toEqual([]);
  await environment.advance(1_000);
  expect(emojiStorage.stored).toEqual([
    { epoch: 'epoch', version: 5, emoji: [makeEmoji('kept', 2), makeEmoji('served', 5)] },
  ]);
});

test('CE6 a copy of another epoch does not count, and a browser that stores nothing still shows emoji', async () => {
  const broken = {
    load: () => Promise.reject(new Error('full')),
    put: () => Promise.reject(new Error('full')),
  };
  for (const emojiStorage of [
    createStorage({ epoch: 'old', version: 7, emoji: [makeEmoji('old', 7)] }),
    broken,
  ]) {
    const environment = Object.assign(new FakeEnvironment(), { emojiStorage });
    const chat = new Chat(environment, ANN.uid);
    const setup = { environment, chat };
    chat.showInitialState({ epoch: 'epoch', me: ANN, rooms: [], emoji: { version: 1, rows: [] } });
    chat.start();
    environment.socket.sendConnected();
    await flushPromises();
    await answer(setup, 1, [makeEmoji('new', 1)]);
    await environment.advance(1_000);
    expect(listNames(setup)).toEqual(['new']);
  }
});

const KINDS = ['add', 'end', 'alias'] as const;

test('CE6 a name shows the picture of its first name, and nothing after either ended', () => {
  const names = ['aa', 'bb', 'cc', 'dd'];
  const row = fc.record({
    kind: fc.constantFrom(...KINDS),
    name: fc.constantFrom(...names),
    key: fc.constantFrom(...names),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), rows => {
      const stored = new Map<string, CustomEmoji>();
      for (const [index, { kind, name, key }] of rows.entries()) {
        if (kind === 'alias' && key !== name) stored.set(name, makeAlias(name, key, index + 1));
        else if (kind === 'end')
          stored.set(name, { ...stored.get(name), name, version: index + 1, ended: true });
        else stored.set(name, makeEmoji(name, index + 1));
        const ended = stored.get(name);
        if (ended?.ended && ended.key === undefined)
          stored.set(name, { name, version: index + 1, ended: true });
      }
      const known = new KnownEmoji(stored, true);
      for (const name of names) {
        const one = stored.get(name);
        const first = one?.key === undefined ? one : stored.get(one.key);
        const isShown = one !== undefined && !one.ended && first?.picture !== undefined;
        expect([name, known.find(name)?.key]).toEqual([name, isShown ? first?.name : undefined]);
      }
    }),
  );
});
