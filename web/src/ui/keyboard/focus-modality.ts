import { isDialogOpen } from '../dialog/is-dialog-open.ts';

const NAVIGATION_KEY = /^(?:Tab|Arrow(?:Up|Down|Left|Right)|Home|End|PageUp|PageDown)$/;

let isByPointer = !document.activeElement?.matches(':focus-visible');

window.addEventListener('pointerdown', () => setByPointer(true), { capture: true });
// WebKitGTK reports Shift+Tab as an unidentified key. Escape closes a dialog, and the focus returns to what a pointer had pressed.
window.addEventListener(
  'keydown',
  ({ key, code }) => (NAVIGATION_KEY.test(key) || code === 'Tab') && !isDialogOpen() && setByPointer(false),
  {
    capture: true,
  },
);

/**
 * Whether a pointer, not the keyboard, chose what has the focus. Browsers turn `:focus-visible` on before they dispatch the first
 * key, so it does not say this during a key press.
 */
export function isFocusByPointer(): boolean {
  return isByPointer;
}

function setByPointer(value: boolean): void {
  isByPointer = value;
}
