import { type ComponentProps, cloneElement, type MouseEvent, type ReactElement } from 'react';

export type Trigger = ReactElement<ComponentProps<'button'>>;

interface DialogTriggerProps {
  isOpen: boolean;
  onOpen: () => void;
  children: Trigger;
}

export function DialogTrigger({ isOpen, onOpen, children }: DialogTriggerProps) {
  return cloneElement(children, {
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    ...(isOpen && { 'data-popup-open': '' }),
    onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      // Not every browser focuses a clicked button, but the focus must return to it.
      currentTarget.focus();
      onOpen();
    },
  });
}
