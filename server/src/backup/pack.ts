import { existsSync } from 'node:fs';
import { type FileHandle, readFile, stat } from 'node:fs/promises';
import { readEpoch } from '../db/epoch.ts';
import type { Db } from '../db/schema.ts';
import { DATABASE } from '../db/sqlite/data-folder.ts';
import { openSqlite } from '../db/sqlite/sqlite.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { MANIFEST, SECRET } from './archive.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { assertIntact, assertOwnSchema, countAll } from './checks.ts';
import type { LiveDatabase } from './live-database.ts';
import { type Counts, createManifest, type Manifest } from './manifest.ts';
import { listAvatarKeys, saveAvatars } from './saved-avatars.ts';
import { type BackupSource, listFileKeys, type SaveResult, saveFiles } from './saved-files.ts';

export interface PackOptions {
  storage: FileStorage;
  /** The archive then has only the keys of the files. */
  withoutFiles: boolean;
  live: LiveDatabase;
  snapshotPath: string;
  now: Date;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export interface PackResult extends SaveResult {
  counts: Counts;
  /** The number of files that are not in the archive; undefined if it has them. */
  omittedCount: number | undefined;
}

export async function pack(file: FileHandle, options: PackOptions): Promise<PackResult> {
  const { storage, withoutFiles, live, snapshotPath, now, signal } = options;
  // Before the files: the bytes of a row in the snapshot exist with the row, or a moment later.
  await live.takeSnapshot(snapshotPath);
  signal.throwIfAborted();
  const archive = new ArchiveWriter(file, now);
  const snapshot = openSqlite(snapshotPath);
  try {
    await assertIntact(snapshot);
    const schema = await assertOwnSchema(snapshot);
    const onProgress = await createProgress(snapshot, options);
    const omittedFiles = withoutFiles ? await listKeys(snapshot) : undefined;
    const saved = withoutFiles
      ? NOTHING_SAVED
      : await saveStored({ storage, live: live.db, snapshot, archive, now, onProgress, signal });
    const facts = {
      schema,
      epoch: await readEpoch(snapshot),
      counts: await countAll(snapshot),
      ...(omittedFiles && { omittedFiles }),
    };
    await snapshot.destroy();
    if (live.secretPath !== undefined) await addSecret(archive, live.secretPath);
    await archive.addFile(DATABASE, snapshotPath, { onProgress, signal });
    await addManifest(archive, now, facts);
    return { counts: facts.counts, omittedCount: omittedFiles?.length, ...saved };
  } finally {
    await snapshot.destroy();
  }
}

const NOTHING_SAVED: SaveResult = { deletedCount: 0, missingKeys: [] };

async function saveStored(source: BackupSource): Promise<SaveResult> {
  const files = await saveFiles(source);
  const avatars = await saveAvatars(source);
  return {
    deletedCount: files.deletedCount + avatars.deletedCount,
    missingKeys: [...files.missingKeys, ...avatars.missingKeys],
  };
}

async function listKeys(snapshot: Db): Promise<string[]> {
  return [...(await listFileKeys(snapshot)), ...(await listAvatarKeys(snapshot))].toSorted();
}

async function addSecret(archive: ArchiveWriter, path: string): Promise<void> {
  const secret = existsSync(path) ? await readFile(path) : Buffer.alloc(0);
  if (secret.length > 0) await archive.add(SECRET, secret);
}

async function addManifest(
  archive: ArchiveWriter,
  now: Date,
  facts: Pick<Manifest, 'schema' | 'epoch' | 'counts' | 'omittedFiles'>,
): Promise<void> {
  const entries = Object.fromEntries(archive.entries);
  const manifest = createManifest({ createdAt: now.toISOString(), ...facts, entries });
  await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest, undefined, 1)));
  await archive.end();
}

async function createProgress(
  snapshot: Db,
  { snapshotPath, withoutFiles, onProgress }: PackOptions,
): Promise<(bytes: number) => void> {
  const { size } = await stat(snapshotPath);
  const { stored } = await snapshot
    .selectFrom('files')
    .select(({ fn }) => fn.sum<number | null>('size').as('stored'))
    .where('state', '!=', 'deleted')
    .executeTakeFirstOrThrow();
  const all = size + (withoutFiles ? 0 : (stored ?? 0));
  let done = 0;
  return bytes => {
    done += bytes;
    onProgress(Math.min(1, done / all));
  };
}
