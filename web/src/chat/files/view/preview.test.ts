import { expect, test } from 'vitest';
import { canPreview } from './preview.ts';

test('seven picture types have a preview, up to 5,242,880 bytes', () => {
  for (const type of ['apng', 'avif', 'gif', 'jpeg', 'png', 'svg+xml', 'webp'])
    expect(canPreview({ type: `image/${type}`, size: 5_242_880 })).toBe(true);
  expect(canPreview({ type: 'image/png', size: 5_242_881 })).toBe(false);
  for (const type of ['image/tiff', 'image/bmp', 'text/html', 'application/pdf', ''])
    expect(canPreview({ type, size: 1 })).toBe(false);
});
