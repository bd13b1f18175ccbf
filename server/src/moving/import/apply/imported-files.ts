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

/** Files on their way at once: describing one decodes a picture or examines a video. */
const CONCURRENCY = 4;

export interface WantedFile {
  line: FileLine;
  /** The author of its message. */
  ownerId: string;
}

/** The reason if it does not come. */
export type FileOutcome = FileDescription | { reason: string };

/** Stores the bytes of files, and rows that belong to no room yet. The first step of their messages. */
export async function storeFiles(
  run: ImportRun,
  files: readonly WantedFile[],
): Promise<ReadonlyMap<string, FileOutcome>> {
  const outcomes = new Map<string, FileOutcome>();
  const waiting = files.values();
  const work = async () => {
    for (const file of waiting) {
      run.signal?.throwIfAborted();
      outcomes.set(file.line.id, await storeFile(run, file));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return outcomes;
}

async function storeFile(run: ImportRun, { line, ownerId }: WantedFile): Promise<FileOutcome> {
  const { db, storage, source, folder, now, progress } = run;
  const known = await db.selectFrom('files').selectAll().where('id', '=', line.id).executeTakeFirst();
  if (known?.state === 'sent') return { reason: 'file.used' };
  if (known) {
    // Of a killed import.
    await storage.remove(known.key);
    await db.deleteFrom('files').where('id', '=', line.id).execute();
  }
  const opened = await source.openFile(line.id);
  if (!opened) return { reason: 'file.no_bytes' };
  const path = join(folder, `import-${line.id}`);
  try {
    if ((await copy(opened, path)) === 0) return { reason: 'file.empty' };
    const { duration, peaks, name } = line;
    const { metadata: _, ...described } = await describeFile(path, { duration, peaks });
    const key = randomBytes(16).toString('hex');
    const row = {
      id: line.id,
      key,
      ownerId,
      name: toSingleLine(name, MAX_FILE_NAME_LENGTH) || 'file',
      createdAt: now(),
      state: 'unsent' as const,
      imported: 1,
      ...described,
    };
    // The row first, so that no bytes exist without a row: after a day, a server removes both.
    await db.insertInto('files').values(row).execute();
    await storage.moveFrom(path, key);
    progress.files++;
    progress.fileBytes += described.size;
    return described;
  } finally {
    await rm(path, { force: true });
  }
}

/** Returns the number of bytes. */
async function copy(bytes: Readable, path: string): Promise<number> {
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
  return (await stat(path)).size;
}
