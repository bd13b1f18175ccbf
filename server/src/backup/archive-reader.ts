import type { FileHandle } from 'node:fs/promises';
import { Header } from 'tar/header';
import { readRange } from '../base/read-range.ts';
import { DATABASE } from '../db/sqlite/data-folder.ts';
import { BLOCK_BYTES, getPaddingBytes, isEntryPath, MANIFEST } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { type Manifest, parseManifest } from './manifest.ts';

const CHUNK_BYTES = 1024 * 1024;
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;

export interface ArchiveEntry {
  path: string;
  size: number;
  offset: number;
}

/** Throws a `BackupError` if paths or sizes differ from the manifest. */
export async function readArchive(
  file: FileHandle,
): Promise<{ manifest: Manifest; entries: ArchiveEntry[] }> {
  const entries = await listEntries(file);
  const last = entries.pop();
  if (last?.path !== MANIFEST || last.size > MAX_MANIFEST_BYTES) throw createTruncatedError();
  const manifest = parseManifest(await readEntryText(file, last));
  const manifestEntries = new Map(Object.entries(manifest.entries));
  const matchesManifest = entries.every(({ path, size }) => manifestEntries.get(path)?.size === size);
  if (!matchesManifest || manifestEntries.size !== entries.length || !manifestEntries.has(DATABASE)) {
    throw new BackupError('The contents of the backup do not match its manifest.');
  }
  return { manifest, entries };
}

export async function* readEntry(
  file: FileHandle,
  { offset, size }: ArchiveEntry,
): AsyncIterable<Uint8Array> {
  let missing = size;
  for await (const chunk of readRange(file, { start: offset, end: offset + size, chunkBytes: CHUNK_BYTES })) {
    missing -= chunk.length;
    yield chunk;
  }
  if (missing > 0) throw createTruncatedError();
}

// Walks the blocks directly and accepts only plain files with known paths. So links, devices and long names of the tar
// format need no handling.
async function listEntries(file: FileHandle): Promise<ArchiveEntry[]> {
  const stat = await file.stat();
  if (!stat.isFile()) throw new BackupError('A backup is a file. This is a folder or a device.');
  const end = stat.size;
  const entries = new Map<string, ArchiveEntry>();
  let position = 0;
  for (;;) {
    const entry = await readHeader(file, position);
    if (!entry) return [...entries.values()];
    if (entries.has(entry.path)) throw new BackupError(`The backup contains ${entry.path} twice.`);
    entries.set(entry.path, entry);
    position = entry.offset + entry.size + getPaddingBytes(entry.size);
    if (position > end) throw createTruncatedError();
  }
}

async function readHeader(file: FileHandle, position: number): Promise<ArchiveEntry | undefined> {
  const block = Buffer.alloc(BLOCK_BYTES);
  const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, position);
  if (bytesRead < BLOCK_BYTES) throw position === 0 ? createNotABackupError() : createTruncatedError();
  const header = decodeHeader(block);
  if (header?.nullBlock && position > 0) return undefined;
  if (!header?.cksumValid)
    throw position === 0 ? createNotABackupError() : new BackupError('The backup is damaged.');
  const { type, path = '', size = 0 } = header;
  if (type !== 'File' || !isEntryPath(path) || size < 1) {
    throw new BackupError(
      `The file contains ${JSON.stringify(path)} (${type}), which is never in a Snug backup.`,
    );
  }
  return { path, size, offset: position + BLOCK_BYTES };
}

function decodeHeader(block: Buffer): Header | undefined {
  try {
    return new Header(block);
  } catch {
    return undefined;
  }
}

async function readEntryText(file: FileHandle, entry: ArchiveEntry): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readEntry(file, entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function createNotABackupError(): BackupError {
  return new BackupError('The file is not a Snug backup.');
}

function createTruncatedError(): BackupError {
  return new BackupError('The backup is incomplete: its end is missing.');
}
