import { type Event, personTopic, roomTopic, selfTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { LocalBus } from '../cluster/bus/local-bus.ts';
import { BannedRooms } from './banned-rooms.ts';
import type { Frame } from './frame.ts';
import { GuestAccess } from './guest-access.ts';
import { GuestGate } from './guest-gate.ts';
import { Hub, type Subscriber } from './hub.ts';

function createSetup() {
  const known = new Set<string>();
  const checks: (readonly string[])[] = [];
  const failures: unknown[] = [];
  const timers: (() => void)[] = [];
  const setup = { isBroken: false };
  const gate = new GuestGate({
    async findKnown(_guest, uids) {
      checks.push(uids);
      if (setup.isBroken) throw new Error('no database');
      return new Set(uids.filter(uid => known.has(uid)));
    },
    setTimer: run => void timers.push(run),
    onFailure: error => failures.push(error),
  });
  const hub = new Hub(new LocalBus(), gate);
  const subscribe = (uid: string, options: Pick<Subscriber, 'guest' | 'roomIds'>, ...topics: string[]) => {
    const frames: Frame[] = [];
    const closed: number[] = [];
    const receive = (frame: Frame) => frames.push(frame);
    const subscriber: Subscriber = {
      uid,
      ...options,
      bannedRooms: new BannedRooms(),
      send: receive,
      sendInBackground: receive,
      unsubscribe: topic => hub.unsubscribe(topic, subscriber),
      close: code => closed.push(code),
    };
    for (const topic of topics) void hub.subscribe(topic as ReturnType<typeof personTopic>, subscriber);
    return { subscriber, frames, closed };
  };
  const publish = (uid: string) => {
    const event: Event = { type: 'presence_changed', presence: { uid, state: 'online', lastChanged: 1 } };
    hub.publish([{ topic: personTopic(uid), event }]);
  };
  const pass = async () => {
    for (const run of timers.splice(0)) run();
    await new Promise(setImmediate);
  };
  return Object.assign(setup, { hub, known, checks, failures, subscribe, publish, pass });
}

test('GU2 a change of a person is checked before a guest receives it, and a member receives it at once', async () => {
  const { known, checks, subscribe, publish, pass } = createSetup();
  const topics = [personTopic('ben'), personTopic('zoe'), personTopic('gil')];
  const guest = subscribe('gil', { guest: true }, ...topics);
  const member = subscribe('ann', {}, ...topics);
  known.add('ben');
  for (const uid of ['ben', 'zoe', 'ben', 'gil']) publish(uid);
  expect([member.frames.length, guest.frames.length]).toEqual([4, 1]);
  await pass();
  expect(checks).toEqual([['ben', 'zoe']]);
  expect(guest.frames.map(({ text }) => /"uid":"(\w+)"/.exec(text)?.[1])).toEqual(['gil', 'ben', 'ben']);
});

test('GU2 the subscription to a person whom a guest may not see any more ends', async () => {
  const { hub, known, checks, subscribe, publish, pass } = createSetup();
  const guest = subscribe('gil', { guest: true }, personTopic('ben'));
  known.add('ben');
  publish('ben');
  await pass();
  known.delete('ben');
  publish('ben');
  await pass();
  expect(guest.frames).toHaveLength(1);
  expect(hub.hasSubscribers(personTopic('ben'))).toBe(false);
  publish('ben');
  await pass();
  expect(checks).toHaveLength(2);
});

test('GU2 if the check fails, the guest receives nothing and reconnects', async () => {
  const setup = createSetup();
  const guest = setup.subscribe('gil', { guest: true }, personTopic('ben'));
  setup.known.add('ben');
  setup.isBroken = true;
  setup.publish('ben');
  await setup.pass();
  expect([guest.frames.length, guest.closed, setup.failures.length]).toEqual([0, [1012], 1]);
});

test('GU7 the end of a membership and a deleted room check the other rooms of a guest, and of nobody else', async () => {
  const { hub, subscribe } = createSetup();
  const checked: string[] = [];
  const access = new GuestAccess({
    hub,
    checkAccess: async ({ uid }, roomIds) => void checked.push(`${uid} ${roomIds.join()}`),
    onFailure: () => {},
  });
  const guest = { guest: true, roomIds: ['d'] };
  subscribe('gil', guest, selfTopic('gil'), roomTopic('a'));
  subscribe('ida', guest, selfTopic('ida'));
  subscribe('ann', { roomIds: ['d'] }, selfTopic('ann'), roomTopic('a'));
  const end = (uid: string, role: 'member' | null) =>
    access.apply({
      topic: selfTopic(uid),
      event: { type: 'membership_changed', roomId: 'a', membership: { role, version: 1 } },
    });
  end('gil', 'member');
  expect(checked).toEqual([]);
  end('gil', null);
  end('ann', null);
  access.apply({ topic: roomTopic('a'), event: { type: 'room_deleted', roomId: 'a', seq: 1 } });
  expect(checked).toEqual(['gil d', 'gil d']);
});

test('GU8 a change of the access closes all connections of the guest', () => {
  const { hub, subscribe } = createSetup();
  const access = new GuestAccess({ hub, checkAccess: async () => {}, onFailure: () => {} });
  const guest = subscribe('gil', { guest: true }, selfTopic('gil'));
  const other = subscribe('ann', {}, selfTopic('ann'));
  access.apply({ topic: selfTopic('gil'), event: { type: 'guest_changed' } });
  expect([guest.closed, other.closed]).toEqual([[1012], []]);
});
