import { MAX_DIRECT_PEOPLE } from '@snug/protocol';
import { deriveId } from '../../../base/derived-id.ts';
import type { RoomLine } from '../../../export/format/lines.ts';
import { toDescription, toName } from '../names.ts';
import { type DiscordHead, readSnowflake } from './discord-export.ts';
import { type DiscordNames, writeDiscordTopic } from './discord-text.ts';

export interface DiscordChannel {
  head: DiscordHead['channel'];
  authors: Set<string>;
  count: number;
  firstAt: number;
  lastAt: number;
}

export interface DiscordRoom {
  line: RoomLine;
  /** Channels whose messages are in the room. */
  channels: string[];
  /** The first message of each thread in it, by channel. */
  threads: Map<string, string>;
}

/** The rooms of an export: threads go to the room of their first message, and direct messages of the same people to one room. */
export function planRooms(
  channels: ReadonlyMap<string, DiscordChannel>,
  threadRoots: ReadonlyMap<string, string>,
  { workspace, ...text }: DiscordNames & { workspace: string },
): DiscordRoom[] {
  const { people, ledger } = text;
  const rooms = new Map<string, DiscordRoom>();
  const names = countNames(channels);
  const threads: [id: string, channel: DiscordChannel][] = [];
  for (const [id, channel] of channels) {
    if (isThreadInRoom(id, channel, channels, threadRoots)) threads.push([id, channel]);
    else addRoom(id, channel);
  }
  const roomsByChannel = new Map(
    [...rooms.values()].flatMap(room => room.channels.map(id => [id, room] as const)),
  );
  for (const [id, { head, authors, lastAt }] of threads) {
    const room = roomsByChannel.get(head.categoryId);
    if (!room) continue;
    ledger.change('thread.joined');
    room.channels.push(id);
    room.threads.set(id, threadRoots.get(id) ?? '');
    addMembers(room.line, authors);
    room.line.lastAt = toTime(Math.max(Date.parse(room.line.lastAt ?? room.line.createdAt), lastAt));
  }
  return [...rooms.values()];

  function addRoom(id: string, channel: DiscordChannel): void {
    const line = toRoom(id, channel);
    const known = rooms.get(line.id);
    if (known) {
      ledger.change('room.joined');
      known.channels.push(id);
      return;
    }
    ledger.read('room');
    rooms.set(line.id, { line, channels: [id], threads: new Map() });
  }

  function toRoom(id: string, channel: DiscordChannel): RoomLine {
    const { head, authors, firstAt, lastAt } = channel;
    const line: RoomLine = {
      id: deriveId(0, workspace, 'channel', id),
      kind: 'open',
      name: toRoomName(head, (names.get(head.name) ?? 0) > 1),
      description: toDescription(writeDiscordTopic(head.topic, text)),
      createdAt: toTime(Math.min(readSnowflake(id), firstAt)),
      members: [],
      ...(channel.count > 0 && { lastAt: toTime(lastAt) }),
    };
    if (head.type.startsWith('Direct')) {
      const uids = findDirectPeople(channel);
      const isDirect = uids.length > 1 && uids.length <= MAX_DIRECT_PEOPLE;
      if (isDirect)
        return {
          ...line,
          id: deriveId(0, workspace, 'direct', ...uids),
          kind: 'direct',
          name: '',
          people: uids,
        };
      ledger.change('room.direct_to_private');
      return { ...line, kind: 'private', members: uids.map(uid => ({ uid, role: 'member' as const })) };
    }
    if (head.type === 'GuildPrivateThread') line.kind = 'private';
    // The export does not say who can see a channel.
    else ledger.change('room.visibility_unknown');
    addMembers(line, authors);
    return line;
  }

  /** The export has no list of them: who wrote, and whose names are in the name of the channel. */
  function findDirectPeople({ authors, head }: DiscordChannel): string[] {
    const shown = new Set(head.name.split(',').map(name => name.trim().toLowerCase()));
    const uids = people.all
      .filter(({ sourceId, name, bot }) => !bot && (authors.has(sourceId) || shown.has(name.toLowerCase())))
      .map(({ id }) => id);
    return [...new Set(uids)].toSorted();
  }

  function addMembers(line: RoomLine, authors: ReadonlySet<string>): void {
    const known = new Set(line.members.map(({ uid }) => uid));
    for (const author of authors) {
      const person = people.find(author);
      if (!person || person.bot || person.placeholder || known.has(person.id)) continue;
      line.members.push({ uid: person.id, role: 'member' });
    }
  }
}

function isThreadInRoom(
  id: string,
  { head }: DiscordChannel,
  channels: ReadonlyMap<string, DiscordChannel>,
  threadRoots: ReadonlyMap<string, string>,
): boolean {
  return isPublicThread(head) && channels.has(head.categoryId) && threadRoots.has(id);
}

export function isPublicThread({ type }: DiscordHead['channel']): boolean {
  return type === 'GuildPublicThread' || type === 'GuildNewsThread';
}

function toRoomName({ id, type, name, category }: DiscordHead['channel'], isTaken: boolean): string {
  if (type.endsWith('Thread')) return toName(`${category} › ${name}`, id);
  return toName(isTaken && category !== '' ? `${name} (${category})` : name, id);
}

function countNames(channels: ReadonlyMap<string, DiscordChannel>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { head } of channels.values()) {
    if (!head.type.endsWith('Thread')) counts.set(head.name, (counts.get(head.name) ?? 0) + 1);
  }
  return counts;
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
