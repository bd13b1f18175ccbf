import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { classNames } from '../class-names.ts';
import { Button } from '../form/button.tsx';
import styles from './confirm-dialog.module.css';
import dialog from './dialog.module.css';
import { useCover } from './use-cover.ts';

export interface ConfirmDialogProps {
  title: string;
  description: string;
  isOpen: boolean;
  confirmLabel: string;
  variant: 'main' | 'danger';
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** The element for the focus after closing. The default, true, returns it to where it came from. */
  finalFocus?: () => HTMLElement | true | null;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, isOpen, confirmLabel, variant, isBusy, onConfirm, onClose, finalFocus } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={useCover(isOpen, onClose)} onOpenChange={isOpen => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} forceRender />
        <AlertDialog.Popup
          className={classNames(dialog.popup, dialog.card)}
          initialFocus={cancel}
          finalFocus={finalFocus}
        >
          <header className={dialog.header}>
            <AlertDialog.Title className={dialog.title}>{title}</AlertDialog.Title>
          </header>
          <AlertDialog.Description className={styles.words}>{description}</AlertDialog.Description>
          <div className={styles.buttons}>
            <Button ref={cancel} onClick={onClose}>
              {lazyStrings.controls.cancel}
            </Button>
            <Button variant={variant} isBusy={isBusy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
