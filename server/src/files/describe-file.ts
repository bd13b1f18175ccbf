import { stat } from 'node:fs/promises';
import { DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import type { FileTable } from '../db/schema.ts';
import { BINARY, isPicture, sniffContentType } from './content-type.ts';
import { readHead } from './file-reader.ts';
import { stripMetadata } from './metadata.ts';
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

/** Also removes the metadata of a picture. Throws as `stripMetadata`. */
export async function describeFile(
  path: string,
  declared: DeclaredDetails,
  maxBytes: number,
): Promise<FileDescription> {
  const contentType = await readContentType(path);
  await stripMetadata(path, contentType, maxBytes);
  const { size } = await stat(path);
  const none = { width: null, height: null, duration: null, peaks: null };
  return { ...none, size, contentType, ...(await readDetails(path, contentType, declared)) };
}

async function readContentType(path: string): Promise<string> {
  const head = await readHead(path, EXAMINED_BYTES);
  return refineByTracks(path, await sniffContentType(head, head.length < EXAMINED_BYTES));
}

async function readDetails(
  path: string,
  contentType: string,
  { duration = null, peaks }: { duration?: number | null | undefined } & Pick<DeclaredDetails, 'peaks'>,
): Promise<Partial<FileDescription>> {
  if (isPicture(contentType)) return (await measurePicture(path)) ?? { contentType: BINARY };
  if (contentType.startsWith('video/')) return (await measureVideo(path)) ?? {};
  if (!contentType.startsWith('audio/')) return {};
  return { duration, peaks: peaks ? JSON.stringify(peaks) : null };
}
