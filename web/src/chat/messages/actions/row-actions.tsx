import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isDialogOpen } from '../../../ui/dialog/is-dialog-open.ts';
import { isCatchingKeys } from '../../../ui/keyboard/key-catcher.ts';
import { pressRowButton } from '../keyboard/row-shortcuts.ts';
import type { Row } from '../rows.ts';
import { ActionDialog, type ShownDialog } from './action-dialog.tsx';
import type { ActionTarget } from './action-target.ts';
import { listActions, type ShownAction } from './message-actions.ts';
import { RowMenu } from './row-menu.tsx';
import { RowSheet } from './row-sheet.tsx';
import { useActionContext } from './use-action-context.ts';

export interface RowActionsProps {
  row: Row;
  target: ActionTarget;
  isOpen: boolean;
  onClose: () => void;
  /** Called only for the reader's own messages. */
  onDelete: (messageId: string) => void;
  /** The element for the focus if the row is removed. */
  getReturnFocus: () => HTMLElement | null;
}

/** The menu of a row, its sheet on touch screens, and the dialogs of their entries. */
export function RowActions({ row, target, isOpen, onClose, onDelete, getReturnFocus }: RowActionsProps) {
  const [dialog, setDialog] = useState<ShownDialog>();
  const movesFocus = useRef(false);
  const context = useActionContext(row, load =>
    setDialog(last => ({ row, load, count: (last?.count ?? 0) + 1 })),
  );
  const actions = listActions(context);
  const { as } = target;
  const getFocus = () => document.getElementById(row.id) ?? getReturnFocus();
  const getFinalFocus = () => (movesFocus.current || isDialogOpen() || isCatchingKeys() ? false : getFocus());

  function run(action: ShownAction): void {
    movesFocus.current = action.movesFocus ?? false;
    action.run(context);
  }

  /** The composer keeps the focus, and with it the on-screen keyboard. */
  function reply(): void {
    movesFocus.current = true;
    pressRowButton(document.getElementById(row.id), 'R');
  }

  const runByKey = useEffectEvent((key: string) => {
    const action = actions.find(action => action.key === key);
    onClose();
    if (action) run(action);
  });
  useEffect(() => {
    if (!isOpen) return;
    movesFocus.current = false;
    if (as !== 'sheet' && 'key' in as) runByKey(as.key);
  }, [isOpen, as]);
  const shown = { row, actions, isOpen, onClose, onRun: run, getFinalFocus };
  return (
    <>
      {as === 'sheet' && (
        <RowSheet {...shown} onDelete={context.isOwn ? onDelete : undefined} onReply={reply} />
      )}
      {as !== 'sheet' && 'menu' in as && <RowMenu {...shown} {...as.menu} />}
      {dialog && <ActionDialog key={dialog.count} dialog={dialog} getFinalFocus={getFocus} />}
    </>
  );
}
