import { isTextField } from './insert-typed.ts';

/**
 * A key that is held after it moved the focus to a text field does nothing there: the letter of a shortcut would be typed again and
 * again, and Enter would send a draft. Ends when the returned function is called.
 */
export function stopHeldKeys(): () => void {
  let press: KeyboardEvent | undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.repeat) press = event;
    else if (press && isMeantElsewhere(event, press)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
}

/** A letter that no shortcut handled began to write, in whatever field. */
function isMeantElsewhere({ key, code, target }: KeyboardEvent, press: KeyboardEvent): boolean {
  if (code !== press.code || target === press.target) return false;
  if (!(target instanceof Element) || !isTextField(target)) return false;
  return key === 'Enter' || (key.length === 1 && press.defaultPrevented);
}
