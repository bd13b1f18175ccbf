import type { Locator, Page } from '@playwright/test';
import { createDataTransfer } from '../data-transfer.ts';
import type { InputFile } from '../input-files.ts';

export class UploadDialog {
  readonly page: Page;
  readonly dialog: Locator;
  readonly items: Locator;
  readonly send: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Upload files' });
    this.items = this.dialog.getByRole('list', { name: 'Files to send' }).getByRole('listitem');
    this.send = this.dialog.getByRole('button', { name: 'Send to chat' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Attach files' }).click();
    await this.dialog.waitFor();
  }

  async choose(...files: InputFile[]): Promise<void> {
    await this.dialog.getByLabel('Choose files').setInputFiles(files);
  }

  async drop(...files: InputFile[]): Promise<void> {
    const dataTransfer = await createDataTransfer(this.page, files);
    await this.dialog.dispatchEvent('dragover', { dataTransfer });
    await this.dialog.dispatchEvent('drop', { dataTransfer });
  }

  getItem(name: string): Locator {
    return this.items.filter({ hasText: name });
  }

  async sendFiles(...files: InputFile[]): Promise<void> {
    await this.open();
    await this.choose(...files);
    await this.send.click();
    await this.dialog.waitFor({ state: 'hidden' });
  }
}
