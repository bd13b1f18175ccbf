import { type ComponentProps, cloneElement, type MouseEvent, type ReactElement } from 'react';
import type { DialogPopupProps } from './dialog-popup.tsx';
import { useDialog } from './use-dialog.ts';

export type Trigger = ReactElement<ComponentProps<'button'>>;

interface DialogProps extends DialogPopupProps {
  /** The button that opens it. Without one, the parent opens it. */
  trigger?: Trigger;
}

export function Dialog({ trigger, ...popupProps }: DialogProps) {
  const { isOpen, onOpenChange } = popupProps;
  const [Popup] = useDialog(
    async () => (await import('./dialog-popup.tsx')).DialogPopup,
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
            // Not every browser focuses a clicked button, but the focus must return to it.
            currentTarget.focus();
            onOpenChange(true);
          },
        })}
      {Popup && <Popup {...popupProps} />}
    </>
  );
}
