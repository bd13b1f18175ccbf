import * as v from 'valibot';
import { parseJson } from '../base/parse-json.ts';
import { isEntryPath, toEntryPath } from './archive.ts';
import { BackupError } from './backup-error.ts';

/** Archives with their files. */
const WITH_FILES = 1;
/** Archives without them, which releases before 0.5.0 cannot restore. */
const WITHOUT_FILES = 2;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Content = v.strictObject({ size: count, sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) });
const key = v.pipe(
  v.string(),
  v.check(text => isEntryPath(toEntryPath(text))),
);
const Counts = v.strictObject({ people: count, rooms: count, messages: count, files: count });

const Manifest = v.strictObject({
  format: v.picklist([WITH_FILES, WITHOUT_FILES]),
  schema: v.string(),
  epoch: v.string(),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  counts: Counts,
  /** All other entries of the archive, by path. */
  entries: v.record(v.string(), Content),
  /** The keys of all files, if the archive is without them. */
  omittedFiles: v.optional(v.array(key)),
});

export type Manifest = v.InferOutput<typeof Manifest>;
export type Content = v.InferOutput<typeof Content>;
/** Messages that are not deleted, and uploaded files. */
export type Counts = v.InferOutput<typeof Counts>;

/** `omittedFiles`: see the manifest. */
export function createManifest(facts: Omit<Manifest, 'format'>): Manifest {
  return { format: facts.omittedFiles ? WITHOUT_FILES : WITH_FILES, ...facts };
}

/** Throws a `BackupError` if the text is not a manifest, or is from a newer Snug. */
export function parseManifest(text: string): Manifest {
  const json = parseJson(text);
  const { format } = v.is(v.object({ format: count }), json) ? json : { format: 0 };
  if (format > WITHOUT_FILES) {
    throw new BackupError('The backup was made by a newer Snug: update this one first.');
  }
  if (!v.is(Manifest, json)) throw new BackupError('The manifest of the backup is damaged.');
  return json;
}
