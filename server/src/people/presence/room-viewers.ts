import { type EventOf, MAX_LISTED_PEOPLE, roomTopic, viewersTopic } from '@snug/protocol';
import {
  groupByIds,
  MAX_MESSAGE_IDS,
  type NodeViewers,
  type ViewersMessage,
} from '../../cluster/bus/viewer-messages.ts';
import type { Publication } from '../../db/mutation.ts';
import { RemoteViewers } from './remote-viewers.ts';

/** Changes are batched for this time: five hundred people who open a room at once cause one event. */
const PUBLISH_DELAY_MS = 500;

export interface RoomViewersOptions {
  publish: (publications: readonly Publication[]) => void;
  announce: (message: ViewersMessage) => void;
  setTimer: (run: () => void, ms: number) => void;
}

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;

/** On all nodes. A person on several nodes may count several times if a room has too many viewers to announce. */
export class RoomViewers {
  readonly #options: RoomViewersOptions;
  /** By room and person, the number of connections to this node. */
  readonly #rooms = new Map<string, Map<string, number>>();
  readonly #remote = new RemoteViewers();
  /** By room, the people who changed on this node since the last event; then those on other nodes. */
  readonly #changed = new Map<string, Set<string>>();
  readonly #changedElsewhere = new Map<string, Set<string>>();
  /** Rooms whose viewers on other nodes are unknown. */
  readonly #unknown = new Set<string>();
  /** The `seq` of the last message of each other node. */
  readonly #seqs = new Map<string, number>();
  #seq = 0;
  #isScheduled = false;

  constructor(options: RoomViewersOptions) {
    this.#options = options;
  }

  enter(roomId: string, uid: string): void {
    const room = this.#rooms.get(roomId) ?? this.#open(roomId);
    room.set(uid, (room.get(uid) ?? 0) + 1);
    this.#recordChange(this.#changed, roomId, [uid]);
  }

  leave(roomId: string, uid: string): void {
    const room = this.#rooms.get(roomId);
    const left = (room?.get(uid) ?? 0) - 1;
    if (left > 0) room?.set(uid, left);
    else room?.delete(uid);
    if (room?.size === 0) this.#close(roomId);
    this.#recordChange(this.#changed, roomId, [uid]);
  }

  /** Those that are known by name. The latest person of this node is last. */
  list(roomId: string): string[] {
    const own = this.#rooms.get(roomId);
    const remote = this.#remote.list(roomId);
    for (const uid of own?.keys() ?? []) remote.delete(uid);
    return [...remote, ...(own?.keys() ?? [])];
  }

  count(roomId: string): number {
    const remote = this.#remote.list(roomId);
    for (const uid of this.#rooms.get(roomId)?.keys() ?? []) remote.delete(uid);
    return (this.#rooms.get(roomId)?.size ?? 0) + remote.size + this.#remote.countUnlisted(roomId);
  }

  receive(nodeId: string, message: ViewersMessage): void {
    const isNext = message.seq === (this.#seqs.get(nodeId) ?? Number.NaN) + 1;
    this.#seqs.set(nodeId, message.seq);
    if (!isNext) this.refresh();
    if (message.type === 'viewers_requested') return this.#answer(message.roomIds);
    for (const room of message.rooms) {
      const changed = 'uids' in room ? this.#remote.replace(nodeId, room) : this.#remote.change(nodeId, room);
      this.#recordChange(this.#changedElsewhere, room.roomId, changed);
    }
  }

  /** Asks the other nodes again: messages may have been lost. */
  refresh(): void {
    for (const roomId of this.#rooms.keys()) this.#unknown.add(roomId);
    if (this.#unknown.size > 0) this.#schedule();
  }

  /** All other nodes have ended. */
  retain(nodeIds: readonly string[]): void {
    for (const nodeId of this.#seqs.keys()) if (!nodeIds.includes(nodeId)) this.#forget(nodeId);
  }

  #forget(nodeId: string): void {
    this.#seqs.delete(nodeId);
    for (const [roomId, uids] of this.#remote.forget(nodeId))
      this.#recordChange(this.#changedElsewhere, roomId, uids);
  }

  #open(roomId: string): Map<string, number> {
    const room = new Map<string, number>();
    this.#rooms.set(roomId, room);
    this.#remote.open(roomId);
    this.#unknown.add(roomId);
    return room;
  }

  #close(roomId: string): void {
    this.#rooms.delete(roomId);
    this.#remote.close(roomId);
    this.#unknown.delete(roomId);
  }

  #recordChange(changes: Map<string, Set<string>>, roomId: string, uids: Iterable<string>): void {
    const all = [...uids];
    if (all.length === 0) return;
    const known = changes.get(roomId) ?? new Set();
    changes.set(roomId, known);
    for (const uid of all) known.add(uid);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#options.setTimer(() => this.#publish(), PUBLISH_DELAY_MS);
  }

  #publish(): void {
    this.#isScheduled = false;
    const changed = new Map(this.#changed);
    this.#announceChanges(changed);
    for (const [roomId, uids] of this.#changedElsewhere)
      changed.set(roomId, new Set([...uids, ...(changed.get(roomId) ?? [])]));
    this.#changed.clear();
    this.#changedElsewhere.clear();
    this.#request();
    if (changed.size === 0) return;
    this.#options.publish([...changed].flatMap(([roomId, uids]) => this.#toPublications(roomId, uids)));
  }

  #announceChanges(changed: ReadonlyMap<string, ReadonlySet<string>>): void {
    const small = [...changed].filter(([, uids]) => uids.size <= MAX_MESSAGE_IDS);
    const changes = small.map(([roomId, uids]) => {
      const { size: count = 0 } = this.#rooms.get(roomId) ?? {};
      return { roomId, count, ...this.#separate(uids, uid => this.#rooms.get(roomId)?.has(uid) ?? false) };
    });
    for (const rooms of groupByIds(changes, ({ entered, left }) => 1 + entered.length + left.length))
      this.#announce({ type: 'viewers_changed', rooms });
    const large = [...changed.keys()].filter(roomId => (changed.get(roomId)?.size ?? 0) > MAX_MESSAGE_IDS);
    this.#answer(large);
  }

  #answer(roomIds: readonly string[]): void {
    const rooms: NodeViewers[] = roomIds.map(roomId => {
      const uids = [...(this.#rooms.get(roomId)?.keys() ?? [])];
      return { roomId, count: uids.length, uids: uids.slice(-MAX_MESSAGE_IDS) };
    });
    for (const some of groupByIds(rooms, ({ uids }) => 1 + uids.length))
      this.#announce({ type: 'viewers', rooms: some });
  }

  #request(): void {
    const all = [...this.#unknown];
    this.#unknown.clear();
    for (const roomIds of groupByIds(all, () => 1)) this.#announce({ type: 'viewers_requested', roomIds });
  }

  #announce(message: DistributiveOmit<ViewersMessage, 'seq'>): void {
    this.#options.announce({ ...message, seq: ++this.#seq });
  }

  // Publishes the current state instead of the changes: a new subscriber may have read some of the changes already.
  #toPublications(roomId: string, uids: ReadonlySet<string>): Publication[] {
    const own = this.#rooms.get(roomId);
    const count = this.count(roomId);
    const { entered, left } = this.#separate(uids, uid => own?.has(uid) || this.#remote.has(roomId, uid));
    const isTruncated = Math.max(entered.length, left.length) > MAX_LISTED_PEOPLE;
    const viewersChanged: EventOf<'viewers_changed'> = {
      type: 'viewers_changed',
      roomId,
      count,
      entered: entered.slice(-MAX_LISTED_PEOPLE),
      left: left.slice(-MAX_LISTED_PEOPLE),
      ...(isTruncated && { more: true as const }),
    };
    return [
      { topic: roomTopic(roomId), event: { type: 'viewer_count', roomId, count } },
      { topic: viewersTopic(roomId), event: viewersChanged },
    ];
  }

  #separate(uids: ReadonlySet<string>, isHere: (uid: string) => boolean) {
    return {
      entered: [...uids].filter(isHere),
      left: [...uids].filter(uid => !isHere(uid)),
    };
  }
}
