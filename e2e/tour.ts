import { expect, type Locator, type Page } from '@playwright/test';
import { post } from '@snug/testkit/browser/commands.ts';
import { png, textFile, wav } from '@snug/testkit/browser/input-files.ts';
import type { Dictionary, Translate } from '@snug/web/strings/dictionary.ts';
import { en } from '@snug/web/strings/en.ts';
import { enLate } from '@snug/web/strings/en-lazy.ts';
import { signUp } from './fixtures.ts';
import { servePageBare } from './static-page.ts';

/** What people write on the tour: in letters that no text of Snug's has. */
export const WRITTEN = { me: 'Аня Сова', other: 'Лис', room: 'Сад', elsewhere: 'Дом', text: 'Привет' };

export function dictionaryOf(translate: Translate): Dictionary {
  return { words: translate('words', en), late: translate('late', enLate) };
}

interface TourOptions {
  page: Page;
  /** The address of the server. */
  url: string;
  dictionary: Dictionary;
  /** Called in each state of the app. */
  look: (where: string) => Promise<void>;
  /** What people write, where that is not to tell itself from what Snug says. */
  written?: typeof WRITTEN;
}

/** Leads through every screen, dialog and drawer, and what they say on the way, in any language. */
export class Tour {
  readonly page: Page;
  readonly #url: string;
  readonly #words: Dictionary['words'];
  readonly #late: Dictionary['late'];
  readonly #look: TourOptions['look'];
  readonly #written: typeof WRITTEN;

  constructor({ page, url, dictionary, look, written = WRITTEN }: TourOptions) {
    this.page = page;
    this.#url = url;
    this.#words = dictionary.words;
    this.#late = dictionary.late;
    this.#look = look;
    this.#written = written;
  }

  /** `other`: a page of a browser of its own, signed out; somebody else signs up there. */
  async everywhere(other: Page): Promise<void> {
    await this.page.emulateMedia({ reducedMotion: 'reduce' });
    await this.#signIn();
    await this.#beginning();
    await this.#room();
    await this.#files();
    await signUp(other, this.#written.other, 'other@snug.example');
    await this.#others(other);
    await this.#trouble();
  }

  async #signIn(): Promise<void> {
    const { signIn } = this.#late;
    await this.page.goto('/signin');
    await this.#button(signIn.signIn).waitFor();
    await this.#look('sign in');
    await this.#button(signIn.toSignUp).click();
    await this.#button(signIn.signUp).click();
    await this.#look('sign up, with errors');
    await this.page.goto('/linking.html?flow=0');
    await this.page.getByText(this.#late.linking.wait).waitFor();
    await this.#look('the window for providers');
    await signUp(this.page, this.#written.me, 'me@snug.example');
  }

  async #beginning(): Promise<void> {
    const { rooms, shell } = this.#words;
    await this.page.goto('/');
    await this.page.getByRole('navigation', { name: rooms.list, exact: true }).waitFor();
    await this.#look('no rooms');
    await this.#button(rooms.createNew).click();
    await this.#button(rooms.create).click();
    await this.#look('a new room, with errors');
    await this.page.keyboard.press('Escape');
    await this.#button(shell.dashboard).click();
    await this.#dashboard();
    await this.#closeAll();
  }

  async #dashboard(): Promise<void> {
    const { dashboard, pictures } = this.#late;
    await this.#button(dashboard.nickname.edit).click();
    await this.#look('the Dashboard, edited');
    await this.page.getByRole('textbox', { name: dashboard.nickname.label }).fill(' ');
    await this.#button(dashboard.nickname.save).click();
    await this.page.getByText(dashboard.nickname.empty).waitFor();
    await this.#look('a toast');
    await this.#button(dashboard.nickname.cancel).click();
    const input = this.page.getByLabel(dashboard.selectAvatar);
    await input.setInputFiles([textFile('1.txt')]);
    await this.page.getByText(dashboard.wrongType('text/plain')).waitFor();
    await input.setInputFiles([png('1.png', 300, 200)]);
    await this.#button(pictures.upload).waitFor();
    await this.#look('an avatar');
    await this.page.keyboard.press('Escape');
    await this.page.getByRole('dialog', { name: pictures.avatar }).waitFor({ state: 'hidden' });
    await this.#button(this.#words.shell.shortcuts).click();
    await this.page.getByText(this.#late.shortcuts.toComposer).waitFor();
    await this.#look('the shortcuts');
  }

  async #room(): Promise<void> {
    const { rooms, roomDetails, messages, shell } = this.#words;
    await this.#create(this.#written.room);
    await this.page.getByText(rooms.created(this.#written.room)).waitFor();
    await this.#look('an empty room');
    await this.#say(`${this.#written.text}\n\`\`\`\n${this.#written.text.repeat(60)}\n\`\`\``);
    await this.#look('a room with a message');
    for (const name of [
      roomDetails.editByAdmin,
      roomDetails.people,
      rooms.information,
      this.#written.me.split(' ')[0] ?? '',
    ]) {
      await this.#button(name).click();
      await this.page.getByRole('dialog').waitFor();
      if (name === roomDetails.people) await this.page.getByText(roomDetails.hereNow).first().waitFor();
      await this.#look(name);
      await this.#closeAll();
    }
    await this.page.getByRole('article').focus();
    await this.page.keyboard.press('c');
    await this.page.getByText(shell.linkCopied).waitFor();
    await this.page.keyboard.press('Delete');
    await this.#button(messages.deleteIt).waitFor();
    await this.#look('a question');
    await this.#button(messages.deleteIt).click();
    await this.page.getByText(messages.deleted, { exact: true }).waitFor();
    await this.#look('a loss');
    await this.#button(this.#words.voice.record).click();
    await expect(this.page.getByRole('alert').filter({ hasText: '😕' })).toBeVisible();
    await this.#look('no microphone');
  }

  async #files(): Promise<void> {
    const { files, shell } = this.#words;
    const { uploads, pictures } = this.#late;
    await this.#button(files.attach).click();
    const choice = this.page.getByLabel(uploads.choose);
    await choice.setInputFiles([png('1.png', 400, 300), png('2.png', 30, 30), wav('3.wav', 1, 440)]);
    await choice.setInputFiles([textFile('4.txt'), textFile('5.bin', 5_120_001)]);
    await this.page.route('**/api/files?*4.txt*', route => route.abort());
    await this.#button(uploads.send).click();
    await this.#button(uploads.again('4.txt')).waitFor();
    await this.#look('uploads, one failed, one left out');
    await this.page.unrouteAll();
    // The others may still be on their way.
    await expect(this.#button(uploads.send)).toBeEnabled();
    // By key: a toast may lie over it.
    await this.#button(uploads.send).press('Enter');
    await expect(this.page.getByRole('article').locator('time')).toHaveCount(4);
    await this.#look('a room with files');
    await this.page.getByRole('button', { name: '1.png' }).click();
    await this.#button(pictures.next).click();
    await this.#look('the lightbox');
    await this.#button(shell.close).click();
  }

  /** `other`: the page of somebody else, signed in. */
  async #others(other: Page): Promise<void> {
    const { people, messages, rooms } = this.#words;
    const here = new URL(this.page.url()).pathname;
    await this.#create(this.#written.elsewhere);
    const elsewhere = new URL(this.page.url()).pathname;
    await this.page.goto(here);
    const write = async (path: string, text = this.#written.text) =>
      post(this.#url, other.context(), 'send_message', { roomId: path.split('/').at(-1), text });
    for (let line = 0; line < 60; line++) await write(here);
    await write(elsewhere);
    const newest = `${this.#written.text} 61`;
    await write(here, newest);
    // A click scrolls, and messages that arrive after it count as new.
    await this.page.getByRole('log').getByText(newest).waitFor();
    await this.page.getByRole('button', { name: this.#written.other, exact: true }).last().click();
    await this.#button(people.giveAdmin).click();
    await this.page.getByText(people.adminGiven).waitFor();
    await this.#look("somebody else's profile");
    await this.#closeAll();
    const log = this.page.getByRole('log');
    await log.hover();
    await this.page.mouse.wheel(0, -3000);
    await this.#button(messages.jump).waitFor();
    await write(here);
    await this.page.getByText(messages.arrived(1, '1')).first().waitFor({ state: 'attached' });
    await this.#look('further up, with a new message');
    await this.page.goto('/');
    // In the one that was left while further up, too, as soon as that is known.
    await expect(this.page.getByRole('link', { name: rooms.unread(1, '1') }).first()).toBeVisible();
    await this.#look('rooms, one unread');
    await this.#button(rooms.join).click();
    await this.page.getByRole('textbox').fill(this.#written.text);
    await this.page.getByText(rooms.noneFound).waitFor();
    await this.#look('no room found');
    await this.page.goto(here);
  }

  async #trouble(): Promise<void> {
    const { shell, rooms } = this.#words;
    await this.page.goto(`${new URL(this.page.url()).pathname}?at=0`);
    await this.page.getByText(rooms.messageGone).waitFor();
    await this.#look('a message that is gone');
    await this.page.context().setOffline(true);
    await this.#say(this.#written.text);
    await this.page.getByText(shell.waiting(1)).waitFor();
    await this.#composer.fill(this.#written.text.repeat(1_500));
    await this.#look('without a connection, and too long');
    await this.#signOutWithWords();
    await this.page.context().setOffline(false);
    await this.page.getByText(shell.waiting(1)).waitFor({ state: 'hidden' });
    await this.page.goto('/chat/0');
    await this.page.getByText(rooms.notFound('0')).waitFor();
    await this.#look('no such room');
    await this.page.evaluate(() => localStorage.clear());
    await servePageBare(this.page);
    await this.page.route('**/api/auth/get-session', route => route.abort());
    await this.page.goto('/');
    await this.page.getByText(shell.unreachable).waitFor();
    await this.#look('no server');
  }

  /** Asks, because something waits to be sent, and stays. */
  async #signOutWithWords(): Promise<void> {
    const { dashboard } = this.#late;
    await this.#button(this.#words.shell.dashboard).click();
    await this.#button(dashboard.signOut).click();
    const question = this.page.getByRole('alertdialog', { name: dashboard.bothLeft(1, 1) });
    await question.waitFor();
    await this.#look('a question before signing out');
    await this.page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await this.#closeAll();
  }

  get #composer(): Locator {
    return this.page.getByPlaceholder(this.#words.messages.composer);
  }

  #button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true }).first();
  }

  async #create(name: string): Promise<void> {
    const { rooms } = this.#words;
    await this.page.goto('/');
    await this.#button(rooms.createNew).click();
    await this.page.getByRole('textbox', { name: rooms.roomName }).fill(name);
    await this.page.getByRole('textbox', { name: rooms.description }).fill(this.#written.text);
    await this.#button(rooms.create).click();
    await this.page.getByRole('heading', { name }).waitFor();
  }

  async #say(text: string): Promise<void> {
    await this.#composer.fill(text);
    await this.#composer.press('Enter');
    await this.page.getByRole('article').last().waitFor();
  }

  async #closeAll(): Promise<void> {
    // By the attribute: one behind another has no role for now.
    const windows = this.page.locator('[role="dialog"][data-open]');
    for (let open = await windows.count(); open > 0; open--) {
      await this.page.keyboard.press('Escape');
      await expect(windows).toHaveCount(open - 1);
    }
  }
}
