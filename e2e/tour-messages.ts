import { expect, type Locator, type Page } from '@playwright/test';
import { HEART } from '@snug/protocol';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { PageTexts } from '@snug/web/strings/dictionary.ts';
import type { TourPage } from './tour-page.ts';

/** More than a room shows at its end. */
const UNREAD_COUNT = 60;

interface MessageTourOptions {
  page: Page;
  app: TourPage;
  /** The signed-in page of the second person, who has written in the room. */
  other: Page;
  otherName: string;
  url: string;
  dictionary: PageTexts;
  /** What people write. */
  text: string;
  onState: (where: string) => Promise<void>;
}

/** Visits what people do with messages, in the room that the page shows. */
export class MessageTour {
  readonly #options: MessageTourOptions;
  readonly #roomId: string;

  constructor(options: MessageTourOptions) {
    this.#options = options;
    this.#roomId = new URL(options.page.url()).pathname.split('/').at(-1) ?? '';
  }

  async visitAll(): Promise<void> {
    const source = await this.#send(this.#options.text);
    await this.#visitReading();
    await this.#visitMentions(source);
    await this.#visitRow(source);
    await this.#visitWriting();
  }

  async #visitReading(): Promise<void> {
    const { page, app, dictionary, text, onState } = this.#options;
    const { arrivals } = dictionary.lazy;
    const room = page.url();
    await page.goto('/');
    for (let line = 0; line < UNREAD_COUNT; line++) await this.#send(text);
    await page.goto(room);
    const line = page.getByRole('separator', { name: dictionary.strings.messages.newMessages });
    await expect(line).toBeInViewport();
    await onState('a room with many new messages');
    await app.getButton(arrivals.jump).click();
    await app.getButton(arrivals.toFirstUnread).waitFor();
    await onState('above, new messages');
    await app.getButton(arrivals.markRead).click();
  }

  async #visitMentions(source: string): Promise<void> {
    const { page, app, dictionary, text, otherName, onState } = this.#options;
    const { conversations, mentions, messageActions } = dictionary.lazy;
    const answer = await page.request.get('/api/auth/get-session');
    const { user } = (await answer.json()) as { user: { id: string } };
    const range = { uid: user.id, start: 0, length: 2 };
    const mention = await this.#send(`@@ ${text}`, { mentions: [range], replyTo: source });
    for (const context of [page.context(), this.#options.other.context()])
      await this.#command('set_reaction', { messageId: mention, emoji: HEART, on: true }, context);
    const row = this.#getRow(mention);
    await expect(row).toBeInViewport();
    await row.hover();
    await app.getButton(messageActions.more).waitFor();
    await onState('a mention that is an answer, with a reaction');
    await this.#completePerson(otherName, mentions.people);
    await onState('the list of people');
    await page.keyboard.press('Escape');
    await app.composer.fill('');
    const room = page.url();
    await page.goto('/mentions');
    await page.getByRole('link', { name: mentions.goToMessage }).first().waitFor();
    await onState('the list of mentions');
    await this.#command('set_follow', { messageId: source, on: true }, page.context());
    await page.goto('/conversations?show=all');
    await page.getByRole('link', { name: conversations.open }).first().waitFor();
    await onState('the followed conversations');
    await page.goto(room);
  }

  async #completePerson(name: string, label: string): Promise<void> {
    const { page, app } = this.#options;
    const list = page.getByRole('listbox', { name: label });
    // It loads when the page is idle.
    await expect(async () => {
      await app.composer.fill('');
      await app.composer.pressSequentially(`@${name.slice(0, 2)}`);
      await expect(list).toBeVisible({ timeout: 1_000 });
    }).toPass();
  }

  async #visitRow(source: string): Promise<void> {
    const { page, app, dictionary, text, onState } = this.#options;
    const { messageActions, replies, emoji } = dictionary.lazy;
    await app.sendMessage(text);
    const own = page.getByRole('article').last();
    await expect(own.locator('time').first()).toBeAttached();
    await app.openMenu(own);
    await onState('the menu of a message');
    await page.getByRole('menuitem', { name: replies.edit }).click();
    await page.getByRole('textbox', { name: replies.editText }).waitFor();
    await onState('an edit');
    await app.getButton(replies.cancel).click();
    await own.hover();
    await own.getByRole('button', { name: emoji.addReaction }).click();
    await page.getByRole('gridcell').first().waitFor();
    await onState('the emoji');
    await app.closeDialogs();
    await own.hover();
    await own.getByRole('button', { name: messageActions.reply, exact: true }).click();
    await app.getButton(replies.cancelReply).waitFor();
    await onState('an answer');
    await app.getButton(replies.cancelReply).click();
    await this.#visitConversation(source);
  }

  /** One that the person follows. */
  async #visitConversation(source: string): Promise<void> {
    const { page, app, dictionary, text, onState } = this.#options;
    const { replies } = dictionary.lazy;
    await page.goto('/');
    await this.#send(text, { replyTo: source });
    await page.goto(`/chat/${this.#roomId}?at=${source}`);
    await this.#getRow(source)
      .getByRole('link', { name: replies.withNew(replies.replies(2, '2'), '1') })
      .click({ trial: true });
    await onState('a message with new replies');
    await page.goto(`/chat/${this.#roomId}?conversation=${source}`);
    await page.getByRole('button', { name: replies.follow, pressed: true }).waitFor();
    await page.getByText(replies.inConversation).waitFor();
    await onState('a conversation');
    await app.getButton(replies.allMessages).click();
  }

  async #visitWriting(): Promise<void> {
    const { page, app, dictionary, text, onState } = this.#options;
    const { writing } = dictionary.lazy;
    const toolbar = page.getByRole('toolbar', { name: writing.formatting });
    await expect(async () => {
      await app.composer.fill(`**${text}** _${text}_`);
      await app.composer.selectText();
      await expect(toolbar).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await onState('the formatting toolbar');
    await app.composer.fill('');
  }

  #getRow(id: string): Locator {
    return this.#options.page.locator(`[id="${id}"]`);
  }

  /** Sends as the second person. Returns the id of the message. */
  async #send(text: string, more: object = {}): Promise<string> {
    const result = await this.#command('send_message', { text, ...more }, this.#options.other.context());
    return (result as { message: { id: string } }).message.id;
  }

  #command(name: string, input: object, context: ReturnType<Page['context']>): Promise<unknown> {
    return sendCommand(this.#options.url, context, name, { roomId: this.#roomId, ...input });
  }
}
