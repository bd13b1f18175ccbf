import { parseArgs } from 'node:util';
import { nameCommand } from '../../base/command-name.ts';
import { ImportError } from './import-error.ts';
import { normalizeEmail } from './people/address-owners.ts';

export interface ImportOptions {
  /** An archive, or several files of one export. */
  paths: readonly string[];
  /** Otherwise it only reads. */
  apply: boolean;
  /** Copies the files while the server runs, so that the import itself is short. */
  prepare: boolean;
  people: string | undefined;
  /** A file for the claim links of everybody who came. */
  links: string | undefined;
  owner: string | undefined;
  /** The names of the rooms; undefined for all. */
  rooms: ReadonlySet<string> | undefined;
  /** Open rooms become private. */
  private: boolean;
  /** Messages for a room in which somebody has written go into a room of their own. */
  lateRoom: boolean;
  /** A folder with files that the archive only names. */
  files: string | undefined;
  withoutBackup: boolean;
  /** The folder; undefined for none. By default `import-report`. */
  report: string | undefined;
}

const OPTIONS = {
  apply: { type: 'boolean', default: false },
  prepare: { type: 'boolean', default: false },
  people: { type: 'string' },
  links: { type: 'string' },
  owner: { type: 'string' },
  rooms: { type: 'string' },
  private: { type: 'boolean', default: false },
  late: { type: 'string' },
  files: { type: 'string' },
  'without-backup': { type: 'boolean', default: false },
  report: { type: 'string', default: 'import-report' },
} as const;

export const USAGE = [
  `Use ${nameCommand('import', 'ARCHIVE [options]')}. Without --apply, it only reads and shows what would come.`,
  '  --apply            store it: stop Snug before',
  '  --prepare          only copy the files, while Snug runs',
  '  --owner EMAIL      admin of rooms that have none; into an empty Snug, the first workspace admin',
  '  --people FILE      the people.csv of the report, with your changes',
  '  --links FILE       write a link for each person who came, with which they take their account over',
  '  --rooms "a,b"      only these rooms',
  '  --private          open rooms become private',
  '  --late room        messages for a room in which people have written here go into a room of their own',
  '  --files FOLDER     files that the archive only names',
  '  --without-backup   on PostgreSQL, without a backup of the last hour',
  '  --report FOLDER    instead of import-report; none for no report, which has private messages',
].join('\n');

/** Paths become absolute. Throws an `ImportError`. */
export function readImportOptions(
  args: readonly string[],
  resolvePath: (path: string) => string,
): ImportOptions {
  const { positionals, values } = parse(args);
  if (positionals.length === 0) throw new ImportError(`Name an archive.\n${USAGE}`);
  if (values.late !== undefined && values.late !== 'room')
    throw new ImportError('Use --late room, or leave it out: then messages that are too late stay away.');
  if (values.apply && values.prepare) throw new ImportError('Use --apply or --prepare, not both.');
  if (values.links !== undefined && !values.apply)
    throw new ImportError('--links needs --apply: only people who came have links.');
  const toPath = (path: string | undefined) => (path === undefined ? undefined : resolvePath(path));
  return {
    paths: positionals.map(resolvePath),
    apply: values.apply,
    prepare: values.prepare,
    people: toPath(values.people),
    links: toPath(values.links),
    owner: readOwner(values.owner),
    rooms: readRooms(values.rooms),
    private: values.private,
    lateRoom: values.late === 'room',
    files: toPath(values.files),
    withoutBackup: values['without-backup'],
    report: values.report === 'none' ? undefined : resolvePath(values.report),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    // Node's message names the option, and its second sentence is about programming.
    const [message = ''] = error instanceof Error ? error.message.split(/\. /) : [];
    throw new ImportError(`${message.replace(/\.?$/, '.')}\n${USAGE}`);
  }
}

function readOwner(owner: string | undefined): string | undefined {
  if (owner === undefined) return undefined;
  const email = normalizeEmail(owner);
  if (email === undefined) throw new ImportError(`--owner needs an email address. ${owner} is none.`);
  return email;
}

function readRooms(rooms: string | undefined): ReadonlySet<string> | undefined {
  if (rooms === undefined) return undefined;
  const names = rooms
    .split(',')
    .map(name => name.trim().replace(/^#/, ''))
    .filter(Boolean);
  if (names.length === 0) throw new ImportError('--rooms needs names with commas between them.');
  return new Set(names);
}
