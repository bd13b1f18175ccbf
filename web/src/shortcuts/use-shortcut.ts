import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '../ui/dialog/is-dialog-open.ts';

/** Calls `act` when `isMeant` holds for a key that is pressed anywhere, unless a dialog is open: that is answered first. */
export function useShortcut(isMeant: (event: KeyboardEvent) => boolean, act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !isMeant(event)) return;
    // Nothing of the browser's own either.
    event.preventDefault();
    if (!event.repeat && !isDialogOpen()) act();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

/** Ctrl+K, or Cmd+K where that is the custom. */
export function isJoinKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** A question mark, except where it is written. */
export function isHelpKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isWriting = target instanceof Element && target.matches(WRITABLE);
  return key === '?' && !ctrlKey && !metaKey && !altKey && !isWriting;
}

const WRITABLE = 'input:not([type="radio"], [type="range"], [type="checkbox"], [type="file"]), textarea';
