export const COMPOSER_ID = 'composer';

export function focusComposer(): void {
  document.getElementById(COMPOSER_ID)?.focus();
}
