import type { OutboxItem } from '@snug/client';
import { MAX_FILE_BYTES, MAX_UNSENT_FILES } from '@snug/protocol';
import { errorText } from '../../strings/error-text.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { isolateBidi } from '../../ui/text/bidi.ts';
import { formatKilobytes, formatSize } from '../view/format-size.ts';

const NOMINAL_LIMIT_BYTES = 5 * 1024 ** 2;

/** `fileKey` becomes the id of the message. */
export interface ChosenFile {
  fileKey: string;
  blobFile: File;
  error?: string;
}

export interface UploadItem extends ChosenFile {
  name: string;
  status: 'inited' | 'uploading' | 'finished' | 'error';
  progress: number;
}

export interface Selection {
  accepted: File[];
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

/** `held`: the items of the outbox, which has those of files that are being sent. */
export function toUploadItems(files: readonly ChosenFile[], held: readonly OutboxItem[]): UploadItem[] {
  return files.map(file =>
    toUploadItem(
      file,
      held.find(({ id }) => id === file.fileKey),
    ),
  );
}

function toUploadItem(file: ChosenFile, held: OutboxItem | undefined): UploadItem {
  const { fileKey, blobFile } = file;
  const item = { fileKey, blobFile, name: blobFile.name, progress: held?.progress ?? 0 };
  if (held?.progress !== undefined) return { ...item, status: 'uploading' };
  if (held?.file) return { ...item, status: 'finished' };
  const error = held?.uploadError ? errorText(held.uploadError) : file.error;
  return error === undefined ? { ...item, status: 'inited' } : { ...item, status: 'error', error };
}
