import { useState } from 'react';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import type { Row } from '../rows.ts';
import type { ActionTarget } from './action-target.ts';
import type { RowActionsProps } from './row-actions.tsx';

interface LazyRowActionsProps extends Omit<RowActionsProps, 'row' | 'target' | 'isOpen'> {
  target: ActionTarget | undefined;
  row: Row | undefined;
}

export function LazyRowActions({ target, row, ...props }: LazyRowActionsProps) {
  const [last, setLast] = useState<{ target: ActionTarget; row: Row }>();
  if (target && row && (target !== last?.target || row !== last.row)) setLast({ target, row });
  const isOpen = target !== undefined && row !== undefined;
  const [Actions] = useDialog(
    () => import('./row-actions.tsx').then(module => module.RowActions),
    isOpen,
    props.onClose,
  );
  // Keeps the last row during the closing animation.
  return Actions && last && <Actions {...props} {...last} isOpen={isOpen} />;
}
