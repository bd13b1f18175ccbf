import { deleteMessage } from '../chat/messages/deletion.ts';
import { newIncarnation } from '../db/incarnation.ts';
import type { Db, FileTable } from '../db/schema.ts';
import { releaseFile } from '../files/files.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { toEntryPath } from './archive.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { openStoredBytes } from './stored-bytes.ts';

export interface BackupSource {
  storage: FileStorage;
  live: Db;
  /** Updated to match the files. */
  snapshot: Db;
  archive: ArchiveWriter;
  now: Date;
  onProgress: (bytes: number) => void;
  signal: AbortSignal;
}

export interface SaveResult {
  deletedCount: number;
  missingKeys: string[];
}

type StoredFile = Pick<FileTable, 'id' | 'key' | 'size'>;

/** Files that are deleted by now are deleted from the snapshot, too. */
export async function saveFiles(source: BackupSource): Promise<SaveResult> {
  const saved: SaveResult = { deletedCount: 0, missingKeys: [] };
  for (const file of await listFiles(source.snapshot)) {
    source.signal.throwIfAborted();
    const stored = await openStoredBytes(source.storage, {
      ...file,
      readCurrentState: () => readCurrentState(source.live, file.id),
      signal: source.signal,
    });
    if (stored === 'lost') saved.missingKeys.push(file.key);
    else if (stored === 'gone') {
      saved.deletedCount++;
      await deleteFromSnapshot(source, file);
    } else await source.archive.addStored(toEntryPath(file.key), stored, source);
  }
  return saved;
}

/** Of sent files: the bytes of others may be on their way. */
export async function listFileKeys(db: Db): Promise<string[]> {
  const files = await db.selectFrom('files').select('key').where('state', '=', 'sent').execute();
  return files.map(({ key }) => key);
}

async function listFiles(db: Db): Promise<StoredFile[]> {
  return db.selectFrom('files').select(['id', 'key', 'size']).where('state', '!=', 'deleted').execute();
}

async function readCurrentState(live: Db, id: string): Promise<FileTable['state'] | undefined> {
  const row = await live.selectFrom('files').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state;
}

// Deletes like the running server, so that no row of a backup refers to missing bytes.
async function deleteFromSnapshot({ snapshot, now }: BackupSource, { id }: StoredFile): Promise<void> {
  const message = await snapshot
    .selectFrom('messages as m')
    .innerJoin('rooms as r', 'r.id', 'm.roomId')
    .select(['m.roomId', 'm.id', 'm.seq', 'm.authorId', 'r.trimmedBefore'])
    .where('m.fileId', '=', id)
    .executeTakeFirst();
  if (!message) return void (await releaseFile(snapshot, id, 'unsent'));
  const { roomId, id: messageId, authorId: uid } = message;
  if (message.seq < (message.trimmedBefore ?? 0)) return releaseTrimmed(snapshot, id);
  await deleteMessage.run(
    snapshot,
    { uid, now: now.getTime(), incarnation: newIncarnation() },
    { roomId, messageId },
  );
}

/** Nobody reads its message, and the next part of the erasure takes it. */
async function releaseTrimmed(snapshot: Db, id: string): Promise<void> {
  await snapshot.updateTable('messages').set({ fileId: null }).where('fileId', '=', id).execute();
  await releaseFile(snapshot, id, 'sent');
}
