import {
  type CommandArguments,
  type CommandOutput,
  type ListedRoom,
  MAX_JOINED_ROOMS,
  type Membership,
  type NotificationLevel,
} from '@snug/protocol';
import { Store } from '../base/store.ts';
import type { Connection } from '../connection/connection.ts';
import { RetriedRead } from '../connection/retried-read.ts';
import type { Environment } from '../environment.ts';
import type { RoomLog } from './room-log.ts';

/** Memberships that ended count, too, so there may be more than joined rooms. */
const MAX_KNOWN = 2 * MAX_JOINED_ROOMS;

export type PendingChange = readonly [roomId: string, change: RoomOptionsChange];
export type RoomOptionsChange = Omit<CommandArguments<'set_room_options'>, 'roomId'>;
export type RoomOptions = Omit<RoomOptionsChange, 'request'> &
  Pick<Membership, 'requestedBy'> & { request?: Membership['request'] | null };

interface MembershipsOptions {
  environment: Pick<Environment, 'random' | 'setTimer'>;
  connection: Pick<Connection, 'request' | 'state'>;
  /** After each result of the server. */
  onRead: (hasRequests: boolean) => void;
}

/** Of which rooms this person is a member, and with which options. */
export class Memberships {
  /** Without archived rooms. Undefined until known. */
  readonly joinedRoomIds = new Store<ReadonlySet<string> | undefined>(undefined);
  /** Changes show before the server stores them. */
  readonly options = new Store<ReadonlyMap<string, RoomOptions>>(new Map());
  /** Of rooms without a level of their own; undefined for mentions, replies and direct messages. */
  readonly defaultLevel = new Store<NotificationLevel | undefined>(undefined);

  readonly #onRead: MembershipsOptions['onRead'];
  readonly #reading: RetriedRead<CommandOutput<'list_joined'>>;
  readonly #latest = new Map<string, Membership>();
  readonly #inRows = new Map<string, Membership>();
  #pending: readonly PendingChange[] = [];
  /** Changes that arrived during the current read, whose result may be older. */
  readonly #changed = new Map<string, boolean>();
  #hasChangedLevel = false;

  constructor({ environment, connection, onRead }: MembershipsOptions) {
    this.#onRead = onRead;
    const read = () => {
      this.#changed.clear();
      this.#hasChangedLevel = false;
      return connection.request('list_joined', {});
    };
    this.#reading = new RetriedRead({
      environment,
      connection,
      read,
      onResult: joined => this.#replace(joined),
    });
  }

  get(roomId: string): Membership | undefined {
    return this.#latest.get(roomId);
  }

  /** The newest known copy, also that of a row. */
  getNewest(roomId: string): Membership | undefined {
    const [latest, inRow] = [this.#latest.get(roomId), this.#inRows.get(roomId)];
    return (inRow?.version ?? -1) > (latest?.version ?? -1) ? inRow : latest;
  }

  /** A room that a stranger opened or added this person to, as long as they have not accepted it. */
  isRequest(roomId: string): boolean {
    return Boolean(this.options.get().get(roomId)?.request);
  }

  /** False until known. */
  isJoined(roomId: string): boolean {
    return this.joinedRoomIds.get()?.has(roomId) ?? false;
  }

  /** Cached ids count until the server sends the present ones. */
  restore(roomIds: readonly string[]): void {
    if (!this.joinedRoomIds.get()) this.joinedRoomIds.set(new Set(roomIds));
  }

  /** False if a newer copy is known. */
  apply(roomId: string, membership: Membership): boolean {
    if (!note(this.#latest, roomId, membership)) return false;
    this.#publish();
    this.setJoined(roomId, isListed(membership));
    return true;
  }

  /** A known copy changes nothing: the list may be newer. Lists leave archived rooms out. */
  applyLog(roomId: string, { room, membership }: Pick<RoomLog, 'room' | 'membership'>): void {
    const isNew = membership?.version !== this.#latest.get(roomId)?.version;
    if (membership && isNew && room.archivedAt === undefined) this.apply(roomId, membership);
  }

  /** The options in rows of the list. A row can be older than the end of its membership, so it decides nothing else. */
  applyRows(rooms: readonly Pick<ListedRoom, 'id' | 'membership'>[]): void {
    const isNew = rooms.map(({ id, membership }) => membership && note(this.#inRows, id, membership));
    if (isNew.includes(true)) this.#publish();
  }

  /** Those that the server has not stored yet, in their order. */
  setPending(pending: readonly PendingChange[]): void {
    if (pending.length === 0 && this.#pending.length === 0) return;
    this.#pending = pending;
    this.#publish();
  }

  #publish(): void {
    const options = new Map<string, RoomOptions>(this.#inRows);
    for (const [roomId, membership] of this.#latest)
      if (membership.version >= (this.#inRows.get(roomId)?.version ?? 0)) options.set(roomId, membership);
    for (const [roomId, change] of this.#pending)
      options.set(roomId, { ...options.get(roomId), ...withMute(change) });
    this.options.set(options);
  }

  setJoined(roomId: string, isJoined: boolean): void {
    this.#changed.set(roomId, isJoined);
    const joined = this.joinedRoomIds.get();
    if (!joined || joined.has(roomId) === isJoined) return;
    this.joinedRoomIds.set(applyChanges(joined, [[roomId, isJoined]]));
  }

  setDefaultLevel(level: NotificationLevel): void {
    this.#hasChangedLevel = true;
    this.defaultLevel.set(level === 'mentions' ? undefined : level);
  }

  /** For a new connection, and after lost events. */
  readAgain(): void {
    this.#reading.start();
  }

  clear(): void {
    this.#reading.cancel();
    this.#latest.clear();
    this.#inRows.clear();
    this.#publish();
    this.joinedRoomIds.set(undefined);
    this.defaultLevel.set(undefined);
  }

  #replace({ roomIds, requests = [], defaultLevel }: CommandOutput<'list_joined'>): void {
    if (!this.#hasChangedLevel) this.defaultLevel.set(defaultLevel);
    const joined = applyChanges(requests.length > 0 ? [...roomIds, ...requests] : roomIds, this.#changed);
    if (!isSameSet(joined, this.joinedRoomIds.get())) this.joinedRoomIds.set(joined);
    this.#onRead(requests.length > 0);
  }
}

/** Whether it is one of the person's rooms. Nobody sees a room again that they declined. */
export function isListed(membership: Membership | undefined): boolean {
  return Boolean(membership?.role) && membership?.request !== 'declined';
}

/** A muted room is one with the level "nothing". */
function withMute(change: RoomOptionsChange): RoomOptionsChange {
  return change.level === undefined ? change : { ...change, muted: change.level === 'nothing' };
}

/** False if a newer copy is known. */
function note(known: Map<string, Membership>, roomId: string, membership: Membership): boolean {
  if ((known.get(roomId)?.version ?? 0) > membership.version) return false;
  known.delete(roomId);
  known.set(roomId, membership);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  return true;
}

function applyChanges(
  roomIds: Iterable<string>,
  changes: Iterable<readonly [roomId: string, isJoined: boolean]>,
): ReadonlySet<string> {
  const joined = new Set(roomIds);
  for (const [roomId, isJoined] of changes) {
    if (isJoined) joined.add(roomId);
    else joined.delete(roomId);
  }
  return joined;
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string> | undefined): boolean {
  return one.size === other?.size && [...one].every(roomId => other.has(roomId));
}
