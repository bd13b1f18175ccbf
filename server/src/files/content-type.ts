import { isUtf8 } from 'node:buffer';
import { detectPngType } from './png.ts';

export const BINARY = 'application/octet-stream';

/** Ignores the sender's type. Markup (HTML, SVG, any XML) becomes plain text, because browsers run scripts in it. */
export async function sniffContentType(bytes: Uint8Array): Promise<string> {
  const png = detectPngType(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (png) return png;
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  if (found && found.mime !== 'application/xml') return found.mime;
  return isUtf8(bytes) && !bytes.includes(0) ? 'text/plain; charset=utf-8' : BINARY;
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
  'video/mp4',
  'video/webm',
  'video/ogg',
]);

export function isShownInline(contentType: string): boolean {
  return INLINE_SAFE_TYPES.has(contentType);
}

export function isPicture(contentType: string): boolean {
  return contentType.startsWith('image/') && INLINE_SAFE_TYPES.has(contentType);
}
