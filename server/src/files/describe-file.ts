import type { FileTable } from '../db/schema.ts';
import { BINARY, isPicture, sniffContentType } from './content-type.ts';
import { measurePicture } from './pictures.ts';

export type FileDescription = Pick<
  FileTable,
  'contentType' | 'size' | 'width' | 'height' | 'duration' | 'peaks'
>;

export async function describeFile(
  bytes: Uint8Array,
  declared: { duration?: number | undefined; peaks?: number[] | undefined },
): Promise<FileDescription> {
  const contentType = await sniffContentType(bytes);
  const noDetails = { width: null, height: null, duration: null, peaks: null };
  const size = bytes.length;
  if (isPicture(contentType)) {
    const measured = await measurePicture(bytes);
    return { ...noDetails, size, contentType: measured ? contentType : BINARY, ...measured };
  }
  if (!contentType.startsWith('audio/')) return { ...noDetails, size, contentType };
  const { duration = null, peaks } = declared;
  return { ...noDetails, size, contentType, duration, peaks: peaks ? JSON.stringify(peaks) : null };
}
