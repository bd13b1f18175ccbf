import { deriveId } from '../../../base/derived-id.ts';
import type { ImportedPerson } from '../../import/import-source.ts';
import { toName } from '../names.ts';
import { isRecord, readText, type SlackObject } from './slack-values.ts';

/** Everybody whom the lists name, and those who only wrote. */
export class SlackPeople {
  readonly #workspace: string;
  readonly #people = new Map<string, ImportedPerson>();
  #added: ImportedPerson[] = [];

  constructor(workspace: string, users: readonly SlackObject[]) {
    this.#workspace = workspace;
    for (const user of users) this.#addUser(user);
  }

  find(id: string): ImportedPerson | undefined {
    return this.#people.get(id);
  }

  /** `source`: the message, which may have a name of an author in no list. */
  get(id: string, source: SlackObject = {}): ImportedPerson {
    const known = this.#people.get(id);
    if (known) return known;
    const bot = isRecord(source.bot_profile) ? source.bot_profile : undefined;
    const user = isRecord(source.user_profile) ? source.user_profile : undefined;
    const isBot = /^B|:/.test(id);
    const name =
      (isBot ? readText(source.username) || readText(bot?.name) : '') ||
      readText(user?.real_name) ||
      readText(user?.name);
    return this.#add([id], {
      id: this.#deriveId(id),
      sourceId: id,
      name: toName(name, id),
      ...(isBot ? { bot: true } : { placeholder: true }),
    });
  }

  /** Those who came since the last call. */
  takeAdded(): ImportedPerson[] {
    const added = this.#added;
    this.#added = [];
    return added;
  }

  #addUser(user: SlackObject): void {
    const id = readText(user.id);
    if (id === '' || this.#people.has(id)) return;
    const profile = isRecord(user.profile) ? user.profile : {};
    const isBot = user.is_bot === true || id === 'USLACKBOT';
    const email = readText(profile.email).trim();
    const updated = Number(user.updated);
    const name =
      readText(profile.real_name) ||
      readText(user.real_name) ||
      readText(profile.display_name) ||
      readText(user.name);
    const isGuest = user.is_restricted === true || user.is_ultra_restricted === true;
    const isAdmin = user.is_admin === true || user.is_owner === true;
    const since = updated > 0 && updated < 4e9 ? updated * 1000 : 0;
    this.#add([id, ...(isBot ? [readText(profile.bot_id), readText(profile.api_app_id)] : [])], {
      id: this.#deriveId(id),
      sourceId: id,
      name: toName(name, id),
      ...(email !== '' && { email }),
      ...(isBot && { bot: true as const }),
      ...(user.deleted === true && { suspendedAt: new Date(since).toISOString() }),
      ...(isGuest && { guest: {} }),
      ...(isAdmin && { workspaceAdmin: true as const }),
    });
  }

  #add(ids: readonly string[], person: ImportedPerson): ImportedPerson {
    for (const id of ids) if (id !== '') this.#people.set(id, person);
    this.#added.push(person);
    return person;
  }

  #deriveId(id: string): string {
    return deriveId(0, 'slack', this.#workspace, 'person', id);
  }
}
