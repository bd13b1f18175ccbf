import { createHash } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { lstat, open, opendir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Archive, SkippedEntry } from './archive.ts';
import { ArchiveError, quote } from './archive-error.ts';
import { cleanEntryName, EntryNames, isSystemFile } from './entry-names.ts';
import { checkSize, readJson } from './read-json.ts';

interface FolderFile {
  size: number;
  /** On the disk. */
  file: string;
}

export async function openFolder(folder: string): Promise<Archive> {
  const entries = new Map<string, FolderFile>();
  const skipped: SkippedEntry[] = [];
  const names = new EntryNames(path => entries.has(path));
  // A list of folders, because a recursion would be as deep as the folder.
  const folders = [''];
  for (let at = 0; at < folders.length; at++) {
    const parent = folders[at] ?? '';
    for await (const item of await opendir(join(folder, parent))) {
      const name = parent === '' ? item.name : `${parent}/${item.name}`;
      if (item.isDirectory()) {
        folders.push(name);
        names.add(`${name}/`);
        continue;
      }
      const path = cleanEntryName(name);
      names.add(path);
      const reason = findReasonToSkip(item, path);
      if (reason) skipped.push({ path, reason });
      else {
        const file = join(folder, name);
        entries.set(path, { size: (await lstat(file)).size, file });
      }
    }
  }
  return createFolderArchive(basename(resolve(folder)), entries, skipped);
}

/** An archive with one entry. */
export async function openSingleFile(file: string): Promise<Archive> {
  const path = cleanEntryName(basename(file));
  return createFolderArchive(path, new Map([[path, { size: (await stat(file)).size, file }]]), []);
}

/** A link could name any file of the machine. */
function findReasonToSkip(item: Dirent, path: string): SkippedEntry['reason'] | undefined {
  if (item.isSymbolicLink()) return 'archive.link';
  if (!item.isFile()) return 'archive.special';
  return isSystemFile(path) ? 'archive.system' : undefined;
}

function createFolderArchive(
  title: string,
  entries: ReadonlyMap<string, FolderFile>,
  skipped: readonly SkippedEntry[],
): Archive {
  function find(path: string): FolderFile {
    const entry = entries.get(path);
    if (!entry) throw new ArchiveError(`The archive has no ${quote(path)}.`);
    return entry;
  }

  async function openFile({ file }: FolderFile): Promise<Readable> {
    // The file may have become a link since the folder was listed.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    return handle.createReadStream();
  }

  async function read(path: string, maxBytes: number): Promise<Buffer> {
    const entry = find(path);
    checkSize(path, entry.size, maxBytes);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of await openFile(entry)) {
      size += chunk.length;
      checkSize(path, size, maxBytes);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  }

  return {
    title,
    entries,
    skipped,
    read,
    readJson: async path => {
      const entry = entries.get(path);
      return entry && (await readJson(path, entry.size, read));
    },
    open: async path => await openFile(find(path)),
    sha256: async () => {
      const all = createHash('sha256');
      for (const [path, entry] of [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        const one = createHash('sha256');
        for await (const chunk of await openFile(entry)) one.update(chunk);
        all.update(`${JSON.stringify(path)} ${one.digest('hex')}\n`);
      }
      return all.digest('hex');
    },
    close: async () => {},
  };
}
