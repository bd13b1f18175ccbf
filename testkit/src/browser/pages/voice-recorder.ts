import type { Locator, Page } from '@playwright/test';

export class VoiceRecorder {
  readonly page: Page;
  readonly button: Locator;
  readonly strip: Locator;
  readonly elapsed: Locator;

  constructor(page: Page) {
    this.page = page;
    this.button = page.getByRole('button', { name: 'Record voice message' });
    this.strip = page.getByRole('group', { name: 'Recording' });
    this.elapsed = this.strip.getByRole('timer');
  }

  /** Records until the recorder shows `seconds`. */
  async record(seconds: number): Promise<void> {
    await this.button.click();
    await this.elapsed.getByText(`0:${String(seconds).padStart(2, '0')}`).waitFor();
  }

  async stop(): Promise<void> {
    await this.button.click();
  }
}
