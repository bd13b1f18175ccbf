import { expect, type Locator, type Page } from '@playwright/test';
import type { PageTexts } from '@snug/web/strings/dictionary.ts';

/** Finds the controls of the app by their texts in any language. */
export class TourPage {
  readonly page: Page;
  readonly #strings: PageTexts['strings'];
  readonly #lazyStrings: PageTexts['lazy'];
  /** Of new rooms. */
  readonly #description: string;

  constructor(page: Page, { strings, lazy }: PageTexts, description: string) {
    this.page = page;
    this.#strings = strings;
    this.#lazyStrings = lazy;
    this.#description = description;
  }

  get composer(): Locator {
    return this.page.getByPlaceholder(this.#strings.messages.composer);
  }

  getButton(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true }).first();
  }

  async createRoom(name: string): Promise<void> {
    const { newRoom } = this.#lazyStrings;
    await this.page.goto('/');
    await this.getButton(this.#strings.rooms.createNew).click();
    await this.page.getByRole('textbox', { name: newRoom.name }).fill(name);
    await this.page.getByRole('textbox', { name: newRoom.description }).fill(this.#description);
    await this.getButton(newRoom.create).click();
    await this.page.getByRole('heading', { name }).waitFor();
  }

  async sendMessage(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press('Enter');
    await this.page.getByRole('article').last().waitFor();
  }

  /** Of a message. */
  async openMenu(row: Locator): Promise<void> {
    await row.hover();
    await row.getByRole('button', { name: this.#lazyStrings.messageActions.more }).click();
    await this.page.getByRole('menu').waitFor();
  }

  async closeDialogs(): Promise<void> {
    // By the attribute: a dialog behind another one has no role.
    const windows = this.page.locator('[role="dialog"][data-open]');
    for (let open = await windows.count(); open > 0; open--) {
      await this.page.keyboard.press('Escape');
      await expect(windows).toHaveCount(open - 1);
    }
  }
}
