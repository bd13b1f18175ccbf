import type { Archive } from '../../archive/archive.ts';
import { ArchiveError, InvalidJsonError } from '../../archive/archive-error.ts';
import type { ImportSource } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';
import { ArchiveFiles, type ReaderOptions } from '../archive-files.ts';
import { toPages } from '../to-pages.ts';
import { SlackEmoji } from './slack-emoji.ts';
import { readSlackRoom, type SlackIndex } from './slack-messages.ts';
import { SlackPeople } from './slack-people.ts';
import { type ListedRoom, planRooms } from './slack-rooms.ts';
import { isRecord, readList, readText, type SlackObject } from './slack-values.ts';

const DAY = /^([^/]+)\/\d{4}-\d\d-\d\d\.json$/;
const UPLOAD = /^__uploads\/([^/]+)\/[^/]+$|^(?:[^/]+\/)?attachments\/(F[A-Z0-9]+)-[^/]+$/;
const LISTS = [
  ['channels.json', 'open'],
  ['groups.json', 'private'],
  ['mpims.json', 'direct'],
  ['dms.json', 'direct'],
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
  for (const path of archive.entries.keys()) {
    if (!path.startsWith(root)) continue;
    const name = path.slice(root.length);
    const folder = DAY.exec(name)?.[1];
    const upload = UPLOAD.exec(name);
    if (folder !== undefined) days.set(folder, [...(days.get(folder) ?? []), path]);
    else if (upload) uploads.set(upload[1] ?? upload[2] ?? '', path);
    else countEntry(name, ledger);
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
  const people = new SlackPeople(workspace, users);
  const files = new ArchiveFiles(archive, options);
  const emoji = new SlackEmoji(ledger);
  await emoji.readIndex(archive, root, { files, workspace });
  if (options.files) await emoji.readIndex(options.files, '', { files, workspace });
  const listed: ListedRoom[] = [];
  const roomNames = new Map<string, string>();
  for (const [file, kind] of LISTS)
    for (const entry of await readObjects(archive, root + file)) {
      const name = readText(entry.name);
      const folder = [name, readText(entry.id)].find(each => each !== '' && days.has(each));
      const paths = folder === undefined ? [] : (days.get(folder) ?? []).toSorted();
      if (folder !== undefined) days.delete(folder);
      roomNames.set(readText(entry.id), name);
      const members = Array.isArray(entry.members) ? entry.members.map(readText) : undefined;
      if (!members) ledger.change('room.members_unknown');
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
  const rooms = planRooms(listed, { workspace, people, ledger });
  for (const { places } of rooms)
    for (const { pins } of places)
      for (const { user } of pins.values()) if (readText(user)) people.get(readText(user));
  const index: SlackIndex = {
    archive,
    workspace,
    ledger,
    people,
    files,
    emoji,
    uploads,
    roomNames,
  };
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

function countEntry(name: string, ledger: Ledger): void {
  ledger.read('entry');
  if (/^(?:(?:users|org_users|channels|groups|dms|mpims|index)\.json|emojis\/[^/]+)$/.test(name))
    ledger.store('entry');
  else ledger.skip({ kind: 'entry', reason: 'entry.unknown', entry: name });
}

async function readObjects(archive: Archive, path: string): Promise<SlackObject[]> {
  try {
    return readList(await archive.readJson(path)).filter(isRecord);
  } catch (error) {
    if (error instanceof InvalidJsonError) throw new ArchiveError(error.message);
    throw error;
  }
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
  for (const path of paths) {
    const day = await archive.readJson(path).catch((error: unknown) => {
      if (error instanceof InvalidJsonError) return [];
      throw error;
    });
    for (const { user } of readList(day).filter(isRecord)) if (readText(user)) authors.add(readText(user));
  }
  return [...authors];
}

async function* readNothing(): AsyncGenerator<never> {}
