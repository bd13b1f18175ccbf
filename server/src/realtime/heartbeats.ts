import type { Event } from '@snug/protocol';
import { createFrame, type Frame, prependPing } from './frame.ts';

/** Omits rooms without a position in `seqs`. Connections with the same open rooms share one frame. */
export function createHeartbeat(seqs: ReadonlyMap<string, number>): (openRooms: readonly string[]) => Frame {
  const frames = new Map<string, Frame>();
  return openRooms => {
    const key = openRooms.join();
    const known = frames.get(key);
    if (known) return known;
    const rooms = Object.fromEntries(openRooms.map(id => [id, seqs.get(id)] as const).filter(hasSeq));
    const made = prependPing(createFrame({ events: [{ type: 'heartbeat', rooms } satisfies Event] }));
    frames.set(key, made);
    return made;
  };
}

function hasSeq(entry: readonly [string, number | undefined]): entry is readonly [string, number] {
  return entry[1] !== undefined;
}
