/** Of the box in which a message is written. */
export const COMPOSER_ID = 'composer';

/** Back to where one writes. */
export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}
