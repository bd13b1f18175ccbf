import { MAX_COUNTED_REPLIES, type RoomEvent } from '@snug/protocol';
import { getAddedMessage } from './apply-event.ts';
import type { LogChange } from './room-log.ts';

/** The number of messages of a conversation, after each change of the room, whether or not its messages are loaded. */
export class ConversationCount {
  /** Undefined until the server sends it. */
  value: number | undefined;
  /** The position that it belongs to. */
  #seq = 0;

  /** The server's number at a position. `changes`: the last ones, around it. Returns false as `apply` does. */
  set(value: number, seq: number, changes: readonly LogChange[], rootId: string): boolean {
    this.value = value;
    this.#seq = seq;
    return changes.map(change => this.apply(change, rootId)).every(isKnown => isKnown);
  }

  /** Returns false if only the server knows the number after the change. */
  apply({ seq, event, isGap = false }: LogChange, rootId: string): boolean {
    if (seq <= this.#seq) return true;
    this.#seq = seq;
    // It can have taken any number of them.
    if (event?.type === 'room_trimmed') return false;
    const added = event ? countAdded(event, rootId) : 0;
    if (isGap || added === 0 || this.value === undefined) return !isGap;
    // Of more messages, the server counts no more.
    if (this.value >= MAX_COUNTED_REPLIES) return added > 0;
    this.value += added;
    return true;
  }
}

function countAdded(event: RoomEvent, root: string): -1 | 0 | 1 {
  const added = getAddedMessage(event);
  const message = event.type === 'message_deleted' ? event.message : added;
  if (!message || (message.id !== root && message.rootId !== root)) return 0;
  return added ? 1 : -1;
}
