import { createHash } from 'node:crypto';
import type { Archive } from './archive.ts';

/** Several files of one export as one archive. Of two files with one name, the second one gets a folder. */
export function joinArchives(archives: readonly Archive[]): Archive {
  const [only] = archives;
  if (only && archives.length === 1) return only;
  const entries = new Map<string, { size: number; archive: Archive; path: string }>();
  for (const [index, archive] of archives.entries()) {
    const hasConflict = [...archive.entries.keys()].some(path => entries.has(path));
    const folder = hasConflict ? `${index + 1}/` : '';
    for (const [path, { size }] of archive.entries) entries.set(folder + path, { size, archive, path });
  }
  const find = (path: string) => {
    const entry = entries.get(path);
    if (!entry) throw new Error(`no entry ${path}`);
    return entry;
  };
  return {
    title: `${only?.title ?? ''} and ${archives.length - 1} more`,
    entries,
    skipped: archives.flatMap(({ skipped }) => skipped),
    readJson: async path => {
      const entry = entries.get(path);
      return entry?.archive.readJson(entry.path);
    },
    read: async (path, maxBytes) => find(path).archive.read(find(path).path, maxBytes),
    open: async path => find(path).archive.open(find(path).path),
    sha256: async () => {
      const hash = createHash('sha256');
      for (const archive of archives) hash.update(`${await archive.sha256()}\n`);
      return hash.digest('hex');
    },
    close: async () => {
      for (const archive of archives) await archive.close();
    },
  };
}
