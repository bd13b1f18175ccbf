import { onTestFinished } from 'vitest';
import type { Archive } from '../../archive/archive.ts';
import type { ImportSource } from '../../import/import-source.ts';
import { Ledger, type Skipped } from '../../import/ledger.ts';
import { drainSource } from './drain-source.ts';

/** Reads everything in an archive. The source closes after the test. */
export async function readArchive(
  open: (archive: Archive, ledger: Ledger) => Promise<ImportSource>,
  archive: Archive,
) {
  const skipped: Skipped[] = [];
  const ledger = new Ledger(one => skipped.push(one));
  const source = await open(archive, ledger);
  onTestFinished(() => source.close());
  return { ledger, source, skipped, drained: await drainSource(source) };
}

/** A line for each kind and reason. */
export function describeSkips({ counts }: Ledger): string[] {
  return counts.skipped.map(({ kind, reason, count }) => `${kind} ${reason} ${count}`).toSorted();
}

/** The contents of the files, as texts. */
export async function readContents(
  source: Pick<ImportSource, 'openFile'>,
  files: readonly { id: string }[],
): Promise<string[]> {
  const contents: string[] = [];
  for (const { id } of files) {
    const stream = await source.openFile(id);
    contents.push(Buffer.concat((await stream?.toArray()) ?? []).toString());
  }
  return contents;
}
