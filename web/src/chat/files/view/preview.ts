import { MAX_PREVIEW_BYTES } from '@snug/protocol';

const PREVIEWABLE_TYPES = new Set(
  ['apng', 'avif', 'gif', 'jpeg', 'png', 'svg+xml', 'webp'].map(type => `image/${type}`),
);

/** SVG is safe here: in an `<img>`, it runs no script. */
export function canPreview({ type, size }: Pick<File, 'type' | 'size'>): boolean {
  return PREVIEWABLE_TYPES.has(type) && size <= MAX_PREVIEW_BYTES;
}
