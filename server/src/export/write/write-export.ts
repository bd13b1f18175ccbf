import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../base/start-error.ts';
import { syncFolder } from '../../base/sync-folder.ts';
import type { Counts } from '../format/manifest.ts';
import type { SlackLosses } from '../slack/slack-entries.ts';
import { writeZip, type ZipEntry } from '../zip/write-zip.ts';
import { ExportEntries, type ExportEntriesOptions } from './export-entries.ts';

export interface WriteExportOptions extends ExportEntriesOptions {
  /** Ends with `.zip` for a ZIP file. Otherwise a new folder. */
  path: string;
}

export interface WrittenExport {
  counts: Counts;
  /** The ids of files whose bytes nobody has. */
  missing: readonly string[];
  /** What the form has no place for, by kind. */
  lost?: SlackLosses;
  /** Of the ZIP file; undefined for a folder. */
  bytes: number | undefined;
}

/**
 * Nobody but the owner can read the files. The path exists only if all of it is written. Throws a `StartError` if it exists already, or an
 * error of the disk or the source.
 */
export async function writeExport({ path, ...options }: WriteExportOptions): Promise<WrittenExport> {
  const entries = new ExportEntries(options);
  const bytes = await writeEntries(path, entries, new Date(options.facts.createdAt));
  return { counts: entries.counts, missing: entries.missing, bytes };
}

/** Returns the bytes of a ZIP file. Otherwise as `writeExport`, for entries of any form. */
export async function writeEntries(
  path: string,
  entries: AsyncIterable<ZipEntry>,
  time: Date,
): Promise<number | undefined> {
  if (existsSync(path)) throw new StartError(`${path} already exists.`);
  const partial = `${path}.partial`;
  if (existsSync(partial))
    throw new StartError(
      `${partial} exists: another export is running, or one was killed. If none is running, remove it.`,
    );
  try {
    if (isZip(path)) await pipeline(writeZip(entries, time), createPrivateFile(partial));
    else await writeFolder(partial, entries);
    await rename(partial, path);
    syncFolder(dirname(path));
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  return isZip(path) ? (await stat(path)).size : undefined;
}

export function isZip(path: string): boolean {
  return /\.zip$/i.test(path);
}

/** A ZIP file for a reader, such as the response to a request. */
export function createExportStream(options: ExportEntriesOptions): Readable {
  return Readable.from(writeZip(new ExportEntries(options), new Date(options.facts.createdAt)), {
    objectMode: false,
  });
}

async function writeFolder(path: string, entries: AsyncIterable<ZipEntry>): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  for (const folder of ['rooms', 'files']) await mkdir(join(path, folder), { mode: 0o700 });
  for await (const { name, content } of entries) await pipeline(content, createPrivateFile(join(path, name)));
}

function createPrivateFile(path: string) {
  return createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
}
