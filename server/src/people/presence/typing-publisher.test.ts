import { MAX_TYPING_VIEWERS, type Person } from '@snug/protocol';
import { expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import type { Publication } from '../../db/mutation.ts';
import { RateLimits } from '../../limits/rate-limits.ts';
import { TypingPublisher } from './typing-publisher.ts';

const ADA: Person = { uid: 'ada', name: 'Ada', createdAt: 0, version: 1 };

function createPublisher(count: number) {
  const published: Publication[] = [];
  let now = 0;
  const typing = new TypingPublisher({
    roomViewers: { count: () => count },
    limits: new RateLimits(readConfig({}).rates, () => now),
    publish: publications => published.push(...publications),
  });
  return { typing, published, advance: (ms: number) => void (now += ms) };
}

test('W4 the other viewers of a room receive who is typing', () => {
  const { typing, published } = createPublisher(2);
  typing.publish('room', ADA);
  expect(published).toEqual([
    { topic: 'room:room', exceptTopic: 'self:ada', event: { type: 'typing', roomId: 'room', person: ADA } },
  ]);
});

test('W6 nothing is published to more than 50 viewers, or from a room that is not open', () => {
  const publish = (count: number) => {
    const { typing, published } = createPublisher(count);
    typing.publish('room', ADA);
    return published.length;
  };
  expect(publish(MAX_TYPING_VIEWERS)).toBe(1);
  expect(publish(MAX_TYPING_VIEWERS + 1)).toBe(0);
  expect(publish(0)).toBe(0);
});

test('W6 a room has at most 120 reports a minute, and another room still has its own', () => {
  const { typing, published, advance } = createPublisher(2);
  for (let second = 0; second < 60; second++) {
    for (let report = 0; report < 50; report++) typing.publish('room', ADA);
    advance(1_000);
  }
  expect(published.length).toBeLessThanOrEqual(140);
  typing.publish('other', ADA);
  expect(published.at(-1)?.topic).toBe('room:other');
});
