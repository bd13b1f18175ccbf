import { expect, test } from 'vitest';
import { createFrame } from './frame.ts';
import { FrameBatch } from './frame-batch.ts';

const [a, b, c] = [createFrame({ a: 1 }), createFrame({ b: 2 }), createFrame({ c: 3 })] as const;

test('H6 a batch has its frames in order, and their joined bytes', () => {
  const batch = FrameBatch.EMPTY.append(a).append(b).append(c);
  expect(batch.frames).toEqual([a, b, c]);
  expect(batch.bytes).toEqual(Buffer.concat([a.bytes, b.bytes, c.bytes]));
  expect(FrameBatch.EMPTY.append(b).bytes).toBe(b.bytes);
  expect(FrameBatch.EMPTY.frames).toEqual([]);
});

test('H6 connections with equal queues share the bytes of their batch', () => {
  let [ann, ben, eve] = [FrameBatch.EMPTY, FrameBatch.EMPTY, FrameBatch.EMPTY];
  [ann, ben] = [ann.append(a), ben.append(a)];
  eve = eve.append(c);
  [ann, ben, eve] = [ann.append(b), ben.append(b), eve.append(b)];
  expect(ann).toBe(ben);
  expect(ann.bytes).toBe(ben.bytes);
  expect(eve.frames).toEqual([c, b]);
});
