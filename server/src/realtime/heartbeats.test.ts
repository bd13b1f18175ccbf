import { expect, test } from 'vitest';
import { createHeartbeat } from './heartbeats.ts';

test('C6 who has the same rooms open is told the same, in one frame, and others are told of theirs', () => {
  const saying = createHeartbeat(new Map([['a', 1]]));
  const all = saying(['a', 'gone']);
  expect(JSON.parse(all.text)).toEqual({ events: [{ type: 'heartbeat', rooms: { a: 1 } }] });
  expect(saying(['a', 'gone'])).toBe(all);
  expect(JSON.parse(saying([]).text)).toEqual({ events: [{ type: 'heartbeat', rooms: {} }] });
});
