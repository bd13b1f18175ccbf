import { isUtf8 } from 'node:buffer';
import { detectPngType } from '@snug/media/png.ts';
import { detectOddSound } from './odd-sound.ts';
import { detectOggType } from './ogg.ts';

export const BINARY = 'application/octet-stream';

/** Of UTF-8. */
const CONTINUATION_MASK = 0b1100_0000;
const CONTINUATION = 0b1000_0000;
const MAX_CHARACTER_BYTES = 4;

/**
 * Ignores the sender's type. Markup (HTML, SVG, any XML) becomes plain text, because browsers run scripts in it. `bytes`: of the
 * whole file, or the beginning of a large one.
 */
export async function sniffContentType(bytes: Buffer, isWhole = true): Promise<string> {
  const png = detectPngType(bytes);
  if (png) return png;
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  if (found?.mime.includes('/ogg')) return detectOggType(bytes) ?? found.mime;
  if (found && found.mime !== 'application/xml') return found.mime;
  const sound = found ? undefined : detectOddSound(bytes);
  if (sound) return sound;
  const text = isWhole ? bytes : omitLastCharacter(bytes);
  return isUtf8(text) && !text.includes(0) ? 'text/plain; charset=utf-8' : BINARY;
}

/** Without the last character in UTF-8, which may be incomplete. */
function omitLastCharacter(bytes: Buffer): Buffer {
  const tail = bytes.subarray(-MAX_CHARACTER_BYTES);
  const start = tail.findLastIndex(byte => (byte & CONTINUATION_MASK) !== CONTINUATION);
  return start === -1 ? bytes : bytes.subarray(0, start - tail.length);
}

/** Types that browsers show or play, and that cannot contain scripts. */
const INLINE_SAFE_TYPES = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'audio/mpeg',
  'audio/mp4',
  'audio/x-m4a',
  'audio/aac',
  'audio/ogg',
  'audio/ogg; codecs=opus',
  'audio/flac',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/webm',
  'video/ogg',
]);

export function isShownInline(contentType: string): boolean {
  return INLINE_SAFE_TYPES.has(contentType);
}
