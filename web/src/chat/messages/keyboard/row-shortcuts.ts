/** Controls that handle arrows and letters themselves. */
export const FIELD_SELECTOR = 'input, textarea, video, audio';

export function pressRowButton(row: HTMLElement | null, key: string): void {
  if (row) findShortcutButton(row, key)?.click();
}

/** The button with this key in its `aria-keyshortcuts`. */
export function findShortcutButton(parent: HTMLElement, key: string): HTMLElement | undefined {
  return parent.querySelector<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(key)}"]`) ?? undefined;
}
