type Key = Pick<KeyboardEvent, 'isComposing' | 'keyCode' | 'key' | 'preventDefault'>;

/**
 * Returns whether an input method takes the key. Safari ends a composition before the key that ends it (keyCode 229), and would submit
 * the form of the field with it.
 */
export function leaveToInputMethod(event: Key): boolean {
  if (event.isComposing) return true;
  if (event.keyCode !== 229) return false;
  if (event.key === 'Enter') event.preventDefault();
  return true;
}
