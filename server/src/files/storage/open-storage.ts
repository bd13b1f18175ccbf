import { join } from 'node:path';
import type { S3Settings } from '../../config/s3-settings.ts';
import { DiskStorage } from './disk.ts';
import { S3Storage } from './s3/s3-storage.ts';
import type { FileStorage } from './storage.ts';

export interface StorageSettings {
  /** The data folder. */
  data: string;
  /** The store that has the files. If undefined, they are in the data folder. */
  s3?: S3Settings | undefined;
}

/** The storage that the settings name. Connects to nothing before the first operation. */
export function openStorage({ data, s3 }: StorageSettings): FileStorage {
  return s3 ? new S3Storage({ ...s3, now: Date.now }) : new DiskStorage(join(data, 'files'));
}
