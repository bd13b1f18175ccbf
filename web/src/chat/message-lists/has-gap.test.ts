import type { Event } from '@snug/protocol';
import { expect, test } from 'vitest';
import { hasGap } from './has-gap.ts';

test('a new connection, a resync and a catch-up of the room can follow lost events', () => {
  const find = (event: object) => hasGap(event as Event, 'room');
  expect([
    find({ type: 'connected' }),
    find({ type: 'resync' }),
    find({ type: 'room_caught_up', roomId: 'room' }),
  ]).toEqual([true, true, true]);
  expect([
    find({ type: 'room_caught_up', roomId: 'other' }),
    find({ type: 'message_sent', roomId: 'room' }),
    find({ type: 'heartbeat' }),
  ]).toEqual([false, false, false]);
});
