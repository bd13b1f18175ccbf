import { type RefObject, useEffect } from 'react';
import { isDialogOpen } from '../../ui/dialog/is-dialog-open.ts';
import { isFocusByPointer } from '../../ui/keyboard/focus-modality.ts';
import { readKey } from '../../ui/keyboard/read-key.ts';
import { isHelpKey } from '../../ui/keyboard/use-shortcut.ts';

/** They handle letters themselves. */
const OTHER_FIELDS_SELECTOR = 'input, textarea, select, [role="menu"], [role="listbox"]';

/** What a person types or pastes after a click elsewhere goes to the composer. Focus that came by keyboard stays. */
export function useTypingAnywhere(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isForComposer(event)) box.current?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [box]);
}

function isForComposer(event: KeyboardEvent): boolean {
  const { target, defaultPrevented, isComposing } = event;
  if (defaultPrevented || isComposing || !(isTextKey(event) || isPasteKey(event))) return false;
  const isFree = target === document.body || isFocusByPointer();
  return isFree && !(target as Element).closest(OTHER_FIELDS_SELECTOR) && !isDialogOpen();
}

/** Not a space, which scrolls or presses a button, and not the question mark, which opens the list of shortcuts. */
function isTextKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  const isShortcut = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph');
  return !isShortcut && (key.length === 1 || key === 'Dead') && key !== ' ' && !isHelpKey(event);
}

function isPasteKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey } = event;
  return ctrlKey !== metaKey && !altKey && readKey(event) === 'V';
}
