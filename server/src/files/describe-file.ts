import { stat } from 'node:fs/promises';
import { mayNamePlace } from '@snug/media/clean.ts';
import { DEFAULT_MAX_FILE_BYTES, isPictureType, type UploadedMetadata } from '@snug/protocol';
import type { FileTable } from '../db/schema.ts';
import { BINARY, sniffContentType } from './content-type.ts';
import { readHead } from './file-reader.ts';
import { removeMetadata } from './metadata.ts';
import { measurePicture } from './pictures.ts';
import { refineByTracks } from './track-types.ts';
import { measureVideo } from './video.ts';

/** Of a large file, the beginning determines the type. */
const EXAMINED_BYTES = DEFAULT_MAX_FILE_BYTES;

export type FileDescription = Pick<
  FileTable,
  'contentType' | 'size' | 'width' | 'height' | 'duration' | 'peaks'
>;

interface DeclaredDetails {
  duration?: number | undefined;
  peaks?: number[] | undefined;
}

/** Also removes the metadata of pictures and videos. `metadata`: the result. */
export async function describeFile(
  path: string,
  declared: DeclaredDetails,
): Promise<FileDescription & { metadata: UploadedMetadata | undefined }> {
  const sniffed = await readContentType(path);
  const cleaned = await cleanFile(path, sniffed);
  // A picture that cannot be read is a file to download.
  const contentType = cleaned === 'unreadable' ? BINARY : sniffed;
  const { size } = await stat(path);
  const none = { width: null, height: null, duration: null, peaks: null };
  const details = await readDetails(path, contentType, declared);
  const metadata = details.contentType === BINARY ? 'unreadable' : cleaned;
  return { ...none, size, contentType, ...details, metadata };
}

async function readContentType(path: string): Promise<string> {
  const head = await readHead(path, EXAMINED_BYTES);
  return refineByTracks(path, await sniffContentType(head, head.length < EXAMINED_BYTES));
}

async function cleanFile(path: string, contentType: string): Promise<UploadedMetadata | undefined> {
  const metadata = await removeMetadata(path, isPictureType(contentType));
  if (metadata === undefined) return mayNamePlace(contentType) ? 'kept' : undefined;
  // Players read more than a parser understands.
  return metadata === 'unreadable' && !contentType.startsWith('image/') ? 'kept' : metadata;
}

async function readDetails(
  path: string,
  contentType: string,
  { duration = null, peaks }: { duration?: number | null | undefined } & Pick<DeclaredDetails, 'peaks'>,
): Promise<Partial<FileDescription>> {
  if (isPictureType(contentType)) return (await measurePicture(path)) ?? { contentType: BINARY };
  if (contentType.startsWith('video/')) return (await measureVideo(path)) ?? {};
  if (!contentType.startsWith('audio/')) return {};
  return { duration, peaks: peaks ? JSON.stringify(peaks) : null };
}
