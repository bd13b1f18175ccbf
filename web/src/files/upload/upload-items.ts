import { MAX_FILE_BYTES, MAX_UNSENT_FILES, type MessageFile } from '@snug/protocol';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { formatKilobytes, formatSize } from '../view/format-size.ts';

const NOMINAL_LIMIT_BYTES = 5 * 1024 ** 2;

/** A file on its way to the server. `progress` is in per cent. */
export interface UploadItem {
  fileKey: string;
  blobFile: File;
  name: string;
  status: 'inited' | 'uploading' | 'finished' | 'error';
  progress: number;
  /** Of a finished one: what the server made of it. */
  file?: MessageFile;
  /** Why it failed. */
  error?: string;
}

export interface Selection {
  /** Those that fit the limits. */
  accepted: File[];
  /** A sentence about each that does not. */
  rejections: string[];
}

/** Which of `files` can join a list of `count`: none that is too large, and no more than fit. */
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

/** One line of the item with that key changes, the others stay. */
export function updateItem(
  items: readonly UploadItem[],
  fileKey: string,
  change: Partial<UploadItem>,
): UploadItem[] {
  return items.map(item => (item.fileKey === fileKey ? { ...item, ...change } : item));
}

/** An item as it was before anything was tried; an error stays to be read. */
export function resetItem(item: UploadItem): UploadItem {
  const { file: _, ...rest } = item;
  return item.status === 'error' ? item : { ...rest, status: 'inited', progress: 0 };
}
