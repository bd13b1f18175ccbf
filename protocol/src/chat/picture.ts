import { MAX_ANIMATED_PIXELS, MAX_SHOWN_BYTES, MAX_SHOWN_PIXELS } from '../core/limits.ts';
import type { MessageFile } from './file.ts';

const SHOWN_TYPES = new Set(['png', 'jpeg', 'gif', 'webp', 'avif', 'apng'].map(type => `image/${type}`));
const ANIMATED_TYPES = new Set(['image/gif', 'image/apng']);

/** Of formats that all browsers show and that cannot contain a script, unlike SVG. */
export function isPictureType(contentType: string): boolean {
  return SHOWN_TYPES.has(contentType);
}

/** Whether a picture would use up the memory of a viewer. */
export function isHugePicture({
  contentType,
  size,
  width = 0,
  height = 0,
}: Pick<MessageFile, 'contentType' | 'size' | 'width' | 'height'>): boolean {
  const maxPixels = ANIMATED_TYPES.has(contentType) ? MAX_ANIMATED_PIXELS : MAX_SHOWN_PIXELS;
  return size > MAX_SHOWN_BYTES || width * height > maxPixels;
}
