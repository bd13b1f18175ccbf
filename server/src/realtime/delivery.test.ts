import { type Event, type RoomEvent, roomTopic } from '@snug/protocol';
import { expect, test } from 'vitest';
import { BannedRooms } from './banned-rooms.ts';
import { createDelivery } from './delivery.ts';
import type { Frame } from './frame.ts';
import type { RoomFeedOptions } from './room-feed.ts';

const ROOM = '01890a5d-ac96-774b-bcce-b302099a8057';
const TOPIC = roomTopic(ROOM);

function createTestDelivery() {
  let feedOptions: RoomFeedOptions | undefined;
  const { hub } = createDelivery({
    read: undefined as never,
    now: () => 0,
    bus: undefined as never,
    roomStates: undefined as never,
    clock: { steadyNow: () => 0, setTimer: () => () => {} },
    onFailure: error => expect.fail(String(error)),
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
