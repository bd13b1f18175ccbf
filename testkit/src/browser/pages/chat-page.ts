import type { Locator, Page } from '@playwright/test';
import { sendCommand } from '../commands.ts';

/** The ids of the rooms of the current test, by name: earlier tests may have left rooms with the same names. */
const createdRooms = new Map<string, string>();

export function resetCreatedRooms(): void {
  createdRooms.clear();
}

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

  /** Prefers a room of the current test, because names are not unique. */
  getRoomLink(name: string): Locator {
    const id = createdRooms.get(name);
    if (id) return this.rooms.locator(`a[href="/chat/${id}"]`);
    return this.rooms.getByRole('link', { name: new RegExp(`^${name}`) });
  }

  get roomId(): string {
    return new URL(this.page.url()).pathname.split('/').at(-1) ?? '';
  }

  /** A program creates the room; the page opens it from the list. */
  async createRoom(name: string, description: string): Promise<void> {
    const { origin } = new URL(this.page.url());
    const result = await sendCommand(origin, this.page.context(), 'create_room', { name, description });
    const { room } = result as { room: { id: string } };
    createdRooms.set(name, room.id);
    await this.openRoom(name);
  }

  async createRoomInDialog(name: string, description: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Create new chat room' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'New chat room' });
    await dialog.getByRole('textbox', { name: 'Room name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Description' }).fill(description);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await this.page.getByRole('heading', { name, level: 1 }).waitFor();
    // A dialog that fades out still receives clicks and keys.
    await dialog.waitFor({ state: 'detached' });
    createdRooms.set(name, this.roomId);
  }

  async openRoom(name: string): Promise<void> {
    await this.getRoomLink(name).click();
    // A pointer in the list freezes its order.
    await this.page.mouse.move(0, 0);
    await this.page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  async joinRoom(): Promise<void> {
    const join = this.page.getByRole('button', { name: 'Join room' });
    await join.click();
    await join.waitFor({ state: 'detached' });
  }

  async sendMessage(text: string): Promise<void> {
    await this.composer.fill(text);
    await this.composer.press('Enter');
  }

  getArticle(text: string): Locator {
    return this.articles.filter({ hasText: text });
  }

  /** Those of `texts` that the room shows, in its order. */
  async getShownTexts(texts: readonly string[]): Promise<string[]> {
    const rows = await this.articles.allInnerTexts();
    return rows.flatMap(row => texts.filter(text => row.split('\n').includes(text)));
  }
}
