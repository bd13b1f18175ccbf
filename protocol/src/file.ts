import * as v from 'valibot';
import { defineCommand } from './command.ts';
import { Id } from './ids.ts';
import { MAX_FILE_NAME_LENGTH, MAX_PEAKS } from './limits.ts';
import { isVisible } from './text.ts';

const wholeNumber = v.pipe(v.number('must be a number'), v.safeInteger('must be a whole number'));

/** The loudness of a recording from its begin to its end, each 0 (silence) to 100. */
export const Peaks = v.pipe(
  v.array(v.pipe(wholeNumber, v.minValue(0), v.maxValue(100)), 'must be a list'),
  v.maxLength(MAX_PEAKS, `must have at most ${MAX_PEAKS} values`),
);

/**
 * A file as everyone may see it. `contentType` is what the server found by looking at it, `size` is in bytes, `url`
 * a path on this server. `width` and `height` are in px, of pictures; `duration` is in ms, and with `peaks`
 * of voice recordings.
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

// Ends of lines, and what turns letters around: `cod\u202egpj.exe` reads as "codexe.jpg".
const DECEPTIVE_CHARACTERS = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;

/**
 * What comes with the bytes of `POST /api/files`, as its query. Answers with a `MessageFile`, which a
 * `send_message` of the same person then names by its id. The name is kept without what would make it read as
 * another.
 */
export const FileUpload = v.strictObject({
  name: v.pipe(
    v.string('must be a text'),
    v.maxLength(MAX_FILE_NAME_LENGTH, `must be at most ${MAX_FILE_NAME_LENGTH} characters`),
    v.check(name => name.isWellFormed() && !name.includes('\0'), 'must be valid Unicode without NUL'),
    v.transform(name => name.replaceAll(DECEPTIVE_CHARACTERS, '').trim()),
    v.check(isVisible, 'must have at least one visible character'),
  ),
  /** In ms, as a decimal number. */
  duration: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a whole number'), v.transform(Number)),
  ),
  /** The peaks, separated by commas. */
  peaks: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}(,\d{1,3})*$/, 'must be whole numbers, separated by commas'),
      v.transform(text => text.split(',').map(Number)),
      Peaks,
    ),
  ),
});
export type FileUpload = v.InferInput<typeof FileUpload>;

export const discardFile = defineCommand({
  summary: 'Take back an upload that was not sent',
  description:
    'A file that is not there, or not your own, is left as it is: discarding again answers the same.',
  input: v.strictObject({ fileId: Id }),
  output: v.object({}),
  errors: ['forbidden', 'unavailable'],
});
