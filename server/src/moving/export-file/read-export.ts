import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { StartError } from '../../base/start-error.ts';
import { ENTRIES, getFilePath, getMessagesPath, PART_NAMES, PARTS } from '../../export/format/entries.ts';
import type { LineSource } from '../../export/format/line-source.ts';
import { FORMAT, MANIFEST, Manifest, VERSION } from '../../export/format/manifest.ts';
import type { Archive } from '../archive/archive.ts';
import { readJsonLines } from './json-lines.ts';

export interface ExportFile extends LineSource {
  manifest: Manifest;
}

/** Of a manifest of any version. */
const Head = v.looseObject({ format: v.literal(FORMAT), version: v.number() });

/**
 * An export as the lines that it has. Throws a `StartError`, also while it is read: if a line is not of the format, or if an entry is not
 * the one that the manifest names.
 */
export async function readExport(archive: Archive): Promise<ExportFile> {
  const manifest = await readManifest(archive);
  const read = <Schema extends v.GenericSchema<unknown, object>>(path: string, schema: Schema) =>
    readEntry(archive, manifest, path, schema);
  return {
    manifest,
    people: () => read('people.jsonl', ENTRIES['people.jsonl']),
    rooms: () => read('rooms.jsonl', ENTRIES['rooms.jsonl']),
    messages: roomId => read(getMessagesPath(roomId), ENTRIES['rooms/<id>.jsonl']),
    files: () => read('files.jsonl', ENTRIES['files.jsonl']),
    emoji: () => read('emoji.jsonl', ENTRIES['emoji.jsonl']),
    openFile: async id => (archive.entries.has(getFilePath(id)) ? archive.open(getFilePath(id)) : undefined),
    parts: PART_NAMES.filter(name => archive.entries.has(name)).map(name => ({
      name,
      read: () => read(name, PARTS[name] as v.GenericSchema<unknown, object>),
    })),
  };
}

async function readManifest(archive: Archive): Promise<Manifest> {
  if (!archive.entries.has(MANIFEST))
    throw new StartError(
      `${archive.title} has no ${MANIFEST}: it is cut off, or no export of Snug. Copy it again.`,
    );
  const manifest = await archive.readJson(MANIFEST);
  const head = v.safeParse(Head, manifest);
  if (!head.success) throw new StartError(`${archive.title} is no export of Snug.`);
  if (head.output.version > VERSION)
    throw new StartError(`${archive.title} is from a newer Snug: update this one first.`);
  const parsed = v.safeParse(Manifest, manifest);
  if (parsed.success) return parsed.output;
  throw new StartError(
    `${MANIFEST} of ${archive.title} is not as in docs/export-format.md: ${describe(parsed.issues)}.`,
  );
}

/** No lines if there is no such entry. */
async function* readEntry<Schema extends v.GenericSchema<unknown, object>>(
  archive: Archive,
  manifest: Manifest,
  path: string,
  schema: Schema,
): AsyncGenerator<readonly v.InferOutput<Schema>[]> {
  const expected = manifest.entries?.[path];
  if (!archive.entries.has(path)) {
    if (expected) throw new StartError(`${archive.title} is damaged: it has no ${path}.`);
    return;
  }
  const hash = createHash('sha256');
  let line = 0;
  for await (const page of readJsonLines(await archive.open(path), hash, `${path} of ${archive.title}`)) {
    yield page.map(value => {
      line += 1;
      const parsed = v.safeParse(schema, value);
      if (parsed.success) return parsed.output;
      throw new StartError(
        `Line ${line} of ${path} is not as in docs/export-format.md: ${describe(parsed.issues)}. Nothing after it was read.`,
      );
    });
  }
  if (expected && expected.sha256 !== hash.digest('hex'))
    throw new StartError(`${archive.title} is damaged: ${path} is not as it was written.`);
}

function describe(issues: readonly v.BaseIssue<unknown>[]): string {
  const [issue] = issues;
  if (!issue) return 'unknown';
  const path = v.getDotPath(issue);
  return path === null ? issue.message : `"${path}": ${issue.message}`;
}
