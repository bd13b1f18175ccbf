import type { Locator, Page } from '@playwright/test';

/** The drawer of one's own things. */
export class DashboardPage {
  readonly page: Page;
  readonly dialog: Locator;
  readonly nickname: Locator;
  readonly edit: Locator;
  readonly save: Locator;
  readonly cancel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Dashboard' });
    this.nickname = this.dialog.getByRole('textbox', { name: 'Nickname' });
    this.edit = this.dialog.getByRole('button', { name: 'Edit nickname' });
    this.save = this.dialog.getByRole('button', { name: 'Save nickname' });
    this.cancel = this.dialog.getByRole('button', { name: 'Cancel editing nickname' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Dashboard' }).click();
    await this.dialog.waitFor();
  }

  async rename(name: string): Promise<void> {
    await this.edit.click();
    await this.nickname.fill(name);
    await this.save.click();
  }

  /** The tag of a linked account. */
  tag(provider: string): Locator {
    return this.dialog.getByText(provider, { exact: true });
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  /** Presses "Link to": the window that opens. */
  async link(provider: string): Promise<Page> {
    const [popup] = await Promise.all([
      this.page.waitForEvent('popup'),
      this.button(`Link to ${provider}`).click(),
    ]);
    return popup;
  }

  async signOut(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Sign out' }).click();
  }
}
