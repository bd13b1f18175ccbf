import { MAX_DIRECT_PEOPLE } from '@snug/protocol';
import { deriveId } from '../../../base/derived-id.ts';
import type { MemberEntry, RoomLine } from '../../../export/format/lines.ts';
import type { Ledger } from '../../import/ledger.ts';
import { toDescription, toName } from '../names.ts';
import type { MatrixEvent, MatrixHead } from './matrix-export.ts';
import type { MatrixPeople } from './matrix-people.ts';

const ADMIN_LEVEL = 100;

/** What the events of a room say about it. */
export class MatrixRoomState {
  readonly id: string;
  readonly #head: MatrixHead;
  /** The last membership of each person. */
  readonly #memberships = new Map<string, string>();
  readonly #authors = new Set<string>();
  #admins: readonly string[] = [];
  #creator: string | undefined;
  #createdAt: number | undefined;
  #archivedAt: number | undefined;
  #joinRule = '';
  #isNamed = false;
  #isDirect = false;
  #firstAt = Number.POSITIVE_INFINITY;
  #lastAt = 0;
  pins: ReadonlyMap<string, { by: string; at: number }> = new Map();
  messageCount = 0;

  constructor(id: string, head: MatrixHead) {
    this.id = id;
    this.#head = head;
  }

  addState(event: MatrixEvent, people: MatrixPeople): void {
    const { type, sender, content, state_key: key = '', origin_server_ts: at } = event;
    if (type === 'm.room.create') {
      this.#creator = sender;
      this.#createdAt = at;
    } else if (type === 'm.room.member') {
      if (typeof content.displayname === 'string' && content.displayname.trim() !== '')
        people.setName(key, content.displayname);
      else people.get(key);
      this.#memberships.set(key, String(content.membership));
      this.#isDirect ||= content.is_direct === true;
    } else if (type === 'm.room.join_rules') this.#joinRule = String(content.join_rule);
    else if (type === 'm.room.name') this.#isNamed = true;
    else if (type === 'm.room.tombstone') this.#archivedAt = at;
    else if (type === 'm.room.power_levels') this.#admins = readAdmins(content.users);
    else if (type === 'm.room.pinned_events') this.#setPins(content.pinned, sender, at);
  }

  addMessage(sender: string, at: number): void {
    this.#authors.add(sender);
    this.#firstAt = Math.min(this.#firstAt, at);
    this.#lastAt = Math.max(this.#lastAt, at);
  }

  toLine(workspace: string, people: MatrixPeople, ledger: Ledger): RoomLine {
    const members = [...new Set([...this.#memberships.keys(), ...this.#authors])].filter(id =>
      this.#isIn(id),
    );
    const persons = members.map(id => people.get(id)).filter(({ bot }) => !bot);
    // Without a name of its own, Element shows a room by the name of the other person.
    const isPair =
      persons.length === 2 && !this.#isNamed && persons.some(({ name }) => name === this.#head.room_name);
    const canBeDirect = persons.length > 0 && persons.length <= MAX_DIRECT_PEOPLE;
    const isDirect = (this.#isDirect || isPair) && canBeDirect && this.#joinRule !== 'public';
    if (!isDirect && this.#joinRule === '') ledger.change('room.visibility_unknown');
    const uids = persons.map(({ id }) => id).toSorted();
    const createdAt = new Date(Math.min(this.#createdAt ?? this.#firstAt, this.#firstAt, 8.64e15));
    return {
      id: isDirect ? deriveId(0, workspace, 'direct', ...uids) : deriveId(0, workspace, 'room', this.id),
      kind: isDirect ? 'direct' : this.#joinRule === 'public' ? 'open' : 'private',
      name: isDirect ? '' : toName(this.#head.room_name, 'Room'),
      description: isDirect ? '' : toDescription(this.#head.topic),
      createdAt: (createdAt.getTime() >= 8.64e15 ? new Date(0) : createdAt).toISOString(),
      ...(this.#creator !== undefined && { createdBy: people.get(this.#creator).id }),
      ...(this.#archivedAt !== undefined && { archivedAt: new Date(this.#archivedAt).toISOString() }),
      ...(this.#lastAt > 0 && { lastAt: new Date(this.#lastAt).toISOString() }),
      ...(isDirect ? { people: uids, members: [] } : { members: this.#toMembers(members, people) }),
    };
  }

  #toMembers(members: readonly string[], people: MatrixPeople): MemberEntry[] {
    const admins = new Set(this.#admins.length > 0 ? this.#admins : [this.#creator]);
    return members
      .filter(id => !people.get(id).bot)
      .map(id => ({ uid: people.get(id).id, role: admins.has(id) ? 'admin' : 'member' }));
  }

  /** Part of an export begins after somebody joined. */
  #isIn(id: string): boolean {
    const membership = this.#memberships.get(id);
    return membership === undefined || membership === 'join';
  }

  #setPins(pinned: unknown, by: string, at: number): void {
    const ids = Array.isArray(pinned) ? pinned.filter(id => typeof id === 'string') : [];
    this.pins = new Map(ids.map(id => [id, this.pins.get(id) ?? { by, at }]));
  }
}

function readAdmins(users: unknown): string[] {
  if (typeof users !== 'object' || users === null) return [];
  return Object.entries(users).flatMap(([id, level]) => (Number(level) >= ADMIN_LEVEL ? [id] : []));
}
