import { type ComponentProps, cloneElement, type MouseEvent, type ReactElement } from 'react';
import type { DialogWindowProps } from './dialog-popup.tsx';
import { useWindow } from './use-dialog.ts';

export type Trigger = ReactElement<ComponentProps<'button'>>;

interface DialogProps extends DialogWindowProps {
  /** The button that opens it; without one, it is opened by others. */
  trigger?: Trigger;
}

/** A window above the page, or a drawer at its edge, and what opens it. */
export function Dialog({ trigger, ...window }: DialogProps) {
  const { isOpen, onOpenChange } = window;
  const [Window] = useWindow(
    async () => (await import('./dialog-popup.tsx')).DialogWindow,
    isOpen,
    () => onOpenChange(false),
  );
  return (
    <>
      {trigger &&
        cloneElement(trigger, {
          'aria-haspopup': 'dialog',
          'aria-expanded': isOpen,
          ...(isOpen && { 'data-popup-open': '' }),
          onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
            // Not every browser gives a button the focus that is pressed, and there it is to return to.
            currentTarget.focus();
            onOpenChange(true);
          },
        })}
      {Window && <Window {...window} />}
    </>
  );
}
