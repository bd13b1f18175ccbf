import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef } from 'react';
import { words } from '../../strings/strings.ts';
import { classNames } from '../class-names.ts';
import { Button } from '../form/button.tsx';
import styles from './confirm-dialog.module.css';
import dialog from './dialog.module.css';
import { useOpening } from './use-open-transition.ts';

export interface QuestionProps {
  title: string;
  words: string;
  isOpen: boolean;
  /** What is asked for, as its button says it. */
  action: string;
  look: 'main' | 'danger';
  isBusy: boolean;
  onAction: () => void;
  onClose: () => void;
  /** Where the focus goes then, or true for where it came from, as it does without. */
  finalFocus?: () => HTMLElement | true | null;
}

/** Asks before something is done. Focus returns to where the question came from. */
export function QuestionWindow(props: QuestionProps) {
  const { title, words: explanation, isOpen, action, look, isBusy, onAction, onClose, finalFocus } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root open={useOpening(isOpen)} onOpenChange={isOpen => !isOpen && onClose()}>
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
          <AlertDialog.Description className={styles.words}>{explanation}</AlertDialog.Description>
          <div className={styles.buttons}>
            <Button ref={cancel} onClick={onClose}>
              {words.shell.cancel}
            </Button>
            <Button look={look} isBusy={isBusy} onClick={onAction}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
