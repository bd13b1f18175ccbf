import type { Locator, Page } from '@playwright/test';
import type { Media } from '../media.ts';

/** Where one looks after oneself. */
export class Dashboard {
  readonly page: Page;
  readonly dialog: Locator;
  readonly cropper: Locator;
  readonly crop: Locator;
  readonly zoom: Locator;
  readonly upload: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Dashboard' });
    this.cropper = page.getByRole('dialog', { name: 'Adjust and upload new Avatar' });
    this.crop = this.cropper.getByRole('group', { name: /arrow keys/ });
    this.zoom = this.cropper.getByRole('slider', { name: 'Zoom' });
    this.upload = this.cropper.getByRole('button', { name: 'Upload new avatar' });
  }

  async open(): Promise<void> {
    await this.page.getByRole('button', { name: 'Dashboard' }).click();
    await this.dialog.waitFor();
  }

  async chooseAvatar(...files: Media[]): Promise<void> {
    const input = this.dialog.getByLabel('Select new avatar');
    // As a press on it does, before the browser asks for the file.
    await input.focus();
    await input.setInputFiles(files);
  }
}
