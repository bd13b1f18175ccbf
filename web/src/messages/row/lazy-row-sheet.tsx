import { useState } from 'react';
import { useDialog } from '../../ui/dialog/use-dialog.ts';
import type { Row } from '../rows.ts';
import type { RowSheetProps } from './row-sheet.tsx';

interface LazyRowSheetProps extends Omit<RowSheetProps, 'row' | 'isOpen'> {
  row: Row | undefined;
}

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
