import type { RowChange } from '../src/testing/concurrency/row-log.ts';

interface Stay {
  uid: string;
  /** ms since 1970. Undefined for the present. */
  endedAt: number | undefined;
}

export type Thing = { room: string } | { person: string };

/** What each committed row says about people and rooms: their names, what is in which room, and who was in it until when. */
export class GuestHistory {
  readonly #now: () => number;
  readonly #stays = new Map<string, Stay[]>();
  readonly #openRooms = new Set<string>();
  /** By the id of a person, a room, a message or a file. */
  readonly #things = new Map<string, Thing>();
  /** Of people and rooms, also earlier ones. */
  readonly #names = new Map<string, Set<string>>();
  /** How many ids of shared rooms and their people guests received. */
  checkCount = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  record(changes: readonly RowChange[]): void {
    for (const change of changes) this.#record(change);
  }

  #record({ table, after }: RowChange): void {
    if (!after) return;
    const [id, name, roomId] = [after['id'], after['name'], after['roomId']].map(value =>
      String(value ?? ''),
    );
    if (id === undefined || roomId === undefined) return;
    if (table === 'users') this.#things.set(id, { person: id });
    if (table === 'rooms') this.#things.set(id, { room: id });
    if (table === 'rooms' && after['kind'] === 'open') this.#openRooms.add(id);
    if ((table === 'users' || table === 'rooms') && name) this.#addName(id, name);
    if ((table === 'messages' || table === 'files') && roomId) this.#things.set(id, { room: roomId });
    if (table === 'members') this.#recordStay(roomId, String(after['userId']), after['role'] !== null);
  }

  #addName(id: string, name: string): void {
    const names = this.#names.get(id) ?? new Set();
    this.#names.set(id, names.add(name));
  }

  #recordStay(roomId: string, uid: string, isIn: boolean): void {
    const stays = this.#stays.get(roomId) ?? [];
    this.#stays.set(roomId, stays);
    const present = stays.find(stay => stay.uid === uid && stay.endedAt === undefined);
    if (isIn && !present) stays.push({ uid, endedAt: undefined });
    if (!isIn && present) present.endedAt = this.#now();
  }

  /** Undefined for an id of something else, or of nothing. */
  find(id: string): Thing | undefined {
    return this.#things.get(id);
  }

  listNames(): Iterable<readonly [id: string, names: ReadonlySet<string>]> {
    return this.#names;
  }

  /** Whether a guest could read a room at some moment since then. */
  couldRead(guest: string, roomId: string, since: number): boolean {
    return !this.#openRooms.has(roomId) && this.#wasIn(guest, roomId, since);
  }

  /** Whether both were in one room of the guest at some moment since then. */
  knew(guest: string, uid: string, since: number): boolean {
    return guest === uid || this.#listRooms(guest, since).some(roomId => this.#wasIn(uid, roomId, since));
  }

  /** Whether a person was ever in a room that the guest could read since then. */
  standsInLog(guest: string, uid: string, since: number): boolean {
    return this.#listRooms(guest, since).some(roomId => this.#wasIn(uid, roomId, 0));
  }

  #listRooms(guest: string, since: number): string[] {
    return [...this.#stays.keys()].filter(roomId => this.couldRead(guest, roomId, since));
  }

  #wasIn(uid: string, roomId: string, since: number): boolean {
    const stays = this.#stays.get(roomId) ?? [];
    return stays.some(stay => stay.uid === uid && (stay.endedAt ?? since) >= since);
  }
}
