import { CLOSE_CODE, roomTopic, summaryTopic, type Topic, viewersTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { LocalBus } from '../cluster/bus/local-bus.ts';
import { AccessCheck } from './access-check.ts';
import { BannedRooms } from './banned-rooms.ts';
import { Hub } from './hub.ts';

function createAccessCheck() {
  const hub = new Hub(new LocalBus());
  const readers = new Set(['ann']);
  const checks: (readonly string[])[] = [];
  const banned: string[] = [];
  const accessCheck = new AccessCheck({
    hub,
    async findReaders(_roomId, uids) {
      checks.push(uids);
      return new Set(uids.filter(uid => readers.has(uid)));
    },
    findBans: async () => new Set(banned),
    findReadable: async (uid, roomIds) => new Set(roomIds.filter(roomId => uid === 'ann' || roomId !== 'a')),
  });
  const subscribe = (uid: string, ...topics: Topic[]) => {
    const closed: number[] = [];
    const subscriber = {
      uid,
      bannedRooms: new BannedRooms(),
      unsubscribe: () => {},
      send: () => {},
      sendInBackground: () => {},
      close: (code: number) => closed.push(code),
    };
    for (const topic of topics) void hub.subscribe(topic, subscriber);
    return { subscriber, closed };
  };
  return { accessCheck, subscribe, checks, readers, banned };
}

test('C9 after a gap, connections of people who may not read the room any more are closed, so that they open others again', async () => {
  const { accessCheck, subscribe } = createAccessCheck();
  const ann = subscribe('ann', roomTopic('a'), summaryTopic('a'));
  const bens = [
    subscribe('ben', roomTopic('a')),
    subscribe('ben', viewersTopic('a')),
    subscribe('ben', summaryTopic('a')),
  ];
  const other = subscribe('ben', roomTopic('b'));
  await accessCheck.checkRoom('a');
  expect(bens.map(({ closed }) => closed)).toEqual([
    [CLOSE_CODE.restart],
    [CLOSE_CODE.restart],
    [CLOSE_CODE.restart],
  ]);
  expect([...ann.closed, ...other.closed]).toEqual([]);
});

test('a person is checked once, and at most 500 people in a statement', async () => {
  const { accessCheck, subscribe, checks, readers } = createAccessCheck();
  for (let index = 0; index < 700; index++) {
    readers.add(`${index}`);
    for (let tab = 0; tab < 2; tab++) subscribe(`${index}`, roomTopic('a'));
  }
  await accessCheck.checkRoom('a');
  expect(checks.map(({ length }) => length)).toEqual([500, 200]);
});

test('a connection is checked for all of its rooms', async () => {
  const { accessCheck, subscribe } = createAccessCheck();
  const [ann, ben] = [subscribe('ann'), subscribe('ben')];
  await accessCheck.checkSubscriber(ann.subscriber, ['a', 'b']);
  await accessCheck.checkSubscriber(ben.subscriber, ['b']);
  expect([...ann.closed, ...ben.closed]).toEqual([]);
  await accessCheck.checkSubscriber(ben.subscriber, ['a', 'b']);
  expect(ben.closed).toEqual([CLOSE_CODE.restart]);
});

test('Y5 after a gap, bans are read again for connections with the list', async () => {
  const { accessCheck, subscribe, banned } = createAccessCheck();
  const [ann, ben] = [subscribe('ann'), subscribe('ben', 'list')];
  await ben.subscriber.bannedRooms.read(async () => new Set(['a']));
  banned.push('b');
  for (const { subscriber } of [ann, ben]) await accessCheck.checkSubscriber(subscriber, []);
  expect(ben.subscriber.bannedRooms.select(['a', 'b'])).toEqual(['b']);
  expect(ann.subscriber.bannedRooms.isKnown).toBe(false);
});
