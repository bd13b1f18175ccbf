import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id } from '../core/ids.ts';
import { MAX_FILE_NAME_LENGTH, MAX_PEAKS } from '../core/limits.ts';
import { cleanName } from '../text/clean-name.ts';
import { documentPatterns, isStorable, isVisible } from '../text/text.ts';

const wholeNumber = v.pipe(v.number('must be a number'), v.safeInteger('must be a whole number'));

/** The loudness of a recording over its length, each value from 0 (silence) to 100. */
export const Peaks = v.pipe(
  v.array(v.pipe(wholeNumber, v.minValue(0), v.maxValue(100)), 'must be a list'),
  v.maxLength(MAX_PEAKS, `must have at most ${MAX_PEAKS} values`),
);

/**
 * The server detects `contentType` from the bytes. `size` is in bytes, `url` a path on this server. Pictures have `width` and
 * `height` in px, recordings `duration` in ms.
 */
export const MessageFile = v.object({
  id: Id,
  name: v.string(),
  contentType: v.string(),
  size: v.pipe(wholeNumber, v.minValue(0)),
  url: v.string(),
  width: v.optional(v.pipe(wholeNumber, v.minValue(1))),
  height: v.optional(v.pipe(wholeNumber, v.minValue(1))),
  duration: v.optional(v.pipe(wholeNumber, v.minValue(0))),
  peaks: v.optional(Peaks),
});
export type MessageFile = v.InferOutput<typeof MessageFile>;

/**
 * Of a picture or video. `removed`: the stored file has none that name a place. `kept`: they could not be removed. `unreadable`:
 * a picture that could not be read, stored as it was sent, as a file to download.
 */
export const UploadedMetadata = v.picklist(['removed', 'kept', 'unreadable']);
export type UploadedMetadata = v.InferOutput<typeof UploadedMetadata>;

/** The result of `POST /api/files`. */
export const UploadedFile = v.object({ ...MessageFile.entries, metadata: v.optional(UploadedMetadata) });
export type UploadedFile = v.InferOutput<typeof UploadedFile>;

const LINE_ENDS_AND_CONTROLS = /[\p{Cc}\u2028\u2029]/gu;

/** A file's name as the server stores it, without the characters that would make it look like another name. It may be empty. */
export function cleanFileName(name: string): string {
  return cleanName(name.replaceAll(LINE_ENDS_AND_CONTROLS, ''));
}

/** At most `MAX_PEAKS` numbers. */
const PEAKS = /^(?:100|\d{1,2})(?:,(?:100|\d{1,2})){0,127}$/;

/** The query of `POST /api/files`. */
export const FileUpload = v.strictObject({
  name: v.pipe(
    v.string('must be a text'),
    v.maxLength(MAX_FILE_NAME_LENGTH, `must be at most ${MAX_FILE_NAME_LENGTH} characters`),
    v.check(isStorable, 'must be valid Unicode without NUL'),
    documentPatterns('storable', 'visible'),
    v.transform(cleanFileName),
    v.check(isVisible, 'must have at least one visible character'),
  ),
  /** In ms, as a decimal number. */
  duration: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number'), v.transform(Number)),
  ),
  peaks: v.optional(
    v.pipe(
      v.string(),
      v.regex(PEAKS, `must be at most ${MAX_PEAKS} whole numbers from 0 to 100, separated by commas`),
      v.transform(text => text.split(',').map(Number)),
      Peaks,
    ),
  ),
});
export type FileUpload = v.InferInput<typeof FileUpload>;

const checkUpload = defineCommand({
  summary: 'Check whether a file can be uploaded',
  description:
    'Fails as an upload of so many bytes would, without counting as one. A client asks before it sends a large file: browsers ' +
    'read the response to an upload only after they have sent it.',
  input: v.strictObject({ size: v.pipe(wholeNumber, v.minValue(1)) }),
  output: v.object({}),
  errors: ['too_large', 'limit_exceeded', 'disk_full', 'unavailable'],
});

const discardFile = defineCommand({
  summary: 'Discard an unsent upload',
  description:
    'Does nothing for a file that does not exist or belongs to another person, so a repetition has the same result.',
  input: v.strictObject({ fileId: Id }),
  output: v.object({}),
  errors: ['forbidden', 'unavailable'],
});

export const FILE_COMMANDS = { check_upload: checkUpload, discard_file: discardFile } as const;
