import {
  CommandError,
  type CommandOutput,
  type ConversationRef,
  type Event,
  MAX_FOLLOWED_IDS,
} from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Action } from '../actions/action-items.ts';
import { Signal } from '../base/signal.ts';
import { Store } from '../base/store.ts';
import { ANN, makeId, makeMessage, ROOM_ID } from '../testing/samples.ts';
import { FollowedConversations } from './followed-conversations.ts';

const [ROOT, OTHER] = [makeId(101), makeId(102)];
const BEN = makeId(3);

interface Server {
  followed: string[];
  version: number;
  news: ConversationRef[];
  readSeq: number;
  answering: Promise<void>;
  error: CommandError | undefined;
}

function createFollowed() {
  const events = new Signal<Event>();
  const pending = new Store<readonly Action[]>([]);
  const onDone = new Signal<{ action: Action; output: unknown }>();
  const onRejected = new Signal<{ action: Action; error: CommandError }>();
  const states = new Store<ReadonlyMap<string, { unread: number }>>(new Map([[ROOM_ID, { unread: 3 }]]));
  const blocks = new Store<ReadonlySet<string>>(new Set());
  const summaries = new Signal<never>();
  const server: Server = {
    followed: [ROOT],
    version: 3,
    news: [{ roomId: ROOM_ID, rootId: ROOT }],
    readSeq: 5,
    answering: Promise.resolve(),
    error: undefined,
  };
  const requests: string[] = [];
  const asked: string[][] = [];
  const timers: { at: number; run: () => void }[] = [];
  const clock = { now: 0 };
  let lastId = 0;
  const state = new Store({ status: 'connected' });
  const connection = {
    events,
    state,
    command: async (name: string, { rootIds }: { rootIds?: string[] }) => {
      requests.push(name);
      const { version, news } = server;
      if (!rootIds) {
        await server.answering;
        return { conversations: news, version };
      }
      asked.push(rootIds);
      const followed = rootIds.filter(id => server.followed.includes(id));
      // The result is of the time of the request.
      await server.answering;
      if (server.error) throw server.error;
      return { rootIds: followed, version };
    },
  };
  const actions = {
    pending,
    onDone,
    onRejected,
    find: (key: string) => pending.get().find(action => action.key === key),
    enqueue: async ({ id, key, roomId, command, input }: Action) => {
      const action = { id, key, roomId, command, input, createdAt: 0, status: 'waiting' as const };
      pending.set([...pending.get().filter(other => other.key !== key), action]);
    },
  };
  const source = {
    connection,
    actions,
    newId: () => `action ${++lastId}`,
    me: new Store(ANN),
    blocks,
    cursors: { states, getConversationSeq: () => server.readSeq },
    roomList: { summaries },
  };
  const followed = new FollowedConversations(source as never, {
    now: () => clock.now,
    random: () => 0.5,
    setTimer: (run, ms) => {
      const timer = { at: clock.now + ms, run };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
  });
  followed.start();
  const advance = async (ms: number) => {
    clock.now += ms;
    for (const timer of timers.filter(({ at }) => at <= clock.now)) {
      timers.splice(timers.indexOf(timer), 1);
      timer.run();
    }
    await new Promise(resolve => setImmediate(resolve));
  };
  const change = (version: number, rootId: string, follows: boolean) =>
    events.emit({ type: 'conversation_changed', roomId: ROOM_ID, rootId, follows, version });
  const step =
    (type: 'message_sent' | 'message_deleted') =>
    (authorId: string, rootId = ROOT) => {
      const message = { ...makeMessage(9), rootId, author: { ...ANN, uid: authorId } };
      events.emit({ type, roomId: ROOM_ID, seq: 9, message });
    };
  const countAsked = () => requests.filter(name => name === 'list_new_conversations').length;
  const connect = () => {
    state.set({ status: 'connected' });
    events.emit({ type: 'connected' } as Event);
  };
  const watch = (...rootIds: string[]) => {
    const stops = rootIds.map(rootId => followed.watch(ROOM_ID, rootId));
    return () => {
      for (const stop of stops) stop();
    };
  };
  const read = (...rootIds: string[]) => rootIds.map(rootId => followed.isFollowed(ROOM_ID, rootId));
  return {
    followed,
    server,
    asked,
    state,
    pending,
    onDone,
    states,
    advance,
    change,
    reply: step('message_sent'),
    deleteReply: step('message_deleted'),
    countAsked,
    connect,
    watch,
    read,
  };
}

test('U11 a wish shows at once, and the result confirms it', async () => {
  const { followed, pending, onDone, watch, advance } = createFollowed();
  watch(ROOT, OTHER);
  await advance(0);
  expect([ROOT, OTHER, makeId(9)].map(id => followed.isFollowed(ROOM_ID, id))).toEqual([
    true,
    false,
    undefined,
  ]);
  void followed.set(ROOM_ID, ROOT, false);
  void followed.set(ROOM_ID, ROOT, true);
  void followed.set(ROOM_ID, ROOT, false);
  const [action] = pending.get();
  expect(pending.get()).toHaveLength(1);
  expect(followed.isFollowed(ROOM_ID, ROOT)).toBe(false);
  pending.set([]);
  expect(followed.isFollowed(ROOM_ID, ROOT)).toBe(true);
  const output: CommandOutput<'set_follow'> = { roomId: ROOM_ID, rootId: ROOT, follows: false, version: 4 };
  if (action) onDone.emit({ action, output });
  expect(followed.isFollowed(ROOM_ID, ROOT)).toBe(false);
});

test('U11 changes on other devices apply in order, and after a missing one all is asked again', async () => {
  const { change, watch, read, advance, asked, server } = createFollowed();
  watch(ROOT, OTHER);
  await advance(0);
  change(4, OTHER, true);
  expect(read(OTHER)).toEqual([true]);
  change(3, OTHER, false);
  expect(read(OTHER), 'an older one').toEqual([true]);
  Object.assign(server, { followed: [], version: 6 });
  change(6, OTHER, false);
  expect(read(ROOT, OTHER)).toEqual([undefined, false]);
  await advance(0);
  expect(read(ROOT, OTHER)).toEqual([false, false]);
  expect(asked).toEqual([[ROOT, OTHER], [ROOT]]);
});

test('U11 a change that a result of another conversation overtook applies all the same', async () => {
  const { server, change, watch, read, advance, asked } = createFollowed();
  watch(ROOT);
  await advance(0);
  Object.assign(server, { followed: [OTHER], version: 4 });
  watch(OTHER);
  await advance(0);
  expect(read(ROOT, OTHER), 'its event is on its way').toEqual([true, true]);
  change(4, ROOT, false);
  expect(read(ROOT, OTHER)).toEqual([false, true]);
  expect(asked).toEqual([[ROOT], [OTHER]]);
});

test('U11 a conversation whose result is older than another one is asked again', async () => {
  const { server, watch, read, advance, asked } = createFollowed();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.answering = promise;
  watch(ROOT);
  await advance(0);
  Object.assign(server, { followed: [OTHER], version: 4, answering: Promise.resolve() });
  watch(OTHER);
  await advance(0);
  resolve();
  await advance(0);
  await advance(1_000);
  expect(read(ROOT, OTHER)).toEqual([false, true]);
  expect(asked).toEqual([[ROOT], [OTHER], [ROOT]]);
});

test('U11 a result that a change overtook is dropped', async () => {
  const { server, change, watch, read, advance, asked } = createFollowed();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.answering = promise;
  watch(ROOT, OTHER);
  await advance(0);
  Object.assign(server, { followed: [], version: 4 });
  change(4, ROOT, false);
  resolve();
  await advance(0);
  expect(read(ROOT, OTHER)).toEqual([false, false]);
  expect(asked).toEqual([[ROOT, OTHER], [OTHER]]);
});

test('U11 a view that opens before the connection knows after it, and again after each one', async () => {
  const { state, connect, watch, read, advance, asked, server } = createFollowed();
  for (const status of ['connecting', 'disconnected']) {
    state.set({ status });
    const stop = watch(ROOT);
    await advance(60_000);
    expect(asked).toEqual([]);
    connect();
    await advance(0);
    expect(read(ROOT)).toEqual([true]);
    expect(asked.splice(0)).toEqual([[ROOT]]);
    stop();
  }
  watch(ROOT);
  server.followed = [];
  connect();
  await advance(60_000);
  expect(read(ROOT)).toEqual([false]);
  expect(asked, 'no loop').toEqual([[ROOT]]);
});

test('U11 an error is asked again later, if it can end, and only what a view shows', async () => {
  const { server, watch, read, advance, asked } = createFollowed();
  const stop = watch(OTHER);
  watch(ROOT);
  server.error = new CommandError('unavailable');
  await advance(0);
  expect(asked).toEqual([[OTHER, ROOT]]);
  stop();
  server.error = undefined;
  await advance(0);
  expect(asked, 'not at once').toHaveLength(1);
  await advance(60_000);
  expect(asked).toEqual([[OTHER, ROOT], [ROOT]]);
  expect(read(ROOT, OTHER)).toEqual([true, undefined]);

  server.error = new CommandError('not_found');
  watch(OTHER);
  await advance(0);
  await advance(600_000);
  expect(asked.slice(2)).toEqual([[OTHER]]);
});

test('U11 many views share a command, up to its limit', async () => {
  const { followed, watch, advance, asked } = createFollowed();
  const ids = Array.from({ length: MAX_FOLLOWED_IDS + 3 }, (_, index) => makeId(200 + index));
  watch(...ids, ...ids.slice(0, 5));
  followed.watch(makeId(77), ROOT);
  await advance(0);
  await advance(0);
  expect(asked.map(rootIds => rootIds.length)).toEqual([MAX_FOLLOWED_IDS, 3, 1]);
});

test('U12 the client asks what is new within 2 s after a change, and at most every 5 s', async () => {
  const { followed, reply, advance, countAsked, change, server, watch } = createFollowed();
  server.news = [];
  await advance(2_000);
  expect(followed.news.state.get()).toEqual({ conversations: server.news, hasMore: false });
  watch(ROOT, OTHER);
  await advance(0);
  for (let count = 0; count < 5; count++) reply(BEN);
  await advance(4_000);
  expect(countAsked()).toBe(1);
  await advance(1_000);
  expect(countAsked()).toBe(2);
  reply(ANN.uid);
  reply(BEN, OTHER);
  await advance(60_000);
  expect(countAsked(), 'one’s own, and one that is not followed').toBe(2);
  reply(BEN, makeId(8));
  await advance(2_000);
  expect(countAsked(), 'nobody knows').toBe(3);
  reply(BEN, makeId(8));
  await advance(20_000);
  expect(countAsked()).toBe(3);
  followed.news.refresh();
  await advance(2_000);
  expect(countAsked(), 'a view knows').toBe(4);
  await advance(5_000);
  change(4, OTHER, true);
  await advance(2_000);
  expect(countAsked()).toBe(5);
});

test('U12 the client asks again after a reply of a new conversation is deleted, and not after another one', async () => {
  const { followed, reply, deleteReply, advance, countAsked, server } = createFollowed();
  await advance(2_000);
  expect(followed.news.state.get()?.conversations).toHaveLength(1);
  reply(BEN);
  await advance(60_000);
  expect(countAsked()).toBe(1);
  server.news = [];
  deleteReply(BEN);
  const answered = Promise.withResolvers<void>();
  server.answering = answered.promise;
  await advance(5_000);
  expect(countAsked(), 'without a view that knows whether the person follows it').toBe(2);
  reply(BEN);
  server.news = [{ roomId: ROOM_ID, rootId: ROOT }];
  answered.resolve();
  await advance(0);
  expect(followed.news.state.get()?.conversations).toEqual([]);
  await advance(5_000);
  expect(followed.news.state.get()?.conversations, 'the answer came from before the reply').toEqual(
    server.news,
  );
  server.news = [];
  deleteReply(BEN);
  await advance(5_000);
  expect(followed.news.state.get()?.conversations).toEqual([]);
});

test('U12 what a person reads here is new no more at once', async () => {
  const { followed, advance, states, server } = createFollowed();
  await advance(2_000);
  expect(followed.news.state.get()?.conversations).toHaveLength(1);
  server.readSeq = 9;
  states.set(new Map([[ROOM_ID, { unread: 2 }]]));
  expect(followed.news.state.get()?.conversations).toEqual([]);
  server.readSeq = 5;
  states.set(new Map([[ROOM_ID, { unread: 0 }]]));
  expect(followed.news.state.get()?.conversations).toEqual([]);
});
