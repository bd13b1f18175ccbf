import { join } from 'node:path';
import type { S3Settings } from '../../config/s3-settings.ts';
import { DiskStorage } from './disk.ts';
import { FallbackStorage } from './fallback.ts';
import { S3Storage } from './s3/s3-storage.ts';
import type { FileStorage } from './storage.ts';
import type { UsedStorages } from './used-storages.ts';

export interface StorageSettings {
  /** The data folder. */
  data: string;
  /** The store that has the files. If undefined, they are in the data folder. */
  s3?: S3Settings | undefined;
}

/** The storage that the settings name. Connects to nothing before the first operation. `store`: if one is open. */
export function openStorage({ data, s3 }: StorageSettings, store?: S3Storage): FileStorage {
  const folder = openFolder(data);
  if (!s3) return folder;
  const files = store ?? openS3Storage(s3);
  if (s3.fallback === 'folder') return new FallbackStorage(files, folder);
  return s3.fallback === 'store' ? new FallbackStorage(folder, files) : files;
}

export function openFolder(data: string): FileStorage {
  return new DiskStorage(join(data, 'files'));
}

export function openS3Storage(settings: S3Settings): S3Storage {
  return new S3Storage({ ...settings, now: Date.now });
}

export function getUsedStorages({ s3 }: Pick<StorageSettings, 's3'>): UsedStorages {
  if (!s3) return 'folder';
  return s3.fallback === undefined ? 's3' : 'both';
}
