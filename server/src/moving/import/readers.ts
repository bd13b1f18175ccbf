import type { Archive } from '../archive/archive.ts';
import { ImportError } from './import-error.ts';
import type { ImportSource } from './import-source.ts';
import type { Ledger } from './ledger.ts';
import type { SourceKind } from './recognise.ts';

export interface ReaderOptions {
  /** A folder with files that the archive only names. */
  files?: Archive;
}

type OpenReader = (archive: Archive, ledger: Ledger, options: ReaderOptions) => Promise<ImportSource>;

/** Loaded on use: each one brings its own libraries. */
const READERS: Readonly<Partial<Record<SourceKind, () => Promise<OpenReader>>>> = {
  discord: async () => (await import('../readers/discord/open-discord.ts')).openDiscord,
  mattermost: async () => (await import('../readers/mattermost/open-mattermost.ts')).openMattermost,
  slack: async () => (await import('../readers/slack/open-slack.ts')).openSlack,
  snug: async () => (await import('../readers/snug/snug-source.ts')).openSnugExport,
};

/** Throws an `ImportError`, or an `ArchiveError` for a damaged archive. */
export async function openReader(
  kind: SourceKind,
  archive: Archive,
  ledger: Ledger,
  options: ReaderOptions,
): Promise<ImportSource> {
  const load = READERS[kind];
  if (!load)
    throw new ImportError(`${archive.title} is an export of ${NAMES[kind]}. This Snug cannot read it yet.`);
  const open = await load();
  return open(archive, ledger, options);
}

export const NAMES: Readonly<Record<SourceKind, string>> = {
  snug: 'Snug',
  slack: 'Slack',
  discord: 'Discord',
  mattermost: 'Mattermost',
  matrix: 'Matrix',
  campfire: 'Campfire',
};
