import { WindowReader } from '@snug/media/byte-reader.ts';
import { isPictureType, type UploadedMetadata } from '@snug/protocol';

/** What the server will do about the metadata of a file. Undefined for a file that is neither a picture nor a video. */
export async function predictMetadata(file: File): Promise<UploadedMetadata | undefined> {
  const { cleanFile, mayNamePlace } = await import('@snug/media/clean.ts');
  const cleaning = await cleanFile(toReader(file));
  if (cleaning === undefined && isPictureType(file.type)) return 'unreadable';
  if (cleaning === undefined) return mayNamePlace(file.type) ? 'kept' : undefined;
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
