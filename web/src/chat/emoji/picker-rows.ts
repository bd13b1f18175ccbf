import { getCustomName } from '../../emoji/custom-name.ts';
import type { EmojiEntry } from './emoji-data.ts';

export interface PickerSection {
  title: string;
  emoji: readonly EmojiEntry[];
}

export interface PickerRow {
  /** Only in the first row of a section. */
  title?: string;
  cells: readonly EmojiEntry[];
  /** Its pictures load when they come near the view. */
  isCustom: boolean;
}

export interface Cell {
  row: number;
  column: number;
}

export function buildRows(sections: readonly PickerSection[], columns: number): PickerRow[] {
  return sections.flatMap(({ title, emoji }) =>
    Array.from({ length: Math.ceil(emoji.length / columns) }, (_, row) => {
      const cells = emoji.slice(row * columns, (row + 1) * columns);
      const isCustom = cells.some(cell => getCustomName(cell.emoji) !== undefined);
      return { ...(row === 0 && { title }), cells, isCustom };
    }),
  );
}

/** The cell that a key moves to; undefined for other keys. Left and right also cross the ends of rows. */
export function moveCell(
  rows: readonly PickerRow[],
  { row, column }: Cell,
  key: string,
  isRightToLeft: boolean,
): Cell | undefined {
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight';
  const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft';
  const widthOf = (index: number) => rows[index]?.cells.length ?? 0;
  const clamp = (next: number): Cell => {
    const bounded = Math.max(0, Math.min(next, rows.length - 1));
    return { row: bounded, column: Math.min(column, Math.max(0, widthOf(bounded) - 1)) };
  };
  if (key === 'ArrowDown') return clamp(row + 1);
  if (key === 'ArrowUp') return clamp(row - 1);
  if (key === forward) {
    if (column + 1 < widthOf(row)) return { row, column: column + 1 };
    return row + 1 < rows.length ? { row: row + 1, column: 0 } : { row, column };
  }
  if (key !== back) return undefined;
  if (column > 0) return { row, column: column - 1 };
  return row > 0 ? { row: row - 1, column: widthOf(row - 1) - 1 } : { row, column };
}
