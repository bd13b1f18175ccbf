import { expect, test } from 'vitest';
import { createFrame } from './frame.ts';
import { FrameBatch } from './frame-batch.ts';

const [a, b, c] = [createFrame({ a: 1 }), createFrame({ b: 2 }), createFrame({ c: 3 })] as const;

test('H6 a bundle has its frames in their order, and their bytes one after the other', () => {
  const bundle = FrameBatch.EMPTY.append(a).append(b).append(c);
  expect(bundle.frames).toEqual([a, b, c]);
  expect(bundle.bytes).toEqual(Buffer.concat([a.bytes, b.bytes, c.bytes]));
  expect(FrameBatch.EMPTY.append(b).bytes).toBe(b.bytes);
  expect(FrameBatch.EMPTY.frames).toEqual([]);
});

test('H6 those who are told the same in a row share the bytes, whatever others are told meanwhile', () => {
  let [ann, ben, eve] = [FrameBatch.EMPTY, FrameBatch.EMPTY, FrameBatch.EMPTY];
  [ann, ben] = [ann.append(a), ben.append(a)];
  eve = eve.append(c);
  [ann, ben, eve] = [ann.append(b), ben.append(b), eve.append(b)];
  expect(ann).toBe(ben);
  expect(ann.bytes).toBe(ben.bytes);
  expect(eve.frames).toEqual([c, b]);
});
