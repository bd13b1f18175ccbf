import * as v from 'valibot';
import { deriveId } from '../../../base/derived-id.ts';
import type { Archive } from '../../archive/archive.ts';
import { ArchiveError } from '../../archive/archive-error.ts';
import { parseForeignJson } from '../../archive/parse-foreign-json.ts';
import type { ImportSource } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';
import { SortedRooms } from '../../import/sorted-rooms/sorted-rooms.ts';
import { ArchiveFiles, type ReaderOptions } from '../archive-files.ts';
import { readLines } from '../read-lines.ts';
import { SourceEmoji } from '../source-emoji.ts';
import { toPages } from '../to-pages.ts';
import {
  MattermostBot,
  MattermostChannel,
  MattermostDirectChannel,
  MattermostDirectPost,
  MattermostEmoji,
  type MattermostPost,
  MattermostReply,
  MattermostRoomPost,
  MattermostTeam,
  MattermostUser,
} from './mattermost-export.ts';
import type { MattermostIndex, StoredPost } from './mattermost-index.ts';
import { readMattermostRoom } from './mattermost-messages.ts';
import { MattermostPeople } from './mattermost-people.ts';
import { MattermostRooms } from './mattermost-rooms.ts';

const MAX_LINE_BYTES = 64 * 1024 * 1024;
const MAX_TIME_MS = Date.UTC(2100, 0);

/** The first file of an archive that begins with the line of a version; undefined without one. */
async function findMattermostFile(archive: Archive): Promise<string | undefined> {
  for (const path of [...archive.entries.keys()].toSorted()) {
    if (!/\.jsonl?$/i.test(path)) continue;
    for await (const { type, value } of readTypes(archive, path)) {
      if (type === 'version') {
        if (value !== 1)
          throw new ArchiveError(
            `The export of Mattermost has version ${String(value)}. Snug reads version 1.`,
          );
        return path;
      }
      break;
    }
  }
  return undefined;
}

/** Reads all lines once, because emoji and channels can come after the posts. Throws an `ArchiveError`. */
export async function openMattermost(
  archive: Archive,
  ledger: Ledger,
  options: ReaderOptions = {},
): Promise<ImportSource> {
  const path = await findMattermostFile(archive);
  if (path === undefined) throw new ArchiveError('The archive has no bulk export of Mattermost.');
  const workspace = await findWorkspace(archive, path);
  const people = new MattermostPeople(workspace, ledger);
  const root = path.slice(0, path.lastIndexOf('/') + 1);
  const index: MattermostIndex = {
    workspace,
    ledger,
    files: new ArchiveFiles(archive, options),
    people,
    rooms: new MattermostRooms(workspace, people, ledger),
    emoji: new SourceEmoji(ledger),
    sorted: new SortedRooms<StoredPost>(options.folder === undefined ? {} : { folder: options.folder }),
    findPaths: path => (path === '' ? [] : [`${root}data/${path}`, root + path]),
  };
  try {
    const users = await readAll(archive, path, index);
    for (const user of users) index.rooms.addMemberships(user);
    return toSource(index);
  } catch (error) {
    await index.sorted.close();
    throw error;
  }
}

function toSource(index: MattermostIndex): ImportSource {
  const { workspace, ledger, people, emoji, files, sorted } = index;
  const rooms = index.rooms.finish();
  return {
    kind: 'mattermost',
    title: 'Bulk export of Mattermost',
    workspace,
    ledger,
    people: () => toPages(people.all),
    emoji: () => toPages(emoji.lines),
    rooms: () => toPages([...rooms.values()].map(({ line }) => line)),
    messages: async function* ({ id, name }) {
      const room = rooms.get(id);
      if (room) yield* readMattermostRoom(index, { key: room.key, name });
    },
    countRead({ id }) {
      const room = rooms.get(id);
      return room ? sorted.count([room.key]) : 0;
    },
    openFile: id => files.open(id),
    close: () => sorted.close(),
  };
}

/** An export does not name its server: the first team is the best that it has. */
async function findWorkspace(archive: Archive, path: string): Promise<string> {
  for await (const { type, value } of readTypes(archive, path)) {
    const { success, output } = v.safeParse(MattermostTeam, value);
    if (type === 'team' && success) return `mattermost/${output.name}`;
    if (type === 'post' || type === 'direct_post') break;
  }
  return 'mattermost';
}

interface Line {
  number: number;
  type: string;
  /** Undefined if the line is not JSON, or too long. */
  value: unknown;
}

async function* readTypes(archive: Archive, path: string): AsyncGenerator<Line> {
  const stream = await archive.open(path);
  try {
    for await (const { number, text } of readLines(stream, MAX_LINE_BYTES)) {
      const parsed = text === undefined ? undefined : parseForeignJson(text);
      const { success, output } = v.safeParse(v.looseObject({ type: v.string() }), parsed);
      yield success
        ? { number, type: output.type, value: output[output.type] }
        : { number, type: '', value: undefined };
    }
  } finally {
    stream.destroy();
  }
}

/** Returns the people, whose memberships need all channels. */
async function readAll(archive: Archive, path: string, index: MattermostIndex): Promise<MattermostUser[]> {
  const { ledger, people, rooms, emoji, files, findPaths, workspace } = index;
  const users: MattermostUser[] = [];
  for await (const { number, type, value } of readTypes(archive, path)) {
    const skip = (reason: string) => {
      ledger.read('entry');
      ledger.skip({ kind: 'entry', reason, entry: `${path}:${number}`, item: value });
    };
    const read = <Schema extends v.GenericSchema>(schema: Schema): v.InferOutput<Schema> | undefined => {
      const { success, output } = v.safeParse(schema, value);
      if (success) return output;
      skip('line.not_valid');
      return undefined;
    };
    if (type === 'version') continue;
    if (type === 'team') {
      const team = read(MattermostTeam);
      if (team) rooms.addTeam(team.name, team.display_name);
    } else if (type === 'channel') {
      const channel = read(MattermostChannel);
      if (channel) rooms.addChannel(channel);
    } else if (type === 'user') {
      const user = read(MattermostUser);
      if (!user) continue;
      people.addUser(user, files, findPaths);
      users.push(user);
    } else if (type === 'bot') {
      const bot = read(MattermostBot);
      if (bot) people.addBot(bot.username, bot.display_name);
    } else if (type === 'emoji') {
      const one = read(MattermostEmoji);
      if (!one) continue;
      emoji.add(one.name, one.name, () => {
        const file = files.find(findPaths(one.image));
        return file && files.add(deriveId(0, workspace, 'emoji', one.name), file, one.name).id;
      });
    } else if (type === 'direct_channel') {
      const channel = read(MattermostDirectChannel);
      if (channel && channel.members.length > 0) rooms.addDirect(channel.members);
      else if (channel) skip('direct_channel.no_people');
    } else if (type === 'post' || type === 'direct_post')
      await readPost(type, value, { number, path }, index);
    else skip(/^[a-z_]{1,30}$/.test(type) ? `line.${KNOWN.has(type) ? type : 'unknown'}` : 'line.not_json');
  }
  return users;
}

/** What Mattermost exports and Snug has not. */
const KNOWN = new Set(['scheme', 'role', 'info']);

async function readPost(
  type: string,
  value: unknown,
  { number, path }: { number: number; path: string },
  index: MattermostIndex,
): Promise<void> {
  const { ledger, rooms } = index;
  const skip = (reason: string, item: unknown, count = 1) => {
    ledger.read('message', count);
    ledger.skip({ kind: 'message', reason, entry: `${path}:${number}`, item }, count);
  };
  const { success, output: post } = v.safeParse(v.union([MattermostRoomPost, MattermostDirectPost]), value);
  if (!success || !isTime(post.create_at)) return skip('message.not_valid', value);
  const members = 'channel_members' in post ? post.channel_members : undefined;
  if ((type === 'direct_post') !== (members !== undefined)) return skip('message.not_valid', value);
  if (members?.length === 0) return skip('direct_post.no_people', value, 1 + post.replies.length);
  const key = members
    ? rooms.addDirect(members)
    : 'team' in post
      ? rooms.addPost(post.team, post.channel)
      : '';
  const replies: MattermostPost[] = [];
  for (const reply of post.replies) {
    const { success, output } = v.safeParse(MattermostReply, reply);
    if (success && isTime(output.create_at)) replies.push(output);
    else skip('message.not_valid', reply);
  }
  const hasReplies = replies.length > 0;
  // A notice with replies is their root.
  const root = post.type.startsWith('system_') && !hasReplies ? undefined : await add(post, undefined);
  if (root === undefined) skip(toNotice(post.type), { message: post.message });
  for (const reply of replies) {
    if (reply.type.startsWith('system_')) skip(toNotice(reply.type), { message: reply.message });
    else await add(reply, root);
  }

  async function add(one: MattermostPost, root: StoredPost | undefined): Promise<StoredPost> {
    const { people, workspace, sorted } = index;
    ledger.read('message');
    const { user, flagged_by: savers, ...rest } = one;
    const author = people.getAuthor(one);
    for (const { user } of one.reactions) people.getOrAdd(user);
    if (savers.length > 0) ledger.change('saved.dropped', savers.length);
    const at = Math.max(Math.floor(one.create_at), root?.at ?? 0);
    if (root && one.create_at < root.at) ledger.change('reply.older_than_root');
    const stored: StoredPost = {
      ...rest,
      // Mattermost exports no ids: its own import recognises a post by these, too.
      id: deriveId(at, workspace, 'message', key, user, one.create_at, one.message),
      by: author.id,
      at,
      root: root?.id,
      hasReplies: root === undefined && hasReplies,
    };
    rooms.count(key, user, at);
    // With equal times, a root is before its replies.
    await sorted.add(key, `${String(at).padStart(15, '0')}${root ? 1 : 0}`, stored);
    return stored;
  }
}

function toNotice(type: string): string {
  return `notice.${/^system_[a-z_]{1,40}$/.test(type) ? type : 'other'}`;
}

function isTime(at: number): boolean {
  return at >= 0 && at < MAX_TIME_MS;
}
