import { expect, type Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import { png, textFile, wav } from '@snug/testkit/browser/input-files.ts';
import type { PageTexts, Translate } from '@snug/web/strings/dictionary.ts';
import { en } from '@snug/web/strings/en.ts';
import { enLazy } from '@snug/web/strings/en-lazy.ts';
import { signUp } from './fixtures.ts';
import { serveStaticPage } from './static-page.ts';
import { AdministrationTour } from './tour-administration.ts';
import { AvailabilityTour } from './tour-availability.ts';
import { MessageListsTour } from './tour-message-lists.ts';
import { MessageTour } from './tour-messages.ts';
import { TourPage } from './tour-page.ts';

/** The people's texts on the tour, in letters that no text of Snug contains. */
export const SAMPLE_TEXTS = { me: 'Аня Сова', other: 'Лис', room: 'Сад', elsewhere: 'Дом', text: 'Привет' };

/** So that a step whose result never comes fails with its name, and not the whole tour without one. */
const STEP_WITHIN_MS = 60_000;

/** Of the person on the tour. */
const EMAIL = 'me@snug.example';

export function createDictionary(translate: Translate): PageTexts {
  return { strings: translate('strings', en), lazy: translate('lazy', enLazy) };
}

interface TourOptions {
  page: Page;
  /** The server's URL. */
  url: string;
  dictionary: PageTexts;
  /** Called in each state of the app. */
  onState: (where: string) => Promise<void>;
  /** Makes the person with this address a workspace admin. */
  grantAdmin: (email: string) => Promise<unknown>;
  /** Replaces the people's texts, if they need not differ from Snug's own. */
  texts?: typeof SAMPLE_TEXTS;
}

/** Visits every screen, dialog, drawer and their notices, in any language. */
export class Tour {
  readonly page: Page;
  readonly #app: TourPage;
  readonly #url: string;
  readonly #strings: PageTexts['strings'];
  readonly #lazyStrings: PageTexts['lazy'];
  readonly #onState: TourOptions['onState'];
  readonly #texts: typeof SAMPLE_TEXTS;
  readonly #administration: AdministrationTour;

  constructor({ page, url, dictionary, onState, grantAdmin, texts = SAMPLE_TEXTS }: TourOptions) {
    this.page = page;
    this.#app = new TourPage(page, dictionary, texts.text);
    this.#url = url;
    this.#strings = dictionary.strings;
    this.#lazyStrings = dictionary.lazy;
    this.#onState = onState;
    this.#texts = texts;
    this.#administration = new AdministrationTour({
      page,
      app: this.#app,
      url,
      dictionary,
      onState,
      grantAdmin: () => grantAdmin(EMAIL),
    });
  }

  /** `other`: a signed-out page in another browser context, where a second person signs up. */
  async visitAll(other: Page): Promise<void> {
    for (const page of [this.page, other]) page.setDefaultTimeout(STEP_WITHIN_MS);
    await this.page.emulateMedia({ reducedMotion: 'reduce' });
    await this.#visitSignIn();
    await this.#visitEmptyState();
    await this.#visitRoom();
    await this.#visitFiles();
    await signUp(other, this.#texts.other, 'other@snug.example');
    await this.#visitOtherPeople(other);
    await this.#administration.visit(other, this.#texts.text);
    await this.#visitMessages(other);
    await this.#visitErrorStates();
  }

  async #visitSignIn(): Promise<void> {
    const { signIn } = this.#lazyStrings;
    await this.page.goto('/signin');
    await this.#app.getButton(signIn.signUp).click();
    await this.#onState('sign up, with errors');
    await this.#app.getButton(signIn.toSignIn).click();
    await this.#app.getButton(signIn.toSignUp).waitFor();
    await this.#onState('sign in');
    await this.page.goto('/linking.html?flow=0');
    await this.page.getByText(this.#lazyStrings.linking.wait).waitFor();
    await this.#onState('the window for providers');
    await signUp(this.page, this.#texts.me, EMAIL);
  }

  async #visitEmptyState(): Promise<void> {
    const { rooms, shell } = this.#strings;
    await this.page.goto('/');
    await this.page.getByRole('navigation', { name: rooms.list, exact: true }).waitFor();
    await this.#onState('no rooms');
    await this.#app.getButton(rooms.createNew).click();
    await this.#app.getButton(this.#lazyStrings.newRoom.create).click();
    await this.#onState('a new room, with errors');
    await this.page.keyboard.press('Escape');
    await this.#visitAvailability();
    await this.#app.getButton(shell.dashboard).click();
    await this.#visitDashboard();
    await this.#app.closeDialogs();
  }

  async #visitAvailability(): Promise<void> {
    const dictionary = { strings: this.#strings, lazy: this.#lazyStrings };
    await new AvailabilityTour({
      page: this.page,
      app: this.#app,
      dictionary,
      onState: this.#onState,
    }).visit();
  }

  async #visitDashboard(): Promise<void> {
    const { dashboard, pictures } = this.#lazyStrings;
    await this.#app.getButton(dashboard.nickname.edit).click();
    await this.#onState('the Dashboard, edited');
    await this.page.getByRole('textbox', { name: dashboard.nickname.label }).fill(' ');
    await this.#app.getButton(dashboard.nickname.save).click();
    await this.page.getByText(dashboard.nickname.empty).waitFor();
    await this.#onState('a toast');
    await this.#app.getButton(dashboard.nickname.cancel).click();
    const input = this.page.getByLabel(dashboard.selectAvatar);
    await input.setInputFiles([textFile('1.txt')]);
    await this.page.getByText(dashboard.wrongType('text/plain')).waitFor();
    await input.setInputFiles([png('1.png', 300, 200)]);
    await this.#app.getButton(pictures.upload).waitFor();
    await this.#onState('an avatar');
    await this.page.keyboard.press('Escape');
    await this.page.getByRole('dialog', { name: pictures.avatar }).waitFor({ state: 'hidden' });
    await this.#visitPasskeys();
    await this.#visitNotificationChoices();
    await this.#app.getButton(this.#lazyStrings.shortcuts.title).click();
    await this.page.getByText(this.#lazyStrings.shortcuts.toComposer).waitFor();
    await this.#onState('the shortcuts');
  }

  async #visitNotificationChoices(): Promise<void> {
    const { notificationChoices } = this.#lazyStrings;
    const choices = { quietHours: { on: true, from: 0, to: 60, nights: [1] }, words: [this.#texts.text] };
    await sendCommand(this.#url, this.page.context(), 'set_notification_settings', choices);
    await this.page.getByRole('group', { name: notificationChoices.nights, exact: true }).waitFor();
    await this.#onState('the Dashboard, with quiet hours');
  }

  async #visitPasskeys(): Promise<void> {
    const { passkeys } = this.#lazyStrings;
    const dialog = this.page.getByRole('dialog', { name: passkeys.label });
    await this.#app.getButton(passkeys.add).click();
    await dialog.getByRole('button', { name: passkeys.continue, exact: true }).click();
    await this.#onState('a new passkey, with errors');
    await this.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }

  async #visitRoom(): Promise<void> {
    const { rooms, roomHeader } = this.#strings;
    const { newRoom, roomDetails, messageDeletion, controls } = this.#lazyStrings;
    await this.#app.createRoom(this.#texts.room);
    await this.page.getByText(newRoom.created(this.#texts.room)).waitFor();
    await this.#onState('an empty room');
    await this.#app.sendMessage(`${this.#texts.text}\n\`\`\`\n${this.#texts.text.repeat(60)}\n\`\`\``);
    await this.#onState('a room with a message');
    for (const name of [
      roomHeader.editByAdmin,
      roomHeader.people,
      rooms.information,
      this.#texts.me.split(' ')[0] ?? '',
    ]) {
      await this.#app.getButton(name).click();
      await this.page.getByRole('dialog').waitFor();
      if (name === roomHeader.people) await this.page.getByText(roomDetails.viewing).first().waitFor();
      await this.#onState(name);
      await this.#app.closeDialogs();
    }
    // By keyboard: after a click, letters go to the composer.
    await this.page.getByRole('article').press('End');
    await this.page.keyboard.press('c');
    await this.page.getByText(controls.linkCopied).waitFor();
    await this.page.keyboard.press('Delete');
    await this.#app.getButton(messageDeletion.action).waitFor();
    await this.#onState('a question');
    await this.#app.getButton(messageDeletion.action).click();
    await this.page.getByText(messageDeletion.done, { exact: true }).waitFor();
    await this.#onState('a loss');
    await this.#app.getButton(this.#strings.voice.record).click();
    await expect(this.page.getByRole('alert').filter({ hasText: '😕' })).toBeVisible();
    await this.#onState('no microphone');
  }

  async #visitFiles(): Promise<void> {
    const { files } = this.#strings;
    const { uploads, pictures, controls } = this.#lazyStrings;
    await this.#app.getButton(files.attach).click();
    const choice = this.page.getByLabel(uploads.choose);
    await choice.setInputFiles([png('1.png', 400, 300), png('2.png', 30, 30), wav('3.wav', 1, 440)]);
    await choice.setInputFiles([textFile('4.txt'), textFile('5.bin', 5_120_001)]);
    await this.page.route('**/api/files?*4.txt*', route => route.abort());
    await this.#app.getButton(uploads.send).click();
    await this.#app.getButton(uploads.again('4.txt')).waitFor();
    await this.#onState('uploads, one failed, one left out');
    await this.page.unrouteAll();
    // The other files may still be uploading.
    await expect(this.#app.getButton(uploads.send)).toBeEnabled();
    // With the keyboard, because a toast may cover the button.
    await this.#app.getButton(uploads.send).press('Enter');
    await expect(this.page.getByRole('article').locator('time')).toHaveCount(4);
    await this.#onState('a room with files');
    await this.page.getByRole('button', { name: '1.png' }).click();
    await this.#app.getButton(pictures.next).click();
    await this.#onState('the lightbox');
    await this.#app.getButton(controls.close).click();
  }

  /** `other`: the signed-in page of the second person. */
  async #visitOtherPeople(other: Page): Promise<void> {
    const { rooms } = this.#strings;
    const { arrivals, profiles, roomSearch } = this.#lazyStrings;
    const here = new URL(this.page.url()).pathname;
    await this.#app.createRoom(this.#texts.elsewhere);
    const elsewhere = new URL(this.page.url()).pathname;
    await this.page.goto(here);
    const write = async (path: string, text = this.#texts.text) =>
      sendCommand(this.#url, other.context(), 'send_message', { roomId: path.split('/').at(-1), text });
    for (let line = 0; line < 60; line++) await write(here);
    await write(elsewhere);
    const newest = `${this.#texts.text} 61`;
    await write(here, newest);
    // A click scrolls the list, and later messages count as unread.
    await this.page.getByRole('log').getByText(newest).waitFor();
    await this.page.getByRole('button', { name: this.#texts.other, exact: true }).last().click();
    await this.#app.getButton(profiles.giveAdmin).click();
    await this.page.getByText(profiles.adminGiven).waitFor();
    await this.#onState("somebody else's profile");
    await this.#app.closeDialogs();
    const log = this.page.getByRole('log');
    await log.hover();
    await this.page.mouse.wheel(0, -3000);
    await this.#app.getButton(arrivals.jump).waitFor();
    await write(here);
    await this.page.getByText(arrivals.arrived(1, '1')).first().waitFor({ state: 'attached' });
    await this.#onState('further up, with a new message');
    await this.page.goto('/');
    // The room that was left while scrolled up also shows a badge.
    const unread = rooms.unreadRoom(this.#texts.elsewhere, '1');
    await expect(this.page.getByRole('link', { name: unread })).toBeVisible();
    await this.#onState('rooms, one unread');
    await this.#app.getButton(rooms.join).click();
    await this.page.getByRole('textbox').fill(this.#texts.text);
    await this.page.getByText(roomSearch.noneFound).waitFor();
    await this.#onState('no room found');
    await this.page.goto(here);
  }

  async #visitMessages(other: Page): Promise<void> {
    const { text, other: otherName } = this.#texts;
    const dictionary = { strings: this.#strings, lazy: this.#lazyStrings };
    const shared = { page: this.page, app: this.#app, url: this.#url, onState: this.#onState };
    await new MessageTour({ ...shared, dictionary, other, otherName, text }).visitAll();
    await new MessageListsTour({ ...shared, dictionary, other, text }).visitAll();
  }

  async #visitErrorStates(): Promise<void> {
    const { shell, rooms } = this.#strings;
    const { connection } = this.#lazyStrings;
    await this.page.goto(`${new URL(this.page.url()).pathname}?at=0`);
    await this.page.getByText(rooms.messageGone).waitFor();
    await this.#onState('a message that is gone');
    await this.page.context().setOffline(true);
    await this.#app.sendMessage(this.#texts.text);
    await this.page.getByText(connection.waiting(1)).waitFor();
    await this.#app.composer.fill(this.#texts.text.repeat(1_500));
    await this.#onState('without a connection, and too long');
    await this.#signOutWithUnsent();
    await this.page.context().setOffline(false);
    await this.page.getByText(connection.waiting(1)).waitFor({ state: 'hidden' });
    await this.page.goto('/chat/0');
    await this.page.getByText(rooms.notFound('0')).waitFor();
    await this.#onState('no such room');
    await this.page.evaluate(() => localStorage.clear());
    await serveStaticPage(this.page);
    await this.page.route('**/api/auth/get-session', route => route.abort());
    await this.page.goto('/');
    await this.page.getByText(shell.unreachable).waitFor();
    await this.#onState('no server');
  }

  /** Signing out asks for confirmation, because a message is unsent. Cancels. */
  async #signOutWithUnsent(): Promise<void> {
    const { dashboard } = this.#lazyStrings;
    await this.#app.getButton(this.#strings.shell.dashboard).click();
    await this.#app.getButton(dashboard.signOut).click();
    const question = this.page.getByRole('alertdialog', { name: dashboard.unsentMessagesAndDrafts(1, 1) });
    await question.waitFor();
    await this.#onState('a question before signing out');
    await this.page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await this.#app.closeDialogs();
  }
}
