import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../db/schema.ts';
import type { Writer } from '../db/writer.ts';
import type { SnugMutations } from '../mutations.ts';
import { Avatars } from '../profiles/avatars.ts';
import { type DiskSpace, readDiskSpace } from './free-space.ts';
import { FileRemoval } from './removal.ts';
import { DiskStorage, type FileStorage } from './storage/disk.ts';
import { Uploads } from './uploads.ts';

export interface FileServicesOptions {
  storage: FileStorage;
  /** Where uploads under way are kept. */
  folder: string;
  diskSpace: () => Promise<DiskSpace>;
  /** How many bytes the files of one person may have together. */
  quota: number;
  read: Db;
  writer: Writer<SnugMutations>;
  now: () => number;
  onFailure: (error: unknown) => void;
}

/** Everything that has to do with the bytes of files. */
export interface FileServices {
  storage: FileStorage;
  uploads: Uploads;
  removal: FileRemoval;
  avatars: Avatars;
}

export function createFileServices(options: FileServicesOptions): FileServices {
  const removal = new FileRemoval(options);
  return {
    storage: options.storage,
    uploads: new Uploads({ ...options, removal }),
    removal,
    avatars: new Avatars({ ...options, removal }),
  };
}

/** The files in a data folder. Uploads that were under way when the server stopped last are thrown away. */
export function openDiskFiles(data: string): Pick<FileServicesOptions, 'storage' | 'folder' | 'diskSpace'> {
  const folder = join(data, 'uploads');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return {
    folder,
    storage: new DiskStorage(join(data, 'files')),
    diskSpace: () => readDiskSpace(data),
  };
}
