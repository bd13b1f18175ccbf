import { roomTopic, type Topic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { BannedRooms } from './banned-rooms.ts';
import { Hub } from './hub.ts';
import { Subscriptions } from './subscriptions.ts';

const ROOM = roomTopic('a');

/** The subscriptions of one connection, with a fake source of topics. */
function createSubscriptions() {
  const calls: string[] = [];
  const sources: PromiseWithResolvers<void>[] = [];
  const openRooms: string[] = [];
  const hub = new Hub({
    subscribe: (topic: Topic) => {
      calls.push(`+${topic}`);
      const opening = Promise.withResolvers<void>();
      sources.push(opening);
      return opening.promise;
    },
    unsubscribe: (topic: Topic) => calls.push(`-${topic}`),
  });
  const roomViewers = {
    enter: (roomId: string) => openRooms.push(roomId),
    leave: (roomId: string) => openRooms.splice(openRooms.indexOf(roomId), 1),
  };
  const ignore = () => {};
  const subscriber = {
    uid: 'ann',
    bannedRooms: new BannedRooms(),
    unsubscribe: ignore,
    send: ignore,
    sendInBackground: ignore,
    close: ignore,
  };
  return {
    subscriptions: new Subscriptions({ uid: 'ann', hub, roomViewers }, subscriber),
    hub,
    calls,
    sources,
    openRooms,
  };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.finally(() => (settled = true)).catch(() => {});
  await new Promise(setImmediate);
  return settled;
}

test('C1 a subscriber waits until the subscription is active, also at a second request', async () => {
  const { subscriptions, sources } = createSubscriptions();
  const both = [subscriptions.add(ROOM), subscriptions.add(ROOM)];
  for (const one of both) expect(await isSettled(one)).toBe(false);
  sources[0]?.resolve();
  await Promise.all(both);
  expect(await isSettled(subscriptions.add(ROOM))).toBe(true);
});

test('C1 the last request for a topic counts, and the bus gets all requests in order', async () => {
  const { subscriptions, hub, calls, sources } = createSubscriptions();
  const first = subscriptions.add(ROOM);
  subscriptions.remove(ROOM);
  const second = subscriptions.add(ROOM);
  sources[1]?.resolve();
  sources[0]?.resolve();
  const [withdrawFirst, withdrawSecond] = await Promise.all([first, second]);
  expect(calls).toEqual([`+${ROOM}`, `-${ROOM}`, `+${ROOM}`]);
  withdrawFirst();
  expect(hub.hasSubscribers(ROOM)).toBe(true);
  withdrawSecond();
  expect(hub.hasSubscribers(ROOM)).toBe(false);
});

test('an earlier request cannot unsubscribe a later one', async () => {
  const { subscriptions, hub, sources } = createSubscriptions();
  const [first, second] = [subscriptions.add(ROOM), subscriptions.add(ROOM)];
  sources[0]?.resolve();
  (await first)();
  expect(hub.hasSubscribers(ROOM)).toBe(true);
  (await second)();
  expect(hub.hasSubscribers(ROOM)).toBe(false);
});

test('a failed subscription leaves nothing, and can be tried again', async () => {
  const { subscriptions, hub, sources, openRooms } = createSubscriptions();
  const asked = [subscriptions.add(ROOM), subscriptions.add(ROOM)];
  sources[0]?.reject(new Error('no bus'));
  for (const one of asked) await expect(one).rejects.toThrow('no bus');
  expect([hub.hasSubscribers(ROOM), openRooms]).toEqual([false, []]);
  const again = subscriptions.add(ROOM);
  sources[1]?.resolve();
  await again;
  expect([hub.hasSubscribers(ROOM), openRooms]).toEqual([true, ['a']]);
});

test('if one of several subscriptions fails, none of the new ones remains', async () => {
  const { subscriptions, hub, sources } = createSubscriptions();
  const known = subscriptions.replacePeople(new Set(['ann']));
  sources[0]?.resolve();
  await known;
  const asked = subscriptions.replacePeople(new Set(['ann', 'ben', 'cleo']));
  sources[2]?.reject(new Error('no bus'));
  sources[1]?.resolve();
  await expect(asked).rejects.toThrow('no bus');
  const topics = ['ann', 'ben', 'cleo'].map(uid => `person:${uid}` as const);
  expect(topics.map(topic => hub.hasSubscribers(topic))).toEqual([true, false, false]);
});

test('a closed socket gains no subscription later', async () => {
  const { subscriptions, hub, calls, sources, openRooms } = createSubscriptions();
  const asked = subscriptions.add(ROOM);
  subscriptions.end();
  sources[0]?.resolve();
  await asked;
  await subscriptions.add(roomTopic('b'));
  expect(calls).toEqual([`+${ROOM}`, `-${ROOM}`]);
  expect([hub.hasSubscribers(ROOM), openRooms]).toEqual([false, []]);
});
