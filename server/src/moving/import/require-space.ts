import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatMegabytes } from '../../backup/cli.ts';
import { type DiskSpace, readDiskSpace } from '../../files/disk-space.ts';
import { ImportError } from './import-error.ts';

/** Throws an `ImportError` if fewer bytes are free. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { free } = await readDisk(folder);
  if (bytes > free)
    throw new ImportError(
      `The disk of ${folder} is full: about ${formatMegabytes(bytes)} are needed, and ${formatMegabytes(free)} are free.`,
    );
}

/** Of a folder that may be missing. */
export async function readDisk(folder: string): Promise<DiskSpace> {
  return existsSync(folder) ? readDiskSpace(folder) : readDisk(dirname(folder));
}
