import { Id } from '@snug/protocol';
import * as v from 'valibot';

export const MANIFEST = 'manifest.json';
export const FORMAT = 'snug-export';
export const VERSION = 1;

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const Counts = v.looseObject({
  people: Count,
  rooms: Count,
  messages: Count,
  reactions: Count,
  /** Lines of `files.jsonl`. */
  files: Count,
  emoji: Count,
});
export type Counts = v.InferOutput<typeof Counts>;

/** The last entry. An archive without it is cut off. */
export const Manifest = v.looseObject({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
  /** The release of Snug that wrote it. */
  snug: v.optional(v.string()),
  /** The history of the database. Two exports of the same one have the same. */
  instance: v.optional(v.string()),
  createdAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  /** What was asked for. A whole workspace has none but perhaps `personal`. */
  options: v.optional(
    v.looseObject({
      rooms: v.optional(v.array(Id)),
      openOnly: v.optional(v.literal(true)),
      since: v.optional(v.pipe(v.string(), v.isoTimestamp())),
      personal: v.optional(v.literal(true)),
    }),
  ),
  counts: v.optional(Counts),
  /** Bytes that the server had lost, or that were deleted meanwhile. Their lines have no `sha256`. */
  missingFiles: v.optional(Count),
  /** By name, in bytes before compression. Without `files/`, whose SHA-256 is in `files.jsonl`. */
  entries: v.optional(v.record(v.string(), v.looseObject({ size: Count, sha256: v.string() }))),
});
export type Manifest = v.InferOutput<typeof Manifest>;
