import type { Archive } from '../archive/archive.ts';
import { isCampfire, isDatabaseFile } from '../readers/campfire/is-campfire.ts';
import { ImportError } from './import-error.ts';
import type { ImportSource } from './import-source.ts';

export type SourceKind = ImportSource['kind'];

const HEAD_BYTES = 65_536;
/** Of each kind of file: the first ones decide. */
const MAX_READ_FILES = 20;
/** Deeper files are attachments. */
const MAX_DEPTH = 3;
const MAX_NAMED_ENTRIES = 3;

/** Other exports, to name them. */
const UNKNOWN: readonly [test: (entry: Entry) => boolean, name: string][] = [
  [({ name, head }) => name === 'realm.json' && head.includes('zerver_'), 'a Zulip export'],
  [({ head }) => /^\s*\{[^[]*"chats"\s*:\s*\{/.test(head), 'a Telegram export'],
  [({ head }) => /"from_id"\s*:\s*"(?:user|channel)\d/.test(head), 'a Telegram export'],
  [({ name }) => name.endsWith('.bson'), 'a dump of MongoDB, such as of Rocket.Chat'],
  [({ name }) => name === '_chat.txt', 'a WhatsApp export'],
  [({ head }) => isDatabaseFile(head), 'a database that is not of Campfire'],
];

interface Entry {
  path: string;
  /** In lower case, without folders. */
  name: string;
  head: string;
}

/** By the content, because people rename files. Throws an `ImportError` with one line about what was found. */
export async function recognise(archive: Archive): Promise<SourceKind> {
  const slack = findSlack(archive);
  if (slack) return 'slack';
  const entries = await readHeads(archive);
  for (const entry of entries) {
    const kind = recogniseEntry(entry);
    if (kind) return kind;
  }
  throw new ImportError(describeUnknown(archive, entries));
}

function recogniseEntry({ name, head }: Entry): SourceKind | undefined {
  if (name === 'manifest.json' && /"format"\s*:\s*"snug-export"/.test(head)) return 'snug';
  if (/^\s*\{\s*"type"\s*:\s*"version"\s*,/.test(head)) return 'mattermost';
  if (/^\s*\{\s*"guild"\s*:\s*\{/.test(head) && /"channel"\s*:\s*\{/.test(head)) return 'discord';
  if (/^\s*\{\s*"room_name"\s*:/.test(head) && /"exported_by"\s*:|"messages"\s*:/.test(head)) return 'matrix';
  if (isCampfire(head)) return 'campfire';
  return undefined;
}

/** At the top, or in the one folder that a program put around it. */
function findSlack({ entries }: Archive): boolean {
  for (const path of entries.keys()) {
    const match = /^((?:[^/]+\/)?)(?:org_)?users\.json$/.exec(path);
    if (!match) continue;
    const folder = match[1] ?? '';
    if (['channels', 'groups', 'dms', 'mpims'].some(name => entries.has(`${folder}${name}.json`)))
      return true;
  }
  return false;
}

async function readHeads(archive: Archive): Promise<Entry[]> {
  const counts = new Map<string, number>();
  const found: Entry[] = [];
  const paths = [...archive.entries.keys()]
    .filter(path => path.split('/').length <= MAX_DEPTH)
    // A single file has any name.
    .toSorted((a, b) => a.split('/').length - b.split('/').length);
  for (const path of paths) {
    const name = path.split('/').at(-1)?.toLowerCase() ?? '';
    const extension = /\.[^.]*$/.exec(name)?.[0] ?? '';
    const isCandidate =
      archive.entries.size === 1 || /\.(?:jsonl?|sql\w*|db|bson|txt)$/.test(extension) || extension === '';
    const count = (counts.get(extension) ?? 0) + 1;
    if (!isCandidate || (count > MAX_READ_FILES && name !== 'manifest.json')) continue;
    counts.set(extension, count);
    found.push({ path, name, head: await readHead(archive, path) });
  }
  return found;
}

/** Text, or the first bytes of another file. */
async function readHead(archive: Archive, path: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = await archive.open(path);
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= HEAD_BYTES) break;
    }
  } finally {
    stream.destroy();
  }
  return Buffer.concat(chunks)
    .subarray(0, HEAD_BYTES)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}

function describeUnknown({ title, entries }: Archive, heads: readonly Entry[]): string {
  const known =
    'Snug reads exports of Snug, Slack, Discord (DiscordChatExporter, JSON), Mattermost, Element and Campfire.';
  if (entries.size === 0) return `${title} is empty. ${known}`;
  const other = UNKNOWN.find(([test]) => heads.some(test))?.[1];
  if (other) return `${title} is ${other}, which Snug cannot read. ${known}`;
  const names = [...entries.keys()].slice(0, MAX_NAMED_ENTRIES).map(path => JSON.stringify(path));
  return `${title} has ${entries.size} files, such as ${names.join(', ')}, and is no export that Snug knows. ${known}`;
}
