import { expect, test } from 'vitest';
import { wrongTypeOf } from './avatar-file.ts';

test('an avatar is one file of three types', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/pjpeg'])
    expect(wrongTypeOf([{ type }])).toBeUndefined();
  for (const type of ['image/gif', 'image/svg+xml', 'text/plain']) expect(wrongTypeOf([{ type }])).toBe(type);
  expect(wrongTypeOf([{ type: '' }])).toBe('unknown');
  expect(wrongTypeOf([{ type: 'image/png' }, { type: 'image/png' }]), 'one, not two').toBe('image/png');
  expect(wrongTypeOf([{ type: 'image/png' }, { type: 'image/gif' }])).toBe('image/gif');
});
