import { isUtf8 } from 'node:buffer';
import { detectPngType } from './png.ts';

export const BINARY = 'application/octet-stream';

/**
 * What bytes are, by looking at them; never by what is said of them. Markup (HTML, SVG, any XML) is plain text:
 * a browser that were told its real type would run what is in it.
 */
export async function sniffContentType(bytes: Uint8Array): Promise<string> {
  const png = detectPngType(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (png) return png;
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  if (found && found.mime !== 'application/xml') return found.mime;
  return isUtf8(bytes) && !bytes.includes(0) ? 'text/plain; charset=utf-8' : BINARY;
}

/** What a browser shows or plays by itself, and in which nothing can run. */
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

/** Whether a browser may show it as a page of its own; everything else it only downloads. */
export function isShownInline(contentType: string): boolean {
  return INLINE_SAFE_TYPES.has(contentType);
}

export function isPicture(contentType: string): boolean {
  return contentType.startsWith('image/') && INLINE_SAFE_TYPES.has(contentType);
}
