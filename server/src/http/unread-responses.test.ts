import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { CommandError } from '@snug/protocol';
import { expect, test } from 'vitest';
import { UnreadResponses } from './unread-responses.ts';

const RATE_LIMITED = new CommandError('rate_limited', 'Slow down', 5);

test('Q11 a person with more than 512 KiB of unread responses is rejected until they read some, and others are not', () => {
  const unread = new UnreadResponses();
  const responses = Array.from({ length: 9 }, () => new EventEmitter() as ServerResponse);
  for (const response of responses.slice(0, 8)) unread.add('ann', 64 * 1024, response);
  unread.assertBelowLimit('ann');
  for (const response of responses.slice(8)) unread.add('ann', 64 * 1024, response);
  expect(() => unread.assertBelowLimit('ann')).toThrow(
    expect.objectContaining({ code: RATE_LIMITED.code, retryAfter: 5 }),
  );
  unread.assertBelowLimit('ben');
  responses[0]?.emit('close');
  unread.assertBelowLimit('ann');
  for (const response of responses.slice(1)) response.emit('close');
  expect(unread.size).toBe(0);
});

test('Q11 beyond 8 MiB of unread responses in total, only people without any are served', () => {
  const unread = new UnreadResponses();
  const responses = Array.from({ length: 17 }, () => new EventEmitter() as ServerResponse);
  responses.forEach((response, index) => unread.add(`person ${index}`, 500_000, response));
  expect(() => unread.assertBelowLimit('person 0')).toThrow(
    expect.objectContaining({ code: RATE_LIMITED.code }),
  );
  unread.assertBelowLimit('ben');
  responses[1]?.emit('close');
  unread.assertBelowLimit('person 0');
});

test('Q11 a response to a client that has disconnected before it counts for nothing', () => {
  const unread = new UnreadResponses();
  const response = Object.assign(new EventEmitter(), { closed: true }) as ServerResponse;
  for (let times = 0; times < 20; times++) unread.add('ann', 64 * 1024, response);
  unread.assertBelowLimit('ann');
  expect(unread.size).toBe(0);
});
