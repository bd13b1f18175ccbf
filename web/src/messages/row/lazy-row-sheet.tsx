import { useState } from 'react';
import { useWindow } from '../../ui/dialog/use-dialog.ts';
import type { Row } from '../rows.ts';
import type { RowSheetProps } from './row-sheet.tsx';

interface Props extends Omit<RowSheetProps, 'row' | 'isOpen'> {
  /** Undefined while the sheet is closed. */
  row: Row | undefined;
}

/** What can be done with a message, for fingers. */
export function RowSheet({ row, ...props }: Props) {
  const [last, setLast] = useState(row);
  if (row && row !== last) setLast(row);
  const [Window] = useWindow(
    async () => (await import('./row-sheet.tsx')).RowSheetWindow,
    row !== undefined,
    props.onClose,
  );
  // Until it has moved away.
  const shown = row ?? last;
  return Window && shown && <Window {...props} row={shown} isOpen={row !== undefined} />;
}
