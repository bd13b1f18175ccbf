import { statfs } from 'node:fs/promises';

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

/** Whether files of `bytes` leave the reserved space free. */
export function hasFreeSpace({ total, free }: DiskSpace, bytes: number): boolean {
  return free - bytes >= Math.min(RESERVED_BYTES, total * RESERVED_SHARE);
}
