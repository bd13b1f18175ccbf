import { releaseFile } from '../../../files/files.ts';
import type { FileStorage } from '../../../files/storage/storage.ts';
import { deleteMessage } from '../../../messages/messages.ts';
import { newIncarnation } from '../../incarnation.ts';
import type { Db, FileTable } from '../../schema.ts';
import { FILES } from './archive.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { takeBytes } from './stored-bytes.ts';

export interface Source {
  storage: FileStorage;
  /** The running server's database. */
  live: Db;
  /** The copy of it that goes into the backup, and that is made to fit the files. */
  snapshot: Db;
  archive: ArchiveWriter;
  now: Date;
  /** Told of bytes that are done with. */
  onProgress: (bytes: number) => void;
}

/** What became of files while the backup was made. */
export interface Saved {
  /** How many were deleted, or taken back, meanwhile. */
  gone: number;
  /** The keys of those that are named and not there. */
  lost: string[];
}

type StoredFile = Pick<FileTable, 'id' | 'key' | 'size'>;

/** Saves the bytes of all files that the snapshot names. What is gone by now is deleted from the snapshot, too. */
export async function saveFiles(source: Source): Promise<Saved> {
  const saved: Saved = { gone: 0, lost: [] };
  for (const file of await listFiles(source.snapshot)) {
    const bytes = await takeBytes(source.storage, {
      ...file,
      stateNow: () => stateNow(source.live, file.id),
    });
    source.onProgress(file.size);
    if (bytes === 'lost') saved.lost.push(file.key);
    else if (bytes === 'gone') {
      saved.gone++;
      await forget(source, file);
    } else await source.archive.add(`${FILES}/${file.key}`, bytes);
  }
  return saved;
}

async function listFiles(db: Db): Promise<StoredFile[]> {
  return db.selectFrom('files').select(['id', 'key', 'size']).where('state', '!=', 'deleted').execute();
}

async function stateNow(live: Db, id: string): Promise<FileTable['state'] | undefined> {
  const row = await live.selectFrom('files').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state;
}

// The same as the running server did, so that no row of a backup names bytes that are not in it.
async function forget({ snapshot, now }: Source, { id }: StoredFile): Promise<void> {
  const message = await snapshot
    .selectFrom('messages')
    .select(['roomId', 'id', 'authorId'])
    .where('fileId', '=', id)
    .executeTakeFirst();
  if (!message) return void (await releaseFile(snapshot, id, 'unsent'));
  const { roomId, id: messageId, authorId: uid } = message;
  await deleteMessage.run(
    snapshot,
    { uid, now: now.getTime(), incarnation: newIncarnation() },
    { roomId, messageId },
  );
}
