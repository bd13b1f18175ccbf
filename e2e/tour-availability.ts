import type { Page } from '@playwright/test';
import type { PageTexts } from '@snug/web/strings/dictionary.ts';
import type { TourPage } from './tour-page.ts';

interface AvailabilityTourOptions {
  page: Page;
  app: TourPage;
  dictionary: PageTexts;
  onState: (where: string) => Promise<void>;
}

/** The menu beside one's avatar: a status, and a pause. */
export class AvailabilityTour {
  readonly #options: AvailabilityTourOptions;

  constructor(options: AvailabilityTourOptions) {
    this.#options = options;
  }

  async visit(): Promise<void> {
    await this.#visitStatus();
    await this.#visitPause();
  }

  async #visitStatus(): Promise<void> {
    const { page, app, dictionary, onState } = this.#options;
    const { status } = dictionary.lazy;
    await this.#choose(status.action);
    const dialog = page.getByRole('dialog', { name: status.title, exact: true });
    await dialog.getByRole('button', { name: status.save, exact: true }).click();
    await dialog.getByText(status.missing).waitFor();
    await onState('a status, with errors');
    await dialog.getByRole('button', { name: status.suggestions.holiday, exact: true }).click();
    await dialog.getByLabel(status.endsAt, { exact: true }).waitFor();
    await onState('a status with an end');
    await app.closeDialogs();
  }

  async #visitPause(): Promise<void> {
    const { page, app, dictionary, onState } = this.#options;
    const { pause } = dictionary.lazy;
    await this.#choose(pause.action);
    await page.getByRole('menuitem', { name: pause.until, exact: true }).click();
    await page.getByRole('dialog', { name: pause.title, exact: true }).waitFor();
    await onState('a pause');
    await app.closeDialogs();
  }

  async #choose(name: string): Promise<void> {
    const { page, app, dictionary } = this.#options;
    await app.getButton(dictionary.lazy.pause.menu).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }
}
