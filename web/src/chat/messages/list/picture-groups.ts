import { getFileKind } from '../../files/view/file-kind.ts';
import type { Row } from '../rows.ts';

/** Pictures of one run side by side, or one other row. */
export interface RowGroup {
  id: string;
  rows: Row[];
  isPictures: boolean;
}

/** Folded pictures of blocked people stand alone. */
export function groupRows(rows: readonly Row[], blocked: ReadonlySet<string> = new Set()): RowGroup[] {
  const groups: RowGroup[] = [];
  for (const row of rows) {
    const isPictures = isPicture(row) && !blocked.has(row.author.uid);
    const last = groups.at(-1);
    if (isPictures && last?.isPictures && continuesPictures(row, last.rows.at(-1))) last.rows.push(row);
    else groups.push({ id: row.id, rows: [row], isPictures });
  }
  return groups;
}

/** Whether two rows, one after the other, show their pictures side by side. */
export function continuesPictures(row: Row, before: Row | undefined): boolean {
  return before !== undefined && isPicture(before) && isPicture(row) && !row.startsRun && !row.reply;
}

export function countColumns(count: number): number {
  return count === 2 || count === 4 ? 2 : 3;
}

function isPicture({ file, text, status }: Row): boolean {
  return file !== undefined && getFileKind(file) === 'picture' && text === '' && status !== 'failed';
}
