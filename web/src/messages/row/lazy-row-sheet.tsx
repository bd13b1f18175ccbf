import { useState } from 'react';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import type { Row } from '../rows.ts';
import type { RowSheetProps } from './row-sheet.tsx';

interface LazyRowSheetProps extends Omit<RowSheetProps, 'row' | 'isOpen'> {
  /** Undefined while the sheet is closed. */
  row: Row | undefined;
}

/** The actions of a message on touch screens. */
export function LazyRowSheet({ row, ...props }: LazyRowSheetProps) {
  const [last, setLast] = useState(row);
  if (row && row !== last) setLast(row);
  const [Sheet] = useDialog(
    async () => (await import('./row-sheet.tsx')).RowSheet,
    row !== undefined,
    props.onClose,
  );
  // Keeps the last row during the closing animation.
  const shown = row ?? last;
  return Sheet && shown && <Sheet {...props} row={shown} isOpen={row !== undefined} />;
}
