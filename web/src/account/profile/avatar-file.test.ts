import { expect, test } from 'vitest';
import { findUnsupportedType } from './avatar-file.ts';

test('an avatar is a single file of a supported type', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/pjpeg'])
    expect(findUnsupportedType([{ type }])).toBeUndefined();
  for (const type of ['image/gif', 'image/svg+xml', 'text/plain'])
    expect(findUnsupportedType([{ type }])).toBe(type);
  expect(findUnsupportedType([{ type: '' }])).toBe('unknown');
  expect(findUnsupportedType([{ type: 'image/png' }, { type: 'image/png' }]), 'one, not two').toBe(
    'image/png',
  );
  expect(findUnsupportedType([{ type: 'image/png' }, { type: 'image/gif' }])).toBe('image/gif');
});
