import type { Archive } from '../../archive/archive.ts';
import { ArchiveError } from '../../archive/archive-error.ts';
import type { ImportSource } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';
import { ArchiveFiles, type ReaderOptions } from '../archive-files.ts';
import { toPages } from '../to-pages.ts';
import { SlackEmoji } from './slack-emoji.ts';
import { countEntry } from './slack-entries.ts';
import { readObjects, readValidObjects } from './slack-json.ts';
import { createContext, readSlackRoom, type SlackIndex } from './slack-messages.ts';
import { SlackPeople } from './slack-people.ts';
import { type ListedRoom, planRooms } from './slack-rooms.ts';
import { readText, type SlackObject } from './slack-values.ts';

const DAY = /^([^/]+)\/\d{4}-\d\d-\d\d\.json$/;
const AVATAR = /^__avatars\/([^/]+)\/[^/]+$/;
const UPLOAD = /^__uploads\/([^/]+)\/[^/]+$|^(?:[^/]+\/)?attachments\/(F[A-Z0-9]+)-[^/]+$/;
/** In a folder beside the archive, which may be that of the uploads. */
const FOLDER_UPLOAD = /^(?:[^/]+\/)?(F[A-Z0-9]+)\/[^/]+$/;
const LISTS = [
  ['channels.json', 'open'],
  ['groups.json', 'private'],
  ['mpims.json', 'direct'],
  ['dms.json', 'direct'],
  ['file_conversations.json', 'canvas'],
] as const;

/** An official export, or one of slackdump, also one folder deeper. Throws an `ArchiveError`. */
export async function openSlack(
  archive: Archive,
  ledger: Ledger,
  options: ReaderOptions = {},
): Promise<ImportSource> {
  const root = findRoot(archive);
  const days = new Map<string, string[]>();
  const uploads = new Map<string, string>();
  const avatars = new Map<string, string>();
  for (const path of archive.entries.keys()) {
    if (!path.startsWith(root)) continue;
    const name = path.slice(root.length);
    const folder = DAY.exec(name)?.[1];
    const upload = UPLOAD.exec(name);
    if (folder !== undefined) days.set(folder, [...(days.get(folder) ?? []), path]);
    else if (upload) uploads.set(upload[1] ?? upload[2] ?? '', path);
    else if (AVATAR.test(name)) avatars.set(AVATAR.exec(name)?.[1] ?? '', path);
    else countEntry(name, ledger);
  }
  for (const path of options.files?.entries.keys() ?? []) {
    const upload = UPLOAD.exec(path) ?? FOLDER_UPLOAD.exec(path);
    const id = upload?.[1] ?? upload?.[2];
    if (id !== undefined && !uploads.has(id)) uploads.set(id, path);
  }
  for (const { path, reason } of archive.skipped) {
    ledger.read('entry');
    ledger.skip({ kind: 'entry', reason, entry: path });
  }
  const users = [
    ...(await readObjects(archive, `${root}users.json`)),
    ...(await readObjects(archive, `${root}org_users.json`)),
  ];
  const workspace = findWorkspace(users);
  const files = new ArchiveFiles(archive, options);
  const apps = await readNames(archive, `${root}integration_logs.json`, 'app_id', 'app_type');
  const groups = await readNames(archive, `${root}usergroups.json`, 'id', 'handle');
  const people = new SlackPeople(users, { workspace, files, avatars, apps });
  const emoji = new SlackEmoji(ledger);
  await emoji.readIndex(archive, root, { files, workspace });
  if (options.files) await emoji.readIndex(options.files, '', { files, workspace });
  const listed: ListedRoom[] = [];
  const roomNames = new Map<string, string>();
  const index: SlackIndex = {
    archive,
    workspace,
    ledger,
    people,
    files,
    emoji,
    uploads,
    roomNames,
    groups,
  };
  for (const [file, kind] of LISTS)
    for (const entry of await readObjects(archive, root + file)) {
      const name = readText(entry.name);
      const folder = [name, readText(entry.id)].find(each => each !== '' && days.has(each));
      const paths = folder === undefined ? [] : (days.get(folder) ?? []).toSorted();
      if (folder !== undefined) days.delete(folder);
      roomNames.set(readText(entry.id), name);
      const members = Array.isArray(entry.members) ? entry.members.map(readText) : undefined;
      if (!members) ledger.change('room.members_unknown');
      if (kind === 'direct') await findNames(index, members ?? [], paths);
      listed.push({
        kind,
        entry,
        days: paths,
        members: members ?? (kind === 'open' ? [] : await readAuthors(archive, paths)),
      });
    }
  for (const [folder, paths] of days) {
    ledger.change('room.no_entry');
    const members = await readAuthors(archive, paths);
    listed.push({ kind: 'private', entry: { id: folder, name: folder }, days: paths.toSorted(), members });
  }
  const rooms = planRooms(listed, { workspace, people, ledger, text: createContext(index) });
  const roomsById = new Map(rooms.map(room => [room.line.id, room]));
  const known = people.takeAdded();
  ledger.read('person', known.length);
  return {
    kind: 'slack',
    title: 'Slack export',
    workspace,
    ledger,
    people: () => toPages(known),
    emoji: () => toPages(emoji.lines),
    rooms: () => toPages(rooms.map(({ line }) => line)),
    messages: ({ id }) => {
      const room = roomsById.get(id);
      return room ? readSlackRoom(index, room) : readNothing();
    },
    openFile: id => index.files.open(id),
    close: async () => {},
  };
}

function findRoot({ entries }: Archive): string {
  for (const path of entries.keys()) {
    const match = /^((?:[^/]+\/)?)(?:users|org_users|channels)\.json$/.exec(path);
    if (match) return match[1] ?? '';
  }
  throw new ArchiveError('The archive has no users.json and no channels.json of Slack.');
}

/** Values of a list by the name of a field. Empty without such a list. */
async function readNames(
  archive: Archive,
  path: string,
  key: string,
  name: string,
): Promise<Map<string, string>> {
  const names = (await readValidObjects(archive, path)).map(
    entry => [readText(entry[key]), readText(entry[name])] as const,
  );
  return new Map(names.filter(([id, text]) => id !== '' && text !== ''));
}

/** Messages have the names of people from other workspaces, which are in no list. */
async function findNames(
  { archive, people }: SlackIndex,
  members: readonly string[],
  paths: readonly string[],
): Promise<void> {
  const unknown = new Set(members.filter(id => !people.find(id)));
  for (const path of unknown.size > 0 ? paths : [])
    for (const message of await readValidObjects(archive, path))
      if (unknown.has(readText(message.user))) people.get(readText(message.user), message);
}

/** Ids of people are unique in a workspace. */
function findWorkspace(users: readonly SlackObject[]): string {
  const counts = new Map<string, number>();
  for (const { team_id: team } of users) counts.set(readText(team), (counts.get(readText(team)) ?? 0) + 1);
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first?.[0] || 'unknown';
}

async function readAuthors(archive: Archive, paths: readonly string[]): Promise<string[]> {
  const authors = new Set<string>();
  for (const path of paths)
    for (const { user } of await readValidObjects(archive, path))
      if (readText(user)) authors.add(readText(user));
  return [...authors];
}

async function* readNothing(): AsyncGenerator<never> {}
