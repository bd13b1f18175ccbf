import { WindowReader } from '@snug/media/byte-reader.ts';
import type { UploadedMetadata } from '@snug/protocol';

/** What the server will do about the metadata of a file. Undefined for a file that is neither a picture nor a video. */
export async function predictMetadata(file: File): Promise<UploadedMetadata | undefined> {
  const { cleanFile } = await import('@snug/media/clean.ts');
  const cleaning = await cleanFile(toReader(file));
  if (cleaning === undefined) return isOtherMedia(file) ? 'kept' : undefined;
  if (typeof cleaning !== 'string') return 'removed';
  // Players read more than a parser understands.
  return cleaning === 'unreadable' && !/^(?:audio|video)\//.test(file.type) ? 'unreadable' : 'kept';
}

function toReader(file: Blob): WindowReader {
  return new WindowReader(
    file.size,
    async (at, length) => new Uint8Array(await file.slice(at, at + length).arrayBuffer()),
  );
}

/** Of a format that Snug does not know. A drawing is a text, and was taken nowhere. */
function isOtherMedia({ type }: File): boolean {
  return /^(?:image|video)\//.test(type) && type !== 'image/svg+xml';
}
