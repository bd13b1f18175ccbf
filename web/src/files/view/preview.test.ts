import { expect, test } from 'vitest';
import { hasPreview } from './preview.ts';

test('seven kinds of pictures have a preview, up to 5,242,880 bytes', () => {
  for (const type of ['apng', 'avif', 'gif', 'jpeg', 'png', 'svg+xml', 'webp'])
    expect(hasPreview({ type: `image/${type}`, size: 5_242_880 })).toBe(true);
  expect(hasPreview({ type: 'image/png', size: 5_242_881 })).toBe(false);
  for (const type of ['image/tiff', 'image/bmp', 'text/html', 'application/pdf', ''])
    expect(hasPreview({ type, size: 1 })).toBe(false);
});
