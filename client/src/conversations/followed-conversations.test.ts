import type { CommandError, CommandOutput, Event } from '@snug/protocol';
import { expect, test } from 'vitest';
import type { Action } from '../actions/action-items.ts';
import { Signal } from '../base/signal.ts';
import { Store } from '../base/store.ts';
import { ANN, makeId, makeMessage, ROOM_ID } from '../testing/samples.ts';
import { FollowedConversations, listUnfollowed } from './followed-conversations.ts';

const [ROOT, OTHER] = [makeId(101), makeId(102)];
const BEN = makeId(3);

function createFollowed() {
  const events = new Signal<Event>();
  const pending = new Store<readonly Action[]>([]);
  const onDone = new Signal<{ action: Action; output: unknown }>();
  const onRejected = new Signal<{ action: Action; error: CommandError }>();
  const states = new Store<ReadonlyMap<string, { unread: number }>>(new Map([[ROOM_ID, { unread: 3 }]]));
  const blocks = new Store<ReadonlySet<string>>(new Set());
  const summaries = new Signal<never>();
  const server = { followed: [ROOT], version: 3, news: [{ roomId: ROOM_ID, rootId: ROOT }], readSeq: 5 };
  const requests: string[] = [];
  const timers: { at: number; run: () => void }[] = [];
  const clock = { now: 0 };
  let lastId = 0;
  const connection = {
    events,
    state: new Store({ status: 'connected' }),
    command: async (name: string) => {
      requests.push(name);
      const { version, followed, news } = server;
      return name === 'get_follows' ? { rootIds: followed, version } : { conversations: news, version };
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
  const reply = (authorId: string, rootId = ROOT) => {
    const message = { ...makeMessage(9), rootId, author: { ...ANN, uid: authorId } };
    events.emit({ type: 'message_sent', roomId: ROOM_ID, seq: 9, message });
  };
  const countAsked = () => requests.filter(name => name === 'list_new_conversations').length;
  return { followed, server, requests, events, pending, onDone, states, advance, change, reply, countAsked };
}

test('U11 a wish shows at once, and the result confirms it', async () => {
  const { followed, pending, onDone } = createFollowed();
  await followed.request(ROOM_ID, [ROOT, OTHER]);
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
  expect(listUnfollowed(pending.get())).toEqual([{ roomId: ROOM_ID, rootId: ROOT }]);
  pending.set([]);
  expect(followed.isFollowed(ROOM_ID, ROOT)).toBe(true);
  const output: CommandOutput<'set_follow'> = { roomId: ROOM_ID, rootId: ROOT, follows: false, version: 4 };
  if (action) onDone.emit({ action, output });
  expect(followed.isFollowed(ROOM_ID, ROOT)).toBe(false);
});

test('U11 changes on other devices apply in order, and after a missing one all is unknown', async () => {
  const { followed, change } = createFollowed();
  await followed.request(ROOM_ID, [ROOT, OTHER]);
  change(4, OTHER, true);
  expect(followed.isFollowed(ROOM_ID, OTHER)).toBe(true);
  change(3, OTHER, false);
  expect(followed.isFollowed(ROOM_ID, OTHER), 'an older one').toBe(true);
  change(6, OTHER, false);
  expect([ROOT, OTHER].map(id => followed.isFollowed(ROOM_ID, id))).toEqual([undefined, false]);
});

test('U11 a result that a change overtook is dropped', async () => {
  const { followed, change } = createFollowed();
  const asking = followed.request(ROOM_ID, [ROOT]);
  change(4, ROOT, false);
  await asking;
  expect(followed.isFollowed(ROOM_ID, ROOT)).toBe(false);
});

test('U12 the client asks what is new within 2 s after a change, and at most every 5 s', async () => {
  const { followed, reply, advance, countAsked, change, server } = createFollowed();
  await advance(2_000);
  expect(followed.news.state.get()).toEqual({ conversations: server.news, hasMore: false });
  await followed.request(ROOM_ID, [ROOT, OTHER]);
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
  change(4, OTHER, true);
  await advance(2_000);
  expect(countAsked()).toBe(4);
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
