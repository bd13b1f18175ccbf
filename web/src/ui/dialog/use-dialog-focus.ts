import { type RefObject, useRef } from 'react';
import { getFocusBefore, passKeysTo } from '../keyboard/key-catcher.ts';
import { findFirstField } from './first-field.ts';

interface DialogFocusOptions {
  popup: RefObject<HTMLElement | null>;
  heading: RefObject<HTMLElement | null>;
  getInitialFocus?: ((heading: HTMLElement | null) => HTMLElement | null) | undefined;
  getFinalFocus?: (() => HTMLElement | null) | undefined;
}

/** The props of a dialog for its focus, with the keys that were typed before it opened. */
export function useDialogFocus({ popup, heading, getInitialFocus, getFinalFocus }: DialogFocusOptions) {
  const before = useRef<Element>(null);

  function initialFocus(by: string): HTMLElement | null | false {
    before.current = getFocusBefore();
    // On touch screens, a focused field would open the on-screen keyboard.
    const field = by === 'touch' ? null : findFirstField(popup.current);
    const target = getInitialFocus?.(heading.current) ?? field ?? heading.current;
    return target && passKeysTo(target) ? false : target;
  }

  function finalFocus(): HTMLElement | boolean {
    if (getFinalFocus) return getFinalFocus() ?? true;
    const { activeElement, body } = document;
    // What the dialog did has moved the focus.
    if (activeElement !== body && !popup.current?.contains(activeElement)) return false;
    return before.current instanceof HTMLElement && before.current.isConnected ? before.current : true;
  }

  return { initialFocus, finalFocus };
}
