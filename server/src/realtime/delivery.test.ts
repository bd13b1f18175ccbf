import { type Event, type RoomEvent, roomTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { listBans } from '../people/members/bans.ts';
import { addPerson, createTestRoom, NOW, runJob } from '../testing/database.ts';
import { BannedRooms } from './banned-rooms.ts';
import { createDelivery, type DeliveryOptions } from './delivery.ts';
import type { Frame } from './frame.ts';
import type { RoomFeedOptions } from './room-feed.ts';

const ROOM = '01890a5d-ac96-774b-bcce-b302099a8057';
const TOPIC = roomTopic(ROOM);

function createTestDelivery(options: Partial<DeliveryOptions> = {}) {
  let feedOptions: RoomFeedOptions | undefined;
  const { hub } = createDelivery({
    read: undefined as never,
    now: () => 0,
    bus: undefined as never,
    roomStates: undefined as never,
    clock: { steadyNow: () => 0, setTimer: () => () => {} },
    onFailure: error => expect.fail(String(error)),
    ...options,
    createFeed(options) {
      feedOptions = options;
      return { subscribe: async () => {}, unsubscribe() {} } as never;
    },
  });
  const deliver = (events: readonly RoomEvent[]) =>
    feedOptions?.deliver(events.map(event => ({ topic: TOPIC, event })));
  return { hub, deliver };
}

function createSubscriber(uid: string, unsubscribe: () => void) {
  const events: Event[] = [];
  const send = ({ text }: Frame) => events.push(...(JSON.parse(text) as { events: Event[] }).events);
  return {
    uid,
    events,
    send,
    sendInBackground: send,
    close: () => {},
    unsubscribe,
    bannedRooms: new BannedRooms(),
  };
}

test('Y2 the rest of a batch is not delivered to a person whose access ends in it', () => {
  const { hub, deliver } = createTestDelivery();
  const ann = createSubscriber('ann', () => {});
  const ben = createSubscriber('ben', () => hub.unsubscribe(TOPIC, ben));
  for (const subscriber of [ann, ben]) void hub.subscribe(TOPIC, subscriber);
  const common = { roomId: ROOM, incarnation: '' };
  deliver([
    { type: 'member_changed', ...common, seq: 1, uid: 'ben', role: null, canRead: false },
    { type: 'member_changed', ...common, seq: 2, uid: 'cem', role: 'member', canRead: true },
  ]);
  const listSeqs = ({ events }: typeof ann) => events.map(event => 'seq' in event && event.seq);
  expect([listSeqs(ann), listSeqs(ben)]).toEqual([[1, 2], [1]]);
});

test('Y5 a person whose ban has ended by its time receives the room in the list again', async () => {
  const { db, uid, roomId } = await createTestRoom();
  const [ben, cem] = [await addPerson(db, 'Ben'), await addPerson(db, 'Cem')];
  for (const [banned, until] of [
    [ben, NOW + 1_000],
    [cem, NOW + 9_000],
  ] as const) {
    const input = { roomId, uid: banned, bannedUntil: until };
    await runJob(db, { mutation: 'set_member', caller: { uid }, input });
  }
  const timers: (() => void)[] = [];
  const setTimer = (run: () => void) => {
    timers.push(run);
    return () => {};
  };
  const clock = { now: NOW };
  const { hub, deliver } = createTestDelivery({
    read: db,
    now: () => clock.now,
    clock: { steadyNow: () => 0, setTimer },
  });
  const subscribers = [uid, ben, cem].map(person => createSubscriber(person, () => {}));
  for (const subscriber of subscribers) {
    await subscriber.bannedRooms.read(() => listBans(db, subscriber.uid, NOW));
    void hub.subscribe('list', subscriber);
  }
  const countLists = async (now: number, seq: number) => {
    clock.now = now;
    const room = { id: roomId, name: 'Room', description: '', createdAt: NOW, seq };
    deliver([{ type: 'room_edited', roomId, incarnation: '', seq, room }]);
    for (const run of timers.splice(0)) run();
    // Ann has no bans, so she receives each event.
    await expect.poll(() => subscribers[0]?.events.length).toBe(seq);
    return subscribers.map(({ events }) => events.length);
  };
  expect(await countLists(NOW + 500, 1)).toEqual([1, 0, 0]);
  expect(await countLists(NOW + 2_000, 2)).toEqual([2, 1, 0]);
});
