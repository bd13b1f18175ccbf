import { ArchiveError, quote } from './archive-error.ts';
import { MAX_ENTRIES, MAX_NAME_LENGTH, MAX_NAMES_LENGTH } from './archive-limits.ts';

const SYSTEM_FILE = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\._[^/]*$|Thumbs\.db$|desktop\.ini$)/i;

/** What macOS and Windows add to folders and zips. */
export function isSystemFile(path: string): boolean {
  return SYSTEM_FILE.test(path);
}

/**
 * The path with `/`, without `./` at its beginning, in NFC. Archives of old Windows programs have only backslashes. Throws an
 * `ArchiveError` for a name that leads out of the archive, or that two systems read in two ways.
 */
export function cleanEntryName(name: string): string {
  if (name.length > MAX_NAME_LENGTH) throw refuse('has a name that is too long', name.slice(0, 80));
  if (name.includes('\0')) throw refuse('has a name with a zero byte', name);
  if (name.includes('\\') && name.includes('/')) throw refuse('has a name with / and \\', name);
  const path = name
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .normalize('NFC');
  if (/^(?:\/|[a-z]:)/i.test(path)) throw refuse('has an absolute path', name);
  if (path.split('/').includes('..')) throw refuse('has a path that leads out of it', name);
  return path;
}

function refuse(problem: string, name: string): ArchiveError {
  return new ArchiveError(`The archive ${problem}: ${quote(name)}. Nothing of it was read.`);
}

/** Collects the names of an archive within its bounds. Throws an `ArchiveError`. */
export class EntryNames {
  readonly #isTaken: (path: string) => boolean;
  #count = 0;
  #length = 0;

  constructor(isTaken: (path: string) => boolean) {
    this.#isTaken = isTaken;
  }

  add(path: string): void {
    this.#count++;
    this.#length += path.length;
    if (this.#count > MAX_ENTRIES || this.#length > MAX_NAMES_LENGTH)
      throw new ArchiveError(`The archive has more than ${MAX_ENTRIES} entries, or too long names.`);
    if (this.#isTaken(path)) throw refuse('has the same name twice', path);
  }
}
