import type { Locator, Page } from '@playwright/test';
import { PASSWORD } from '../../store-person.ts';
import type { InputFile } from '../input-files.ts';

export class DashboardPage {
  readonly page: Page;
  readonly dialog: Locator;
  readonly nickname: Locator;
  readonly edit: Locator;
  readonly save: Locator;
  readonly cancel: Locator;
  /** The dialog that crops an avatar, the moved picture, and its two controls. */
  readonly cropper: Locator;
  readonly crop: Locator;
  readonly zoom: Locator;
  readonly upload: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Dashboard' });
    this.nickname = this.dialog.getByRole('textbox', { name: 'Nickname' });
    this.edit = this.dialog.getByRole('button', { name: 'Edit nickname' });
    this.save = this.dialog.getByRole('button', { name: 'Save nickname' });
    this.cancel = this.dialog.getByRole('button', { name: 'Cancel editing nickname' });
    this.cropper = page.getByRole('dialog', { name: 'Adjust and upload new Avatar' });
    this.crop = this.cropper.getByRole('group', { name: /arrow keys/ });
    this.zoom = this.cropper.getByRole('slider', { name: 'Zoom' });
    this.upload = this.cropper.getByRole('button', { name: 'Upload new avatar' });
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

  async chooseAvatar(...files: InputFile[]): Promise<void> {
    const input = this.dialog.getByLabel('Select new avatar');
    // A click focuses it before the browser asks for the file.
    await input.focus();
    await input.setInputFiles(files);
  }

  getAccountTag(provider: string): Locator {
    return this.dialog.getByText(provider, { exact: true });
  }

  getButton(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true });
  }

  async openLinkPopup(provider: string): Promise<Page> {
    const form = await this.openProviderForm(`Link to ${provider}`);
    const [popup] = await Promise.all([
      this.page.waitForEvent('popup'),
      form.getByRole('button', { name: `Continue to ${provider}` }).click(),
    ]);
    return popup;
  }

  async disconnect(provider: string): Promise<void> {
    const form = await this.openProviderForm(`Disconnect ${provider}`);
    await form.getByRole('button', { name: 'Disconnect' }).press('Enter');
  }

  /** With the password in it. */
  async openProviderForm(name: string): Promise<Locator> {
    await this.getButton(name).click();
    const form = this.page.getByRole('dialog', { name });
    await form.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    return form;
  }

  get sessions(): Locator {
    return this.dialog.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem');
  }

  async signOut(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Sign out', exact: true }).click();
  }
}
