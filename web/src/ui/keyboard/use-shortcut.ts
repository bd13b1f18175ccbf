import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '../dialog/is-dialog-open.ts';
import { readKey } from './read-key.ts';
import { singleKeysSetting } from './single-keys.ts';

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

/** Ctrl+Shift+F or Cmd+Shift+F; or a slash outside of fields, whatever key writes it. */
export function isSearchKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey !== metaKey && !altKey && shiftKey && readKey(event) === 'F') return true;
  return isSingleKey(event) && key.normalize('NFKC') === '/';
}

export function isHelpKey(event: KeyboardEvent): boolean {
  return isSingleKey(event) && readKey(event) === '?';
}

/** Without a field that takes it, and unless the person has turned such shortcuts off. */
function isSingleKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, target } = event;
  const isWriting = target instanceof Element && target.matches(TEXT_FIELD_SELECTOR);
  // AltGr, which writes a slash on some keyboards, is Ctrl and Alt for browsers on Windows.
  const isAlone = (!ctrlKey && !metaKey && !altKey) || event.getModifierState?.('AltGraph');
  return isAlone && !isWriting && singleKeysSetting.get();
}

const TEXT_FIELD_SELECTOR =
  'input:not([type="radio"], [type="range"], [type="checkbox"], [type="file"]), textarea, select';
