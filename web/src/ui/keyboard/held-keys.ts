import { isTextField } from './insert-typed.ts';

/**
 * Ignores the repetitions of a held key in a text field that received the focus after the press. The letter of a shortcut would be typed
 * again and again, and Enter would send a draft. The returned function ends this.
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
