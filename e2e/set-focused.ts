import type { Page } from '@playwright/test';

/** False: other windows have the focus. */
export async function setFocused(page: Page, isFocused: boolean): Promise<void> {
  await page.evaluate(isFocused => {
    Object.defineProperty(document, 'hasFocus', { value: () => isFocused, configurable: true });
    window.dispatchEvent(new Event(isFocused ? 'focus' : 'blur'));
  }, isFocused);
}
