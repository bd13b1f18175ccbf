import { MAX_LISTED_PEOPLE } from '@snug/protocol';
import type { NodeViewers, NodeViewersChange } from '../../cluster/bus/viewer-messages.ts';

interface Viewers {
  count: number;
  /** At most `MAX_LISTED_PEOPLE`, the latest last. */
  readonly uids: Set<string>;
}

/** The viewers of other nodes, in the rooms that are open on this node. */
export class RemoteViewers {
  readonly #rooms = new Map<string, Map<string, Viewers>>();

  get roomIds(): string[] {
    return [...this.#rooms.keys()];
  }

  open(roomId: string): void {
    if (!this.#rooms.has(roomId)) this.#rooms.set(roomId, new Map());
  }

  close(roomId: string): void {
    this.#rooms.delete(roomId);
  }

  /** Returns the people whose state may have changed, like `change` and `forget`. */
  replace(nodeId: string, { roomId, count, uids }: NodeViewers): Iterable<string> {
    const room = this.#rooms.get(roomId);
    if (!room) return [];
    const previous = room.get(nodeId)?.uids ?? [];
    if (count === 0) room.delete(nodeId);
    else room.set(nodeId, { count, uids: new Set(uids.slice(-MAX_LISTED_PEOPLE)) });
    return new Set([...previous, ...uids]);
  }

  change(nodeId: string, { roomId, count, entered, left }: NodeViewersChange): Iterable<string> {
    const known = this.#rooms.get(roomId)?.get(nodeId)?.uids ?? [];
    const changed = new Set([...entered, ...left]);
    const remaining = [...known].filter(uid => !changed.has(uid));
    this.replace(nodeId, { roomId, count, uids: [...remaining, ...entered] });
    return this.#rooms.has(roomId) ? changed : [];
  }

  forget(nodeId: string): Map<string, Iterable<string>> {
    const changed = new Map<string, Iterable<string>>();
    for (const [roomId, nodes] of this.#rooms) {
      const viewers = nodes.get(nodeId);
      if (nodes.delete(nodeId) && viewers) changed.set(roomId, viewers.uids);
    }
    return changed;
  }

  has(roomId: string, uid: string): boolean {
    return this.#list(roomId).some(({ uids }) => uids.has(uid));
  }

  list(roomId: string): Set<string> {
    return new Set(this.#list(roomId).flatMap(({ uids }) => [...uids]));
  }

  /** Viewers that `list` omits. */
  countUnlisted(roomId: string): number {
    return this.#list(roomId).reduce((sum, { count, uids }) => sum + Math.max(0, count - uids.size), 0);
  }

  #list(roomId: string): Viewers[] {
    return [...(this.#rooms.get(roomId)?.values() ?? [])];
  }
}
