import type { Day, Row } from '../rows.ts';
import { continuesPictures } from './picture-groups.ts';

/** Pictures side by side stay in one block, also if they are more. */
const MAX_ROWS = 30;

/** Rows of one day, one after the other. */
export interface RowBlock {
  key: number;
  rows: readonly Row[];
}

export interface DayBlocks {
  date: string;
  blocks: readonly RowBlock[];
}

/**
 * Divides a list into blocks. An arrival renders and lays out only the last one. A row stays in its block, because React would mount
 * it again in another one: older rows, and those after a full block, begin new blocks.
 */
export class RowBlocks {
  /** The keys of the blocks by the ids of their rows. */
  #keys: ReadonlyMap<string, number> = new Map();
  #blocks: ReadonlyMap<number, RowBlock> = new Map();
  #lastKey = 0;

  /** A block keeps its identity while its rows do. */
  divide(days: readonly Day[]): DayBlocks[] {
    const keys = new Map<string, number>();
    const blocks = new Map<number, RowBlock>();
    const divided = days.map(({ date, rows }) => ({
      date,
      blocks: this.#divideDay(rows, blocks).map(({ key, rows }) => {
        for (const { id } of rows) keys.set(id, key);
        const block = this.#reuse({ key, rows });
        blocks.set(key, block);
        return block;
      }),
    }));
    this.#keys = keys;
    this.#blocks = blocks;
    return divided;
  }

  #divideDay(rows: readonly Row[], used: ReadonlyMap<number, RowBlock>): { key: number; rows: Row[] }[] {
    const blocks: { key: number; rows: Row[] }[] = [];
    const isUsed = (key: number) => used.has(key) || blocks.some(block => block.key === key);
    let before: Row | undefined;
    for (const row of rows) {
      const last = blocks.at(-1);
      const key = this.#keys.get(row.id);
      const isFree = key !== undefined && key !== last?.key && !isUsed(key);
      const hasSpace = key === last?.key || (!isFree && (last?.rows.length ?? 0) < MAX_ROWS);
      if (last && (hasSpace || continuesPictures(row, before))) last.rows.push(row);
      else blocks.push({ key: isFree ? key : ++this.#lastKey, rows: [row] });
      before = row;
    }
    return blocks;
  }

  #reuse(block: RowBlock): RowBlock {
    const known = this.#blocks.get(block.key);
    const isSame =
      known?.rows.length === block.rows.length && known.rows.every((row, index) => row === block.rows[index]);
    return isSame ? known : block;
  }
}
