import { MAX_FILE_BYTES, MAX_UNSENT_FILES, type MessageFile } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { formatKilobytes, formatSize } from '../view/format-size.ts';

const NOMINAL_LIMIT_BYTES = 5 * 1024 ** 2;

/** `progress` is in per cent. */
export interface UploadItem {
  fileKey: string;
  blobFile: File;
  name: string;
  status: 'inited' | 'uploading' | 'finished' | 'error';
  progress: number;
  /** The stored file, if finished. */
  file?: MessageFile;
  /** The text of the last failure. */
  error?: string;
}

export interface Selection {
  accepted: File[];
  /** A sentence for each rejected file. */
  rejections: string[];
}

/** Checks the limits of size and number. `count`: the files already in the list. */
export function selectFiles(count: number, files: readonly File[]): Selection {
  const accepted: File[] = [];
  const rejections: string[] = [];
  for (const file of files) {
    if (file.size > MAX_FILE_BYTES) rejections.push(tooLargeText(file));
    else if (count + accepted.length >= MAX_UNSENT_FILES) rejections.push(tooManyText(file));
    else accepted.push(file);
  }
  return { accepted, rejections };
}

function tooLargeText({ name, size }: File): string {
  // In megabytes, a file just above the limit would read "4.9 MB is over the 5 MB limit".
  const format = size < 1.1 * NOMINAL_LIMIT_BYTES ? formatKilobytes : formatSize;
  const limit = format === formatSize ? NOMINAL_LIMIT_BYTES : MAX_FILE_BYTES;
  return lazyStrings.uploads.tooLarge(isolateBidi(name), format(size), format(limit));
}

function tooManyText({ name }: File): string {
  return lazyStrings.uploads.tooMany(isolateBidi(name), MAX_UNSENT_FILES);
}

export function updateItem(
  items: readonly UploadItem[],
  fileKey: string,
  change: Partial<UploadItem>,
): UploadItem[] {
  return items.map(item => (item.fileKey === fileKey ? { ...item, ...change } : item));
}

/** Keeps the error of a failed item. */
export function resetItem(item: UploadItem): UploadItem {
  const { file: _, ...rest } = item;
  return item.status === 'error' ? item : { ...rest, status: 'inited', progress: 0 };
}
