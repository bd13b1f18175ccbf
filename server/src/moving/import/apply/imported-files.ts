import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_FILE_NAME_LENGTH } from '@snug/protocol';
import type { FileLine } from '../../../export/format/lines.ts';
import { describeFile, type FileDescription } from '../../../files/describe-file.ts';
import { toSingleLine } from './clean-line.ts';
import type { ImportRun } from './import-run.ts';
import { insertRows, type RowTable, type Value } from './insert-rows.ts';

/** Files on their way at once: describing one decodes a picture or examines a video. */
const CONCURRENCY = 4;
const FILES_AT_ONCE = 200;

const FILES: RowTable = {
  name: 'files',
  columns: [
    'id',
    'key',
    'ownerId',
    'name',
    'createdAt',
    'state',
    'imported',
    'contentType',
    'size',
    'width',
    'height',
    'duration',
    'peaks',
  ],
};

export interface WantedFile {
  line: FileLine;
  /** The author of its message. */
  ownerId: string;
}

/** The reason if it does not come. */
export type FileOutcome = FileDescription | { reason: string };

interface Arrived {
  line: FileLine;
  ownerId: string;
  path: string;
  key: string;
  described: FileDescription;
}

/** Stores the bytes of files, and rows that belong to no room yet. The first step of their messages. */
export async function storeFiles(
  run: ImportRun,
  files: readonly WantedFile[],
): Promise<ReadonlyMap<string, FileOutcome>> {
  const outcomes = new Map<string, FileOutcome>();
  for (let from = 0; from < files.length; from += FILES_AT_ONCE)
    for (const [id, outcome] of await storeSome(run, files.slice(from, from + FILES_AT_ONCE)))
      outcomes.set(id, outcome);
  return outcomes;
}

async function storeSome(run: ImportRun, files: readonly WantedFile[]): Promise<Map<string, FileOutcome>> {
  const { db, engine, storage, now, progress, transaction } = run;
  const outcomes = new Map<string, FileOutcome>();
  const sent = await removeUnsent(run, files);
  const arrived: Arrived[] = [];
  try {
    await eachAtOnce(files, async file => {
      run.signal?.throwIfAborted();
      const outcome = sent.has(file.line.id) ? { reason: 'file.used' } : await receive(run, file);
      if ('reason' in outcome) outcomes.set(file.line.id, outcome);
      else arrived.push(outcome);
    });
    // The rows first, so that no bytes exist without a row: after a day, a server removes both.
    const at = now();
    const rows = arrived.map(file => toRow(file, at));
    await transaction.run(rows.length, () => insertRows(db, engine, FILES, rows));
    await transaction.commit();
    await eachAtOnce(arrived, async ({ line, path, key, described }) => {
      await storage.moveFrom(path, key);
      outcomes.set(line.id, described);
      progress.files++;
      progress.fileBytes += described.size;
    });
    return outcomes;
  } finally {
    await eachAtOnce(files, ({ line }) => rm(toPath(run, line), { force: true }));
  }
}

/** Rows of a killed import go, with their bytes. Returns the ids of the files that are in use. */
async function removeUnsent(
  { db, storage }: ImportRun,
  files: readonly WantedFile[],
): Promise<ReadonlySet<string>> {
  const known = await db
    .selectFrom('files')
    .select(['id', 'key', 'state'])
    .where(
      'id',
      'in',
      files.map(({ line }) => line.id),
    )
    .execute();
  for (const { id, key, state } of known) {
    if (state === 'sent') continue;
    await storage.remove(key);
    await db.deleteFrom('files').where('id', '=', id).execute();
  }
  return new Set(known.flatMap(({ id, state }) => (state === 'sent' ? id : [])));
}

async function receive(run: ImportRun, { line, ownerId }: WantedFile): Promise<Arrived | { reason: string }> {
  const key = randomBytes(16).toString('hex');
  const prepared = await run.prepared?.find(line.id);
  if (prepared) return { line, ownerId, path: prepared.path, key, described: prepared.description };
  const opened = await run.source.openFile(line.id);
  if (!opened) return { reason: 'file.no_bytes' };
  const path = toPath(run, line);
  if ((await copy(opened, path)) === 0) return { reason: 'file.empty' };
  const { duration, peaks } = line;
  const { metadata: _, ...described } = await describeFile(path, { duration, peaks });
  return { line, ownerId, path, key, described };
}

function toPath({ folder }: ImportRun, { id }: FileLine): string {
  return join(folder, `import-${id}`);
}

function toRow({ line, ownerId, key, described }: Arrived, at: number): Value[] {
  const { contentType, size, width, height, duration, peaks } = described;
  const name = toSingleLine(line.name, MAX_FILE_NAME_LENGTH) || 'file';
  return [line.id, key, ownerId, name, at, 'unsent', 1, contentType, size, width, height, duration, peaks];
}

async function eachAtOnce<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) await act(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

/** Returns the number of bytes. */
async function copy(bytes: Readable, path: string): Promise<number> {
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
  return (await stat(path)).size;
}
