import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '../ui/dialog/is-dialog-open.ts';

/** Calls `run` for each key press in the page that `matches`, except while a dialog is open. */
export function useShortcut(matches: (event: KeyboardEvent) => boolean, run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || !matches(event)) return;
    // Suppresses the browser's own shortcut even if a dialog is open.
    event.preventDefault();
    if (!event.repeat && !isDialogOpen()) run();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Ctrl+K, or Cmd+K on Apple devices. */
export function isJoinKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;
}

export function isHelpKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isWriting = target instanceof Element && target.matches(TEXT_FIELD_SELECTOR);
  return key === '?' && !ctrlKey && !metaKey && !altKey && !isWriting;
}

const TEXT_FIELD_SELECTOR =
  'input:not([type="radio"], [type="range"], [type="checkbox"], [type="file"]), textarea';
