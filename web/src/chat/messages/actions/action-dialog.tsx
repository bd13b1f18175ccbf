import { type ComponentType, useState } from 'react';
import { useCaughtKeys } from '../../../ui/dialog/use-caught-keys.ts';
import { useDialog } from '../../../ui/dialog/use-dialog.ts';
import type { Row } from '../rows.ts';
import type { ActionDialogProps } from './message-action.ts';

export interface ShownDialog {
  row: Row;
  load: () => Promise<ComponentType<ActionDialogProps>>;
  /** Grows with each dialog. */
  count: number;
}

interface Props {
  dialog: ShownDialog;
  getFinalFocus: () => HTMLElement | null;
}

/** The dialog of an action. A new key shows another one. */
export function ActionDialog({ dialog: { row, load }, getFinalFocus }: Props) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  const [Dialog] = useDialog(load, isOpen, close);
  useCaughtKeys(isOpen, close);
  return Dialog && <Dialog row={row} isOpen={isOpen} onClose={close} getFinalFocus={getFinalFocus} />;
}
