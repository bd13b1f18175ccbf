import type { LineSource } from '../../../export/format/line-source.ts';
import type { FileLine, MessageLine } from '../../../export/format/lines.ts';
import type { Archive } from '../../archive/archive.ts';
import { readExport } from '../../export-file/read-export.ts';
import type { ImportSource } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';

/** Names the workspace that the lines are of. */
export interface SnugFacts {
  title: string;
  /** The id of the instance. */
  instance: string;
}

/**
 * Snug's own export. Ids stay, so that links to messages work after a move. Other entries than people, rooms, messages, files and emoji do
 * not come.
 */
export function openSnug(lines: LineSource, { title, instance }: SnugFacts, ledger: Ledger): ImportSource {
  let files: Promise<ReadonlyMap<string, FileLine>> | undefined;
  return {
    kind: 'snug',
    title,
    workspace: instance,
    ledger,
    async *people() {
      for await (const page of lines.people()) {
        ledger.read('person', page.length);
        yield page.map(person => ({ ...person, sourceId: person.id }));
      }
      await countOthers(lines, ledger);
    },
    async *emoji() {
      for await (const page of lines.emoji()) {
        ledger.read('emoji', page.length);
        yield page;
      }
    },
    async *rooms() {
      for await (const page of lines.rooms()) {
        ledger.read('room', page.length);
        yield page;
      }
    },
    async *messages({ id }) {
      const known = await (files ??= readFiles(lines));
      for await (const messages of lines.messages(id)) {
        for (const message of messages) countMessage(ledger, message);
        yield {
          messages,
          files: messages.flatMap(({ file }) => (file === undefined ? [] : (known.get(file) ?? []))),
        };
      }
    },
    openFile: id => lines.openFile(id),
    close: async () => {},
  };
}

/** The export in a ZIP file or a folder. Throws a `StartError` if it is none. */
export async function openSnugExport(archive: Archive, ledger: Ledger): Promise<ImportSource> {
  const lines = await readExport(archive);
  return openSnug(lines, { title: 'Snug export', instance: lines.manifest.instance ?? 'unknown' }, ledger);
}

/** A few hundred bytes for each file: the lines have the order of their ids, and messages name them in any order. */
async function readFiles(lines: LineSource): Promise<ReadonlyMap<string, FileLine>> {
  const files = new Map<string, FileLine>();
  for await (const page of lines.files())
    for (const { id, name, size, duration, peaks } of page)
      files.set(id, {
        id,
        name,
        ...(size !== undefined && { size }),
        ...(duration !== undefined && { duration }),
        ...(peaks && { peaks }),
      });
  return files;
}

async function countOthers({ parts = [] }: LineSource, ledger: Ledger): Promise<void> {
  for (const { name, read } of parts) {
    let count = 0;
    for await (const page of read()) count += page.length;
    ledger.read('entry', count);
    if (count > 0) ledger.skip({ kind: 'entry', reason: 'entry.not_imported', entry: name }, count);
  }
}

function countMessage(ledger: Ledger, { file, mentions = [], reactions = {}, pinned }: MessageLine): void {
  ledger.read('message');
  if (file !== undefined) ledger.read('file');
  ledger.read('mention', mentions.length);
  for (const uids of Object.values(reactions)) ledger.read('reaction', uids.length);
  if (pinned) ledger.read('pin');
}
