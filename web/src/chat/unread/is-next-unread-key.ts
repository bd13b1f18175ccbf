/** Alt+Shift+Down. */
export function isNextUnreadKey({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'ArrowDown' && altKey && shiftKey && !ctrlKey && !metaKey;
}
