import type { FileHandle } from 'node:fs/promises';
import { Header } from 'tar/header';
import { BLOCK, DATABASE, isEntryPath, MANIFEST, paddingOf } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { type Manifest, parseManifest } from './manifest.ts';

const CHUNK_BYTES = 1024 * 1024;
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024;

/** A file in the archive: `size` bytes from `offset` on. */
export interface ArchiveEntry {
  path: string;
  size: number;
  offset: number;
}

/**
 * Finds everything in an archive, and that it is what its manifest says as far as paths and sizes go. Throws a
 * `BackupError` where it is not.
 */
export async function readArchive(
  file: FileHandle,
): Promise<{ manifest: Manifest; entries: ArchiveEntry[] }> {
  const entries = await listEntries(file);
  const last = entries.pop();
  if (last?.path !== MANIFEST || last.size > MAX_MANIFEST_BYTES) throw notWhole();
  const manifest = parseManifest(await readText(file, last));
  const said = new Map(Object.entries(manifest.entries));
  const isAsSaid = entries.every(({ path, size }) => said.get(path)?.size === size);
  if (!isAsSaid || said.size !== entries.length || !said.has(DATABASE)) {
    throw new BackupError('The backup does not hold what its manifest says.');
  }
  return { manifest, entries };
}

/** The bytes of an entry, as they come from the disk. */
export async function* readEntry(
  file: FileHandle,
  { offset, size }: ArchiveEntry,
): AsyncIterable<Uint8Array> {
  const end = offset + size;
  for (let position = offset; position < end; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - position));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) throw notWhole();
    yield chunk.subarray(0, bytesRead);
    position += bytesRead;
  }
}

// By hand from block to block: only plain files of known paths get any further, so nothing that a tar can hold
// besides (links, devices, names of any length) needs a thought.
async function listEntries(file: FileHandle): Promise<ArchiveEntry[]> {
  const { size: end } = await file.stat();
  const entries = new Map<string, ArchiveEntry>();
  let position = 0;
  for (;;) {
    const entry = await readHeader(file, position);
    if (!entry) return [...entries.values()];
    if (entries.has(entry.path)) throw new BackupError(`The backup holds ${entry.path} twice.`);
    entries.set(entry.path, entry);
    position = entry.offset + entry.size + paddingOf(entry.size);
    if (position > end) throw notWhole();
  }
}

/** Undefined at the end of the archive. */
async function readHeader(file: FileHandle, position: number): Promise<ArchiveEntry | undefined> {
  const block = Buffer.alloc(BLOCK);
  const { bytesRead } = await file.read(block, 0, BLOCK, position);
  if (bytesRead < BLOCK) throw position === 0 ? notOne() : notWhole();
  const header = decode(block);
  if (header?.nullBlock && position > 0) return undefined;
  if (!header?.cksumValid) throw position === 0 ? notOne() : new BackupError('The backup is damaged.');
  const { type, path = '', size = 0 } = header;
  if (type !== 'File' || !isEntryPath(path) || size < 1) {
    throw new BackupError(`The file holds ${JSON.stringify(path)} (${type}), which no backup of Snug does.`);
  }
  return { path, size, offset: position + BLOCK };
}

/** Undefined where its numbers are none. */
function decode(block: Buffer): Header | undefined {
  try {
    return new Header(block);
  } catch {
    return undefined;
  }
}

async function readText(file: FileHandle, entry: ArchiveEntry): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readEntry(file, entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function notOne(): BackupError {
  return new BackupError('The file is no backup of Snug.');
}

function notWhole(): BackupError {
  return new BackupError('The backup is not whole: its end is missing.');
}
