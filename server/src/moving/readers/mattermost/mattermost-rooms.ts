import { MAX_DIRECT_PEOPLE } from '@snug/protocol';
import { deriveId } from '../../../base/derived-id.ts';
import type { MemberEntry, RoomLine } from '../../../export/format/lines.ts';
import type { Ledger } from '../../import/ledger.ts';
import { joinDescriptions, toDescription, toName } from '../names.ts';
import type { MattermostChannel, MattermostUser } from './mattermost-export.ts';
import type { MattermostPeople } from './mattermost-people.ts';

interface Room {
  id: string;
  kind: RoomLine['kind'];
  name: string;
  team: string;
  description: string;
  archivedAt: number;
  /** Roles by user name. */
  members: Map<string, 'admin' | 'member'>;
  authors: Set<string>;
  /** In no list of the export. */
  isUnknown: boolean;
  firstAt: number;
  lastAt: number;
}

/** The rooms of an export, also those that only a post names. */
export class MattermostRooms {
  readonly #workspace: string;
  readonly #people: MattermostPeople;
  readonly #ledger: Ledger;
  readonly #rooms = new Map<string, Room>();
  readonly #teams = new Map<string, string>();

  constructor(workspace: string, people: MattermostPeople, ledger: Ledger) {
    this.#workspace = workspace;
    this.#people = people;
    this.#ledger = ledger;
  }

  addTeam(name: string, displayName: string): void {
    this.#teams.set(name, displayName);
  }

  addChannel(channel: MattermostChannel): void {
    const { team, name, display_name: displayName, type, header, purpose, deleted_at: archivedAt } = channel;
    const key = toKey(team, name);
    // A post before its channel.
    const known = this.#rooms.get(key);
    if (known?.isUnknown === false) {
      this.#ledger.read('room');
      return this.#ledger.skip({ kind: 'room', reason: 'room.twice', room: displayName });
    }
    const room = this.#create(key, {
      kind: type === 'O' ? 'open' : 'private',
      name: displayName || name,
      team,
      description: joinDescriptions([purpose, header]),
      archivedAt,
      isUnknown: false,
    });
    if (known) Object.assign(room, { authors: known.authors, firstAt: known.firstAt, lastAt: known.lastAt });
  }

  /** After all channels. */
  addMemberships({ username, teams }: MattermostUser): void {
    for (const { name: team, channels } of teams) {
      for (const { name, roles, favorite, last_viewed_at: viewedAt } of channels) {
        const room = this.#rooms.get(toKey(team, name));
        if (room) room.members.set(username, /\bchannel_admin\b/.test(roles) ? 'admin' : 'member');
        else this.#ledger.change('membership.unknown_room');
        if (favorite) this.#ledger.change('membership.favourite');
        if (viewedAt > 0) this.#ledger.change('membership.read');
      }
    }
  }

  addDirect(usernames: readonly string[]): string {
    const names = [...new Set(usernames)].toSorted();
    const key = `direct ${names.join(' ')}`;
    if (this.#rooms.has(key)) return key;
    const isDirect = names.length <= MAX_DIRECT_PEOPLE;
    if (!isDirect) this.#ledger.change('room.direct_to_private');
    const room = this.#create(key, {
      kind: isDirect ? 'direct' : 'private',
      name: isDirect ? '' : names.join(', '),
      team: '',
      description: '',
      archivedAt: 0,
      isUnknown: false,
    });
    for (const name of names) room.members.set(name, 'member');
    return key;
  }

  /** Returns the key of the room, which is made if the export has no such channel. */
  addPost(team: string, channel: string): string {
    const key = toKey(team, channel);
    if (!this.#rooms.has(key))
      this.#create(key, {
        kind: 'private',
        name: channel,
        team,
        description: '',
        archivedAt: 0,
        isUnknown: true,
      });
    return key;
  }

  count(key: string, author: string, at: number): void {
    const room = this.#rooms.get(key);
    if (!room) return;
    room.authors.add(author);
    room.firstAt = Math.min(room.firstAt, at);
    room.lastAt = Math.max(room.lastAt, at);
  }

  /** By the id of each line. */
  finish(): Map<string, { key: string; line: RoomLine }> {
    const counts = new Map<string, number>();
    for (const { kind, name } of this.#rooms.values())
      if (kind !== 'direct') counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
    return new Map(
      [...this.#rooms].flatMap(([key, room]) => {
        this.#ledger.read('room');
        // Mattermost exports each direct room that somebody once opened.
        if (room.kind === 'direct' && room.lastAt === 0) {
          this.#ledger.skip({ kind: 'room', reason: 'room.empty' });
          return [];
        }
        if (room.isUnknown) this.#ledger.change('room.unknown');
        const isTaken = room.isUnknown || (counts.get(room.name.toLowerCase()) ?? 0) > 1;
        return [[room.id, { key, line: this.#toLine(room, isTaken) }] as const];
      }),
    );
  }

  #create(
    key: string,
    room: Pick<Room, 'kind' | 'name' | 'team' | 'description' | 'archivedAt' | 'isUnknown'>,
  ): Room {
    const created: Room = {
      ...room,
      id: deriveId(0, this.#workspace, 'room', key),
      members: new Map(),
      authors: new Set(),
      firstAt: Number.POSITIVE_INFINITY,
      lastAt: 0,
    };
    this.#rooms.set(key, created);
    return created;
  }

  #toLine(room: Room, isTaken: boolean): RoomLine {
    const { id, kind, name, team, description, archivedAt, members, authors, isUnknown } = room;
    const teamName = this.#teams.get(team) || team;
    const line: RoomLine = {
      id,
      kind,
      name:
        kind === 'direct'
          ? ''
          : toName(isTaken && teamName !== '' ? `${name} (${teamName})` : name, teamName),
      description: toDescription(description),
      createdAt: new Date(Number.isFinite(room.firstAt) ? room.firstAt : 0).toISOString(),
      members: [],
      ...(room.lastAt > 0 && { lastAt: new Date(room.lastAt).toISOString() }),
      ...(archivedAt > 0 && archivedAt < 8.64e15 && { archivedAt: new Date(archivedAt).toISOString() }),
    };
    if (kind === 'direct')
      line.people = [...members.keys()].map(username => this.#people.getOrAdd(username).id).toSorted();
    else
      line.members = this.#toMembers(
        isUnknown ? new Map([...authors].map(name => [name, 'member'])) : members,
      );
    return line;
  }

  #toMembers(members: ReadonlyMap<string, 'admin' | 'member'>): MemberEntry[] {
    return [...members].flatMap(([username, role]) => {
      const person = this.#people.getOrAdd(username);
      return person.bot || person.placeholder ? [] : [{ uid: person.id, role }];
    });
  }
}

function toKey(team: string, name: string): string {
  return `${team}/${name}`;
}
