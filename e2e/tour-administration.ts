import type { Page } from '@playwright/test';
import { sendCommand } from '@snug/testkit/browser/commands.ts';
import type { PageTexts } from '@snug/web/strings/dictionary.ts';
import type { TourPage } from './tour-page.ts';

interface AdministrationTourOptions {
  page: Page;
  app: TourPage;
  url: string;
  dictionary: PageTexts;
  onState: (where: string) => Promise<void>;
  /** Makes the person of the page a workspace admin. */
  grantAdmin: () => Promise<unknown>;
}

/** The part of the tour from a room on, in which two people look after what others see. */
export class AdministrationTour {
  readonly #options: AdministrationTourOptions;

  constructor(options: AdministrationTourOptions) {
    this.#options = options;
  }

  /** `other`: the signed-in page of the second person, who has written in the room of the page. */
  async visit(other: Page, text: string): Promise<void> {
    const { page, grantAdmin } = this.#options;
    const here = new URL(page.url()).pathname;
    await this.#visitOptions();
    await this.#visitInvitations();
    await this.#visitRequests(other, text);
    await grantAdmin();
    await page.goto(here);
    await this.#visitReport();
    await this.#visitPages();
    await page.goto(here);
  }

  async #visitOptions(): Promise<void> {
    const { page, app, dictionary, onState } = this.#options;
    await app.getButton(dictionary.strings.roomHeader.options).click();
    await page.getByRole('menuitem', { name: dictionary.lazy.roomOptions.delete }).waitFor();
    await onState('the options of a room');
    await page.keyboard.press('Escape');
  }

  async #visitInvitations(): Promise<void> {
    const { page, app, dictionary, onState } = this.#options;
    const { strings, lazy } = dictionary;
    await app.getButton(strings.roomHeader.people).click();
    await app.getButton(lazy.roomDetails.invite).click();
    await app.getButton(lazy.invites.create).waitFor();
    await page.getByText(lazy.invites.active).waitFor();
    await onState('the invitations to a room');
    await app.closeDialogs();
  }

  async #visitRequests(other: Page, text: string): Promise<void> {
    const { page, url, dictionary, onState } = this.#options;
    const session = await page.request.get('/api/auth/get-session');
    const { user } = (await session.json()) as { user: { id: string } };
    const run = (command: string, input: object) => sendCommand(url, other.context(), command, input);
    const { room } = (await run('open_direct', { uids: [user.id] })) as { room: { id: string } };
    await run('send_message', { roomId: room.id, text });
    await page.goto('/');
    await page.getByRole('button', { name: dictionary.strings.rooms.requests }).click();
    await page.getByRole('dialog').getByRole('listitem').waitFor();
    await onState('a request');
    await this.#options.app.closeDialogs();
  }

  async #visitReport(): Promise<void> {
    const { page, app, dictionary, onState } = this.#options;
    const { messageActions } = dictionary.lazy;
    const item = page.getByRole('menuitem', { name: messageActions.report, exact: true });
    await app.openMenu(page.getByRole('article').last());
    await item.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await onState('a report');
    await dialog.getByRole('button', { name: messageActions.report, exact: true }).click();
    await page.getByText(messageActions.reported).waitFor();
  }

  async #visitPages(): Promise<void> {
    const { page, app, dictionary, onState } = this.#options;
    const { admin } = dictionary.lazy;
    await page.goto('/admin');
    const table = page.getByRole('table');
    await table.getByRole('link').first().waitFor();
    await onState('the rooms at /admin');
    await page.getByRole('searchbox').fill('0');
    await page.getByText(admin.noRooms).waitFor();
    await onState('no rooms at /admin');
    await page.goto('/admin/rooms?kind=private');
    await page.getByText(admin.privateRoomsHint).waitFor();
    await onState('private rooms at /admin');
    const links = page.getByRole('navigation', { name: admin.pages });
    for (const name of [admin.invitations, admin.settings, admin.storage, admin.health]) {
      await links.getByRole('link', { name }).click();
      await page.getByRole('table').getByRole('cell').first().waitFor();
      await onState(`${name} at /admin`);
    }
    for (const name of [admin.reports, admin.audit]) {
      await links.getByRole('link', { name }).click();
      await page.getByRole('table', { name }).locator('time').first().waitFor();
      await onState(`${name} at /admin`);
      if (name === admin.reports) await app.getButton(admin.closeReport).click();
      if (name === admin.reports) await page.getByText(admin.noReports).waitFor();
    }
  }
}
