import type { Locator, Page } from '@playwright/test';

/** Everything that a signed-in person sees: the list of rooms beside the open room. */
export class ChatPage {
  readonly page: Page;
  readonly rooms: Locator;
  readonly messages: Locator;
  readonly articles: Locator;
  readonly composer: Locator;
  readonly send: Locator;
  readonly jump: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rooms = page.getByRole('navigation', { name: 'Rooms' });
    this.messages = page.getByRole('log', { name: 'Messages' });
    this.articles = this.messages.getByRole('article');
    this.composer = page.getByPlaceholder('Write a new message here...');
    this.send = page.getByRole('button', { name: 'Send', exact: true });
    this.jump = page.getByRole('button', { name: 'Jump to latest', exact: true });
  }

  /** The newest one of that name: tests before this one may have left another. */
  room(name: string): Locator {
    return this.rooms.getByRole('link', { name: new RegExp(`^${name}`) }).first();
  }

  /** The id of the room on screen. */
  get roomId(): string {
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? '';
  }

  async createRoom(name: string, description: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Create new chat room' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'New chat room' });
    await dialog.getByRole('textbox', { name: 'Room name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Description' }).fill(description);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await this.page.getByRole('heading', { name }).waitFor();
    // What fades still takes clicks and keys.
    await dialog.waitFor({ state: 'detached' });
  }

  async openRoom(name: string): Promise<void> {
    await this.room(name).click();
    await this.page.getByRole('heading', { name }).waitFor();
  }

  async say(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press('Enter');
  }

  article(text: string): Locator {
    return this.articles.filter({ hasText: text });
  }

  /** Which of `texts` stand in the room, in the order in which they stand there. */
  async shown(texts: readonly string[]): Promise<string[]> {
    const rows = await this.articles.allInnerTexts();
    return rows.flatMap(row => texts.filter(text => row.split('\n').includes(text)));
  }
}
