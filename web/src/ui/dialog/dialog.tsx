import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { classNames } from '../class-names.ts';
import { IconButton } from '../form/icon-button.tsx';
import styles from './dialog.module.css';
import { useCover } from './use-cover.ts';
import { useDialogFocus } from './use-dialog-focus.ts';

export interface DialogState {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

interface DialogProps extends DialogState {
  title: ReactNode;
  /** `drawer`: full height, at the start edge of the page; `drawer-end`: at the end edge. */
  shape?: 'card' | 'drawer' | 'drawer-end';
  /** The element for the focus after opening. By default, or if there is none, the first field or the title. */
  getInitialFocus?: (heading: HTMLElement | null) => HTMLElement | null;
  /** The element for the focus after closing. By default, it returns to where it came from. */
  getFinalFocus?: (() => HTMLElement | null) | undefined;
  /** Called by the browser's Back. By default, the dialog closes. */
  onBack?: () => void;
  children: ReactNode;
}

/** Mounts its children each time that it opens. The first load contains only `LazyDialog`. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onOpenChange, shape = 'card', children } = props;
  const { onBack = () => onOpenChange(false) } = props;
  const popup = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useDialogFocus({ popup, heading, ...props });
  return (
    <Base.Root open={useCover(isOpen, onBack)} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} forceRender />
        <Base.Popup
          ref={popup}
          className={classNames(styles.popup, shape === 'card' ? styles.card : styles.drawer)}
          data-shape={shape}
          data-side={shape === 'drawer-end' ? 'end' : undefined}
          {...focus}
        >
          <header className={styles.header}>
            <Base.Title ref={heading} className={styles.title} tabIndex={-1}>
              {title}
            </Base.Title>
            <Base.Close render={<IconButton label={lazyStrings.controls.close} icon={X} tooltip="none" />} />
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
