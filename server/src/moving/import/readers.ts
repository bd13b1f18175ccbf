import type { Archive } from '../archive/archive.ts';
import type { ReaderOptions } from '../readers/archive-files.ts';
import type { ImportSource } from './import-source.ts';
import type { Ledger } from './ledger.ts';
import type { SourceKind } from './recognise.ts';

type OpenReader = (archive: Archive, ledger: Ledger, options: ReaderOptions) => Promise<ImportSource>;

/** Loaded on use: each one brings its own libraries. */
const READERS: Readonly<Record<SourceKind, () => Promise<OpenReader>>> = {
  campfire: async () => (await import('../readers/campfire/open-campfire.ts')).openCampfire,
  discord: async () => (await import('../readers/discord/open-discord.ts')).openDiscord,
  matrix: async () => (await import('../readers/matrix/open-matrix.ts')).openMatrix,
  mattermost: async () => (await import('../readers/mattermost/open-mattermost.ts')).openMattermost,
  slack: async () => (await import('../readers/slack/open-slack.ts')).openSlack,
  snug: async () => (await import('../readers/snug/snug-source.ts')).openSnugExport,
};

/** Throws an `ArchiveError` for a damaged archive. */
export async function openReader(
  kind: SourceKind,
  archive: Archive,
  ledger: Ledger,
  options: ReaderOptions,
): Promise<ImportSource> {
  const open = await READERS[kind]();
  return open(archive, ledger, options);
}
