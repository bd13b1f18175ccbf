import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '../dialog/is-dialog-open.ts';
import { readKey } from './read-key.ts';

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
export function isJoinKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  return ctrlKey !== metaKey && !altKey && !shiftKey && readKey(event) === 'K';
}

export function isHelpKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, target } = event;
  const isWriting = target instanceof Element && target.matches(TEXT_FIELD_SELECTOR);
  return !ctrlKey && !metaKey && !altKey && !isWriting && readKey(event) === '?';
}

const TEXT_FIELD_SELECTOR =
  'input:not([type="radio"], [type="range"], [type="checkbox"], [type="file"]), textarea';
