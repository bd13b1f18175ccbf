import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '../ui/dialog/is-dialog-open.ts';

/** Calls `act` when `isMeant` holds for a key that is pressed anywhere, unless a dialog is open: that is answered first. */
export function useShortcut(matches: (event: KeyboardEvent) => boolean, run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !matches(event)) return;
    // Nothing of the browser's own either.
    event.preventDefault();
    if (!event.repeat && !isDialogOpen()) run();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Ctrl+K, or Cmd+K where that is the custom. */
export function isJoinKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

/** A question mark, except where it is written. */
export function isHelpKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isWriting = target instanceof Element && target.matches(TEXT_FIELD_SELECTOR);
  return key === '?' && !ctrlKey && !metaKey && !altKey && !isWriting;
}

const TEXT_FIELD_SELECTOR =
  'input:not([type="radio"], [type="range"], [type="checkbox"], [type="file"]), textarea';
