import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../db/schema.ts';
import type { Writer } from '../db/writer.ts';
import type { SnugMutations } from '../mutations.ts';
import { FileRemoval } from './removal.ts';
import { DiskStorage, type FileStorage } from './storage.ts';
import { Uploads } from './uploads.ts';

export interface FileServicesOptions {
  /** The folder that holds everything. */
  data: string;
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
}

/** Throws away what was under way when the server stopped last. */
export function createFileServices({ data, ...options }: FileServicesOptions): FileServices {
  const folder = join(data, 'uploads');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const storage = new DiskStorage(join(data, 'files'));
  const removal = new FileRemoval({ storage, ...options });
  return { storage, removal, uploads: new Uploads({ folder, storage, removal, ...options }) };
}
