import type { Archive } from '../archive/archive.ts';
import { ArchiveError } from '../archive/archive-error.ts';
import { joinArchives } from '../archive/join-archives.ts';
import { type MeasuredArchive, measureArchive } from '../archive/measure-archive.ts';
import { openArchive } from '../archive/open-archive.ts';
import { ImportError } from './import-error.ts';
import type { ImportSource } from './import-source.ts';
import type { Ledger } from './ledger.ts';
import { estimateTemporaryBytes } from './needed-space.ts';
import { openReader } from './readers.ts';
import { recognise, type SourceKind } from './recognise.ts';

export interface OpenedSource {
  source: ImportSource;
  /** How much of the archive is read, from 0 to 1. Undefined if the reader sorts everything first. */
  getShare: () => number | undefined;
}

export interface ImportInput {
  kind: SourceKind;
  archive: Archive;
  /** Of all entries, unpacked. */
  bytes: number;
  /** Of temporary files while a source is open. */
  temporaryBytes: number;
  /** Each source reads the archive once. */
  open: (ledger: Ledger) => Promise<OpenedSource>;
  close: () => Promise<void>;
}

/**
 * `files`: a folder with what the archive only names. `findFolder`: for temporary files, which can be as large as the archive; that of the
 * system if undefined. It is asked for each source, because an import makes its data folder before it reads. Throws an
 * `ImportError` or an `ArchiveError`.
 */
export async function openInput(
  paths: readonly string[],
  { files, findFolder }: { files?: string | undefined; findFolder: () => string | undefined },
): Promise<ImportInput> {
  const opened: Archive[] = [];
  const close = async () => {
    for (const each of opened) await each.close();
  };
  const open = async (path: string) => {
    const archive = await openArchive(path);
    opened.push(archive);
    return archive;
  };
  try {
    const archives: Archive[] = [];
    for (const path of paths) archives.push(await open(path));
    const archive = joinArchives(archives);
    const named = files === undefined ? undefined : measureArchive(await open(files));
    const kind = await recognise(archive);
    if (archives.length > 1 && kind !== 'discord' && kind !== 'matrix')
      throw new ImportError('Name one archive. Only exports of Discord and Matrix have several files.');
    return {
      kind,
      archive,
      bytes: measureArchive(archive).bytes + (named?.bytes ?? 0),
      temporaryBytes: estimateTemporaryBytes(kind, archive),
      async open(ledger) {
        const measured = measureArchive(archive);
        const source = await openReader(kind, measured, ledger, { files: named, folder: findFolder() });
        return { source, getShare: () => getShare(kind, measured) };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** These have their messages in any order, so their readers read all before the first room. */
function getShare(kind: SourceKind, archive: MeasuredArchive): number | undefined {
  return kind === 'discord' || kind === 'matrix' || kind === 'mattermost' ? undefined : archive.getShare();
}

/** An archive that cannot be read is a problem of the operator, not of Snug. */
export function toImportError(error: unknown): unknown {
  return error instanceof ArchiveError ? new ImportError(error.message) : error;
}
