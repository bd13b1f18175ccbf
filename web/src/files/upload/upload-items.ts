import { MAX_FILE_BYTES, MAX_FILES, type MessageFile } from '@snug/protocol';
import { lateWords } from '../../strings/lazy-strings.ts';
import { isolated } from '../../ui/text/bidi.ts';
import { formatKilobytes, formatSize } from '../view/format-size.ts';

const ROUND_LIMIT = 5 * 1024 ** 2;

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
  kept: File[];
  /** A sentence about each that does not. */
  notes: string[];
}

/** Which of `files` can join a list of `count`: none that is too large, and no more than fit. */
export function select(count: number, files: readonly File[]): Selection {
  const kept: File[] = [];
  const notes: string[] = [];
  for (const file of files) {
    if (file.size > MAX_FILE_BYTES) notes.push(tooLarge(file));
    else if (count + kept.length >= MAX_FILES) notes.push(tooMany(file));
    else kept.push(file);
  }
  return { kept, notes };
}

function tooLarge({ name, size }: File): string {
  // In megabytes, a file just above the limit would read "4.9 MB is over the 5 MB limit".
  const format = size < 1.1 * ROUND_LIMIT ? formatKilobytes : formatSize;
  const limit = format === formatSize ? ROUND_LIMIT : MAX_FILE_BYTES;
  return lateWords.uploads.tooLarge(isolated(name), format(size), format(limit));
}

function tooMany({ name }: File): string {
  return lateWords.uploads.tooMany(isolated(name), MAX_FILES);
}

/** One line of the item with that key changes, the others stay. */
export function changed(
  items: readonly UploadItem[],
  fileKey: string,
  change: Partial<UploadItem>,
): UploadItem[] {
  return items.map(item => (item.fileKey === fileKey ? { ...item, ...change } : item));
}

/** An item as it was before anything was tried; an error stays to be read. */
export function unsent(item: UploadItem): UploadItem {
  const { file: _, ...rest } = item;
  return item.status === 'error' ? item : { ...rest, status: 'inited', progress: 0 };
}
