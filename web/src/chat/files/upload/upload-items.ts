import type { OutboxItem } from '@snug/client';
import {
  cleanFileName,
  DEFAULT_MAX_FILE_BYTES,
  MAX_UNSENT_FILES,
  type UploadedMetadata,
} from '@snug/protocol';
import { errorText } from '../../../strings/error-text.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { isolateBidi } from '../../../ui/text/bidi.ts';
import { formatSize } from '../view/format-size.ts';
import { formatExactSize } from './format-exact-size.ts';

/** Of the default limit, whose note reads "5mb". */
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
  /** What the server did about them, after the upload. */
  metadata?: UploadedMetadata | undefined;
}

/** As everyone will see it: a mark of direction could hide the end of the name. */
export function getShownName(name: string): string {
  return cleanFileName(name) || name;
}

export interface Selection {
  accepted: File[];
  rejections: string[];
}

/** Checks the limits of size and number. `count`: the files already in the list. */
export function selectFiles(count: number, files: readonly File[], maxBytes: number): Selection {
  const accepted: File[] = [];
  const rejections: string[] = [];
  for (const file of files) {
    if (file.size > maxBytes) rejections.push(tooLargeText(file, maxBytes));
    else if (count + accepted.length >= MAX_UNSENT_FILES) rejections.push(tooManyText(file));
    else accepted.push(file);
  }
  return { accepted, rejections };
}

/** The note below the list. */
export function limitText(maxBytes: number): string {
  const { limit, otherLimit } = lazyStrings.uploads;
  return maxBytes === DEFAULT_MAX_FILE_BYTES ? limit : otherLimit(formatSize(maxBytes));
}

function tooLargeText({ name, size }: File, maxBytes: number): string {
  const nominal = maxBytes === DEFAULT_MAX_FILE_BYTES ? NOMINAL_LIMIT_BYTES : maxBytes;
  // A file just above the limit would read "4.9 MB is over the 5 MB limit".
  const isClose = size < 1.1 * nominal;
  const [shownSize, limit] = isClose
    ? [formatExactSize(size, maxBytes, Math.ceil), formatExactSize(maxBytes, maxBytes, Math.floor)]
    : [formatSize(size), formatSize(nominal)];
  return lazyStrings.uploads.tooLarge(isolateBidi(getShownName(name)), shownSize, limit);
}

function tooManyText({ name }: File): string {
  return lazyStrings.uploads.tooMany(isolateBidi(getShownName(name)), MAX_UNSENT_FILES);
}

export function unreadableText({ name }: File): string {
  return lazyStrings.uploads.unreadable(isolateBidi(getShownName(name)));
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
  const item = { fileKey, blobFile, name: getShownName(blobFile.name), progress: held?.progress ?? 0 };
  if (held?.progress !== undefined) return { ...item, status: 'uploading' };
  if (held?.file) return { ...item, status: 'finished', metadata: held.file.metadata };
  const error = held?.uploadError ? errorText(held.uploadError) : file.error;
  return error === undefined ? { ...item, status: 'inited' } : { ...item, status: 'error', error };
}
