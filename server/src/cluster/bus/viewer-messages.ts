export interface NodeViewers {
  roomId: string;
  count: number;
  /** Some of them, the latest last. */
  uids: readonly string[];
}

/** A change since the previous message of the same node about this room. */
export interface NodeViewersChange {
  roomId: string;
  count: number;
  entered: readonly string[];
  left: readonly string[];
}

/** Nodes exchange these messages. Each has the next `seq` of its node, so that the others notice a lost one. */
export type ViewersMessage = { seq: number } & (
  | { type: 'viewers_requested'; roomIds: readonly string[] }
  | { type: 'viewers'; rooms: readonly NodeViewers[] }
  | { type: 'viewers_changed'; rooms: readonly NodeViewersChange[] }
);

/** Most ids in one message: less than 8,000 bytes, the limit of some buses. */
export const MAX_MESSAGE_IDS = 150;

/** Groups items so that each group has at most `MAX_MESSAGE_IDS` ids, or one item. */
export function groupByIds<Item>(items: readonly Item[], countIds: (item: Item) => number): Item[][] {
  const groups: Item[][] = [];
  let ids = Number.POSITIVE_INFINITY;
  for (const item of items) {
    ids += countIds(item);
    if (ids > MAX_MESSAGE_IDS) {
      groups.push([]);
      ids = countIds(item);
    }
    groups.at(-1)?.push(item);
  }
  return groups;
}
