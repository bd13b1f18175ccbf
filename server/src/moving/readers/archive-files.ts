import type { Readable } from 'node:stream';
import type { FileLine } from '../../export/format/lines.ts';
import type { Archive } from '../archive/archive.ts';
import { toFileName } from './names.ts';

export interface ArchiveFile {
  archive: Archive;
  path: string;
}

export interface ReaderOptions {
  /** A folder with files that the archive only names. */
  files?: Archive | undefined;
  /** For temporary files. */
  folder?: string | undefined;
}

/** The files of an archive that lines name. Texts of the archive select entries, and never become paths. */
export class ArchiveFiles {
  readonly #archives: readonly Archive[];
  readonly #filesById = new Map<string, ArchiveFile>();

  constructor(archive: Archive, { files }: ReaderOptions = {}) {
    this.#archives = files ? [archive, files] : [archive];
  }

  /** The first of the paths that there is. */
  find(paths: readonly string[]): ArchiveFile | undefined {
    for (const archive of this.#archives) {
      for (const path of paths) {
        const clean = cleanPath(path);
        if (clean !== undefined && archive.entries.has(clean)) return { archive, path: clean };
      }
    }
    return undefined;
  }

  add(id: string, file: ArchiveFile, name: string): FileLine {
    this.#filesById.set(id, file);
    return { id, name: toFileName(name, file.path), size: file.archive.entries.get(file.path)?.size };
  }

  async open(id: string): Promise<Readable | undefined> {
    const file = this.#filesById.get(id);
    return file && (await file.archive.open(file.path));
  }
}

/** Undefined for a path that leads out. */
function cleanPath(path: string): string | undefined {
  const clean = path
    .replaceAll('\\', '/')
    .normalize('NFC')
    .replace(/^(?:\.\/)+/, '');
  return clean.startsWith('/') || clean.split('/').includes('..') ? undefined : clean;
}
