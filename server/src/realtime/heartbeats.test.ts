import { expect, test } from 'vitest';
import { createHeartbeat } from './heartbeats.ts';

test('C6 connections with the same open rooms share one frame, and others get their own', () => {
  const createFrame = createHeartbeat(new Map([['a', 1]]));
  const all = createFrame(['a', 'gone']);
  expect(JSON.parse(all.text)).toEqual({ events: [{ type: 'heartbeat', rooms: { a: 1 } }] });
  expect(createFrame(['a', 'gone'])).toBe(all);
  expect(JSON.parse(createFrame([]).text)).toEqual({ events: [{ type: 'heartbeat', rooms: {} }] });
});
