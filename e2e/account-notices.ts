import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export function getNotices(page: Page): Locator {
  return page.getByRole('alertdialog', { name: 'Please read this about your account' });
}

export async function acknowledgeNotices(page: Page): Promise<void> {
  // The dialog takes the focus when it opens. A key before that would reach its title.
  await expect(getNotices(page).getByRole('heading')).toBeFocused();
  await getNotices(page).getByRole('button', { name: "I've read this" }).press('Enter');
  await expect(getNotices(page)).toHaveCount(0);
}
