import { ROOM_SLOTS, SUMMARY_SLOT } from './push-topics.ts';
import type { OutstandingRow } from './recipient-store.ts';

type Row = Pick<OutstandingRow, 'roomId' | 'seq' | 'at' | 'slot'>;

/** Which topic each room of a person has, also of pushes of this process that are not stored yet. */
export class PushSlots {
  /** By person and room. */
  readonly #taken = new Map<string, Map<string, Row>>();

  /**
   * The room keeps its slot. A fourth room takes that of the room that was pushed longest ago. Until `release`, other rooms
   * take the slot only if no other one is free.
   */
  take(uid: string, roomId: string, rows: readonly Row[], at: number): number {
    const taken = this.#taken.get(uid) ?? new Map<string, Row>();
    const others = [...taken.values()];
    const stored = rows.filter(row => row.seq > 0 && row.slot !== SUMMARY_SLOT && !taken.has(row.roomId));
    const slot = selectSlot(roomId, [...stored, ...others]);
    this.#taken.set(uid, taken.set(roomId, { roomId, seq: 1, at, slot }));
    return slot;
  }

  /** The push is stored, or did not leave. */
  release(uid: string, roomId: string): void {
    const taken = this.#taken.get(uid);
    taken?.delete(roomId);
    if (taken?.size === 0) this.#taken.delete(uid);
  }
}

function selectSlot(roomId: string, shown: readonly Row[]): number {
  const others = shown.filter(row => row.roomId !== roomId);
  const own = shown.find(row => row.roomId === roomId);
  // Another server may have chosen the same for its room at the same time.
  if (own && !others.some(({ slot }) => slot === own.slot)) return own.slot;
  const free = orderSlots(roomId).find(slot => !others.some(row => row.slot === slot));
  return free ?? own?.slot ?? others.toSorted((a, b) => a.at - b.at)[0]?.slot ?? ROOM_SLOTS[0];
}

/** Two servers that choose at the same time rarely begin with the same one. */
function orderSlots(roomId: string): number[] {
  const start = Buffer.from(roomId).reduce((sum, byte) => sum + byte, 0) % ROOM_SLOTS.length;
  return [...ROOM_SLOTS.slice(start), ...ROOM_SLOTS.slice(0, start)];
}
