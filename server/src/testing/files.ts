import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';
import { createFileServices } from '../commands/file-services.ts';
import { MUTATIONS, type SnugMutations } from '../commands/mutations.ts';
import { Writer } from '../db/writer.ts';
import { DiskStorage } from '../files/storage/disk.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import type { UploadAdmissionOptions } from '../files/upload-admission.ts';
import type { UploadReceiver } from '../files/upload-receiver.ts';
import { createTestRoom, NOW, runBatch, temporaryFolder } from './database.ts';

/** Without limits but that of a file. */
export const UPLOAD_OPTIONS = {
  maxBytes: DEFAULT_MAX_FILE_BYTES,
  quota: 1024 ** 3,
  budget: { take: async () => {}, giveBack: async () => {} },
  diskSpace: async () => ({ total: 1e12, free: 1e12 }),
};

/** A person, their room, and files on a real disk. `change` replaces methods of the storage. */
export async function createRoomWithFiles(
  change: (disk: FileStorage) => Partial<FileStorage> = () => ({}),
  changedOptions: Partial<UploadAdmissionOptions> = {},
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
    ...UPLOAD_OPTIONS,
    ...services,
    storage,
    folder: data,
    ...changedOptions,
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

export function writeTemporaryFile(bytes: string | Uint8Array): string {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, bytes);
  return path;
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
