import { statfs } from 'node:fs/promises';
import { CommandError } from '@snug/protocol';

/** Free space that files leave for messages, in bytes, or as a share of a small disk. */
const RESERVED_BYTES = 2_000_000_000;
const RESERVED_SHARE = 0.1;

export interface DiskSpace {
  total: number;
  free: number;
}

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { total: blocks * bsize, free: bavail * bsize };
}

/** Throws `disk_full` if files of `bytes` would use the reserved space. */
export function assertFreeSpace({ total, free }: DiskSpace, bytes = 0): void {
  if (free - bytes < Math.min(RESERVED_BYTES, total * RESERVED_SHARE)) throw new CommandError('disk_full');
}
