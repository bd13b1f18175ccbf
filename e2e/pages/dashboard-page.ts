import type { Locator, Page } from '@playwright/test';

/** The drawer of one's own things. */
export class DashboardPage {
  readonly dialog: Locator;
  readonly nickname: Locator;
  readonly edit: Locator;
  readonly save: Locator;
  readonly cancel: Locator;
  readonly #button: Locator;

  constructor(page: Page) {
    this.#button = page.getByRole('button', { name: 'Dashboard' });
    this.dialog = page.getByRole('dialog', { name: 'Dashboard' });
    this.nickname = this.dialog.getByRole('textbox', { name: 'Nickname' });
    this.edit = this.dialog.getByRole('button', { name: 'Edit nickname' });
    this.save = this.dialog.getByRole('button', { name: 'Save nickname' });
    this.cancel = this.dialog.getByRole('button', { name: 'Cancel editing nickname' });
  }

  async open(): Promise<void> {
    await this.#button.click();
    await this.dialog.waitFor();
  }

  async rename(name: string): Promise<void> {
    await this.edit.click();
    await this.nickname.fill(name);
    await this.save.click();
  }

  async signOut(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Sign out' }).click();
  }
}
