import { expect, test } from 'vitest';
import { frame } from './frame.ts';
import { Bundle } from './frame-batch.ts';

const [a, b, c] = [frame({ a: 1 }), frame({ b: 2 }), frame({ c: 3 })] as const;

test('H6 a bundle has its frames in their order, and their bytes one after the other', () => {
  const bundle = Bundle.EMPTY.and(a).and(b).and(c);
  expect(bundle.frames).toEqual([a, b, c]);
  expect(bundle.bytes).toEqual(Buffer.concat([a.bytes, b.bytes, c.bytes]));
  expect(Bundle.EMPTY.and(b).bytes).toBe(b.bytes);
  expect(Bundle.EMPTY.frames).toEqual([]);
});

test('H6 those who are told the same in a row share the bytes, whatever others are told meanwhile', () => {
  let [ann, ben, eve] = [Bundle.EMPTY, Bundle.EMPTY, Bundle.EMPTY];
  [ann, ben] = [ann.and(a), ben.and(a)];
  eve = eve.and(c);
  [ann, ben, eve] = [ann.and(b), ben.and(b), eve.and(b)];
  expect(ann).toBe(ben);
  expect(ann.bytes).toBe(ben.bytes);
  expect(eve.frames).toEqual([c, b]);
});
