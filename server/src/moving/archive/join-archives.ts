import { createHash } from 'node:crypto';
import type { Archive } from './archive.ts';

/** Several files of one export as one archive. If an archive has a name of those before it, its files get a folder. */
export function joinArchives(archives: readonly Archive[]): Archive {
  const [only] = archives;
  if (only && archives.length === 1) return only;
  const entries = new Map<string, { size: number; archive: Archive; path: string }>();
  for (const [index, archive] of archives.entries()) {
    const paths = [...archive.entries.keys()];
    let folder = '';
    for (let number = index + 1; paths.some(path => entries.has(folder + path)); number++)
      folder = `${number}/`;
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
