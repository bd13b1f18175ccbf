import { roomTopic, type Topic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { Hub } from './hub.ts';
import { Subscriptions } from './subscriptions.ts';

const ROOM = roomTopic('a');

/** The subscriptions of one connection, at a bus in the hands of a test. */
function createSubscriptions() {
  const calls: string[] = [];
  const standing: PromiseWithResolvers<void>[] = [];
  const here: string[] = [];
  const hub = new Hub({
    subscribe: (topic: Topic) => {
      calls.push(`+${topic}`);
      const opening = Promise.withResolvers<void>();
      standing.push(opening);
      return opening.promise;
    },
    unsubscribe: (topic: Topic) => calls.push(`-${topic}`),
  });
  const roomViewers = {
    enter: (roomId: string) => here.push(roomId),
    leave: (roomId: string) => here.splice(here.indexOf(roomId), 1),
  };
  const subscriber = { send: () => {}, sendInBackground: () => {}, close: () => {} };
  return { all: new Subscriptions({ uid: 'ann', hub, roomViewers }, subscriber), hub, calls, standing, here };
}

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.finally(() => (settled = true)).catch(() => {});
  await new Promise(setImmediate);
  return settled;
}

test('C1 who listens waits until the subscription stands, also who asks a second time', async () => {
  const { all, standing } = createSubscriptions();
  const both = [all.add(ROOM), all.add(ROOM)];
  for (const one of both) expect(await isSettled(one)).toBe(false);
  standing[0]?.resolve();
  await Promise.all(both);
  expect(await isSettled(all.add(ROOM))).toBe(true);
});

test('C1 of wishes about one topic the last one counts, and the bus gets them in their order', async () => {
  const { all, hub, calls, standing } = createSubscriptions();
  const first = all.add(ROOM);
  all.remove(ROOM);
  const second = all.add(ROOM);
  standing[1]?.resolve();
  standing[0]?.resolve();
  const [withdrawFirst, withdrawSecond] = await Promise.all([first, second]);
  expect(calls).toEqual([`+${ROOM}`, `-${ROOM}`, `+${ROOM}`]);
  withdrawFirst();
  expect(hub.hasSubscribers(ROOM)).toBe(true);
  withdrawSecond();
  expect(hub.hasSubscribers(ROOM)).toBe(false);
});

test('who gives up listening does not take it from who asked again meanwhile', async () => {
  const { all, hub, standing } = createSubscriptions();
  const [first, second] = [all.add(ROOM), all.add(ROOM)];
  standing[0]?.resolve();
  (await first)();
  expect(hub.hasSubscribers(ROOM)).toBe(true);
  (await second)();
  expect(hub.hasSubscribers(ROOM)).toBe(false);
});

test('a subscription that fails leaves nothing, and can be tried again', async () => {
  const { all, hub, standing, here } = createSubscriptions();
  const asked = [all.add(ROOM), all.add(ROOM)];
  standing[0]?.reject(new Error('no bus'));
  for (const one of asked) await expect(one).rejects.toThrow('no bus');
  expect([hub.hasSubscribers(ROOM), here]).toEqual([false, []]);
  const again = all.add(ROOM);
  standing[1]?.resolve();
  await again;
  expect([hub.hasSubscribers(ROOM), here]).toEqual([true, ['a']]);
});

test('of many that are asked for at once, none of the new ones stays where one fails', async () => {
  const { all, hub, standing } = createSubscriptions();
  const known = all.replacePeople(new Set(['ann']));
  standing[0]?.resolve();
  await known;
  const asked = all.replacePeople(new Set(['ann', 'ben', 'cleo']));
  standing[2]?.reject(new Error('no bus'));
  standing[1]?.resolve();
  await expect(asked).rejects.toThrow('no bus');
  const topics = ['ann', 'ben', 'cleo'].map(uid => `person:${uid}` as const);
  expect(topics.map(topic => hub.hasSubscribers(topic))).toEqual([true, false, false]);
});

test('nothing that a closed socket asked for stands later', async () => {
  const { all, hub, calls, standing, here } = createSubscriptions();
  const asked = all.add(ROOM);
  all.end();
  standing[0]?.resolve();
  await asked;
  await all.add(roomTopic('b'));
  expect(calls).toEqual([`+${ROOM}`, `-${ROOM}`]);
  expect([hub.hasSubscribers(ROOM), here]).toEqual([false, []]);
});
