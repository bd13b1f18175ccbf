import { expect, type Locator, type Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { PageTexts } from '@snug/web/strings/dictionary.ts';
import type { TourPage } from './tour-page.ts';

interface MessageListsTourOptions {
  page: Page;
  app: TourPage;
  /** The signed-in page of the second person. */
  other: Page;
  url: string;
  dictionary: PageTexts;
  /** What people write. */
  text: string;
  onState: (where: string) => Promise<void>;
}

/** Visits what people find again: pins, saved messages, files and days. The page shows a room that the person looks after. */
export class MessageListsTour {
  readonly #options: MessageListsTourOptions;
  readonly #roomId: string;

  constructor(options: MessageListsTourOptions) {
    this.#options = options;
    this.#roomId = new URL(options.page.url()).pathname.split('/').at(-1) ?? '';
  }

  async visitAll(): Promise<void> {
    await this.#visitUndoAndTyping();
    await this.#visitPins();
    await this.#visitSaved();
    await this.#visitFiles();
    await this.#visitDates();
    await this.#visitSearch();
  }

  async #visitUndoAndTyping(): Promise<void> {
    const { app, other, url, dictionary, text, onState } = this.#options;
    const word = text.trim();
    await app.sendMessage(`${word}\n- **${word}**\n- ~~${word}~~\n\n\`\`\`\n1 + 2 === 3;\n\`\`\``);
    await app.getButton(dictionary.lazy.messageActions.undo).waitFor();
    await sendCommand(url, other.context(), 'set_typing', { roomId: this.#roomId });
    await onState('undo, formatted text, and somebody who is typing');
    await app.getButton(dictionary.lazy.messageActions.undo).waitFor({ state: 'hidden' });
  }

  async #visitPins(): Promise<void> {
    const { page, app, dictionary, onState } = this.#options;
    const { pins } = dictionary.lazy;
    const row = page.getByRole('article').last();
    await this.#choose(row, pins.pin);
    const button = app.getButton(dictionary.strings.roomHeader.pins);
    await button.click();
    await page.getByRole('dialog').getByRole('button', { name: pins.unpin }).waitFor();
    await onState('pinned messages');
    await app.closeDialogs();
  }

  async #visitSaved(): Promise<void> {
    const { page, app, dictionary, onState } = this.#options;
    const { reminders, messageLists } = dictionary.lazy;
    const room = page.url();
    const row = page.getByRole('article').last();
    await this.#choose(row, reminders.action);
    await app.getButton(reminders.tomorrow).waitFor();
    await onState('a reminder');
    await app.getButton(reminders.tomorrow).click();
    await page.goto('/saved');
    await page.getByRole('link', { name: messageLists.goTo }).first().waitFor();
    await onState('saved messages');
    await page.goto(room);
  }

  async #visitFiles(): Promise<void> {
    const { page, app, dictionary, onState } = this.#options;
    const { roomFiles, messageLists } = dictionary.lazy;
    await app.getButton(dictionary.strings.roomHeader.files).click();
    await page.getByRole('dialog').getByRole('img').first().waitFor();
    await onState('the pictures of a room');
    await page.getByRole('tab', { name: roomFiles.files }).click();
    await page.getByRole('link', { name: messageLists.goTo }).first().waitFor();
    await onState('the files of a room');
    await app.closeDialogs();
  }

  async #visitDates(): Promise<void> {
    const { page, app, dictionary, onState } = this.#options;
    await page.getByRole('log').getByRole('heading').last().getByRole('button').click();
    await app.getButton(dictionary.lazy.goToDate.go).waitFor();
    await onState('a date to go to');
    await app.closeDialogs();
  }

  async #visitSearch(): Promise<void> {
    const { page, app, dictionary, text, onState } = this.#options;
    const { messageSearch, mentions } = dictionary.lazy;
    const room = page.url();
    await page.getByRole('link', { name: dictionary.strings.rooms.search, exact: true }).click();
    const field = page.getByRole('searchbox', { name: messageSearch.field });
    await field.waitFor();
    await onState('the search in messages');
    const [word = ''] = text.trim().split(/\s/);
    await field.fill(`from:me after:2020 ${word} `);
    const links = page.getByRole('link', { name: mentions.goToMessage });
    // The index follows the messages.
    await expect(async () => {
      await field.press('Enter');
      await links.first().waitFor({ timeout: 1_000 });
    }).toPass({ timeout: 30_000 });
    await onState('found messages');
    await links.first().click();
    await app.getButton(messageSearch.back).waitFor();
    await onState('a room at a found message');
    await page.goto(room);
  }

  async #choose(row: Locator, name: string): Promise<void> {
    const { page, app } = this.#options;
    await app.openMenu(row);
    await page.getByRole('menuitem', { name, exact: true }).click();
  }
}
