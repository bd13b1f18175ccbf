import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { words } from '../words/words.ts';
import { classNames } from './class-names.ts';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';

export interface DialogWindowProps {
  title: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** `drawer`: comes from the edge where one begins to read, or from the other one, over the whole height. */
  shape?: 'card' | 'drawer' | 'drawer-end';
  children: ReactNode;
}

/** What is inside is made anew each time that it opens. Focus returns to where it came from. */
export function DialogWindow(props: DialogWindowProps) {
  const { title, isOpen, onOpenChange, shape = 'card', children } = props;
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} forceRender />
        <Base.Popup
          ref={popup}
          className={classNames(styles.popup, shape === 'card' ? styles.card : styles.drawer)}
          data-side={shape === 'drawer-end' ? 'end' : undefined}
          initialFocus={by => (by === 'touch' ? true : firstField(popup.current))}
        >
          <header className={styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label={words.shell.close} icon={X} tip="none" />} />
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const WRITABLE = 'input:not([type="radio"], [type="file"], [readonly]), textarea:not([readonly])';

/** Where writing starts; without a field, what comes first has the focus. */
function firstField(popup: HTMLElement | null): HTMLElement | true {
  return popup?.querySelector<HTMLElement>(WRITABLE) ?? true;
}
