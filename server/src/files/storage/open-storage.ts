import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { DiskStorage } from './disk.ts';
import type { FileStorage } from './storage.ts';

export type StorageSettings = Pick<Config, 'data'>;

/** The storage that the settings name. Connects to nothing before the first operation. */
export function openStorage({ data }: StorageSettings): FileStorage {
  return new DiskStorage(join(data, 'files'));
}
