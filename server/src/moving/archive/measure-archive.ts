import type { Archive } from './archive.ts';

/** An archive that counts what was read. */
export interface MeasuredArchive extends Archive {
  /** Of all entries, unpacked, in bytes. */
  bytes: number;
  /** From 0 to 1. An entry counts once, when it is opened. */
  getShare: () => number;
}

export function measureArchive(archive: Archive): MeasuredArchive {
  const seen = new Set<string>();
  let bytes = 0;
  for (const { size } of archive.entries.values()) bytes += size;
  let read = 0;
  const count = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    read += archive.entries.get(path)?.size ?? 0;
  };
  return {
    ...archive,
    bytes,
    getShare: () => (bytes === 0 ? 1 : read / bytes),
    readJson: path => {
      count(path);
      return archive.readJson(path);
    },
    read: (path, maxBytes) => {
      count(path);
      return archive.read(path, maxBytes);
    },
    open: path => {
      count(path);
      return archive.open(path);
    },
  };
}
