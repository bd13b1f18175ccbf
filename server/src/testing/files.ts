import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { MUTATIONS, type SnugMutations } from '../commands/mutations.ts';
import { Writer } from '../db/writer.ts';
import { createFileServices } from '../file-services.ts';
import { DiskStorage } from '../files/storage/disk.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import type { UploadReceiver } from '../files/upload-receiver.ts';
import { createTestRoom, NOW, runBatch, temporaryFolder } from './database.ts';

/** A person, their room, and files on a real disk. `change` replaces methods of the storage. */
export async function createRoomWithFiles(
  change: (disk: FileStorage) => Partial<FileStorage> = () => ({}),
  { quota = 1024 ** 3, space = { total: 1, free: 1 } } = {},
) {
  const room = await createTestRoom();
  const data = temporaryFolder();
  const clock = { now: NOW };
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const writer = new Writer<SnugMutations>({
    runBatch: jobs => runBatch(room.db, MUTATIONS, jobs, () => clock.now),
    onCommit: () => {},
    onFailure,
  });
  const services = { read: room.db, writer, now: () => clock.now, onFailure };
  const storage = new DiskStorage(join(data, 'files'));
  Object.assign(storage, change(new DiskStorage(join(data, 'files'))));
  const files = createFileServices({
    ...services,
    quota,
    storage,
    folder: data,
    diskSpace: async () => space,
  });
  const upload = createUploader(files.uploads, room.uid);
  const getPath = (key: string) => join(data, 'files', key);
  return {
    ...room,
    ...services,
    ...files,
    data,
    clock,
    failures,
    upload,
    getPath,
    listStored: () => listFiles(data),
  };
}

/** Returns a function that uploads bytes, by default as `owner`. */
export function createUploader(uploads: UploadReceiver, owner: string) {
  return (bytes: string | Uint8Array = 'hello', name = 'a.txt', uid = owner) =>
    uploads.receive(uid, { name }, Readable.from([Buffer.from(bytes)]));
}

/** All files in a folder, at any depth. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path =>
    statSync(join(folder, path)).isFile(),
  );
}
