import { deriveId } from '../../../base/derived-id.ts';
import type { ImportedPerson } from '../../import/import-source.ts';
import type { ArchiveFiles } from '../archive-files.ts';
import { NAMELESS_BOT, NAMELESS_PERSON, NOBODY, toName } from '../names.ts';
import { isRecord, readSeconds, readText, type SlackObject } from './slack-values.ts';

export interface SlackPeopleOptions {
  workspace: string;
  files: ArchiveFiles;
  /** Entries of pictures by the id of the person. */
  avatars?: ReadonlyMap<string, string>;
  /** Names of apps by their id. */
  apps?: ReadonlyMap<string, string>;
}

/** The id of the author of messages without one. */
export const UNKNOWN_AUTHOR = 'unknown';
const SLACKBOT = 'USLACKBOT';

/** Everybody whom the lists name, and those who only wrote. */
export class SlackPeople {
  readonly #options: SlackPeopleOptions;
  readonly #people = new Map<string, ImportedPerson>();
  /** Names of bots from the lines about their arrival. */
  readonly #botNames = new Map<string, string>();
  readonly #namelessCounts = new Map<string, number>();
  #added: ImportedPerson[] = [];
  /** Those of `#added` whose name no message has had so far. */
  readonly #nameless = new Set<ImportedPerson>();

  constructor(users: readonly SlackObject[], options: SlackPeopleOptions) {
    this.#options = options;
    for (const user of users) this.#addUser(user);
  }

  find(id: string): ImportedPerson | undefined {
    return this.#people.get(id);
  }

  /** `source`: the message, which may have a name of an author in no list. */
  get(id: string, source: SlackObject = {}): ImportedPerson {
    const known = this.#people.get(id);
    const isBot = /^B|:/.test(id) || id === SLACKBOT;
    if (known && !this.#nameless.has(known)) return known;
    const name = this.#findName(id, isBot, source);
    if (known) {
      if (name !== '') {
        known.name = toName(name, id);
        this.#nameless.delete(known);
      }
      return known;
    }
    const person: ImportedPerson = {
      id: this.#deriveId(id),
      sourceId: id,
      name: toName(name, id),
      ...(isBot ? { bot: true } : { placeholder: true }),
    };
    if (name === '') this.#nameless.add(person);
    return this.#add([id], person);
  }

  nameBot(id: string, name: string): void {
    if (id !== '' && name !== '') this.#botNames.set(id, name);
  }

  /** Those who came since the last call. */
  takeAdded(): ImportedPerson[] {
    const added = this.#added;
    this.#added = [];
    for (const person of added) if (this.#nameless.delete(person)) person.name = this.#nameNameless(person);
    return added;
  }

  #findName(id: string, isBot: boolean, source: SlackObject): string {
    if (id === UNKNOWN_AUTHOR) return NOBODY;
    if (id === SLACKBOT) return 'Slackbot';
    const bot = isRecord(source.bot_profile) ? source.bot_profile : {};
    const user = isRecord(source.user_profile) ? source.user_profile : {};
    const appId = readText(source.app_id) || readText(bot.app_id);
    const ofBot = [
      readText(source.username),
      readText(bot.name),
      this.#botNames.get(id) ?? '',
      this.#options.apps?.get(appId) ?? '',
    ];
    const names = [
      ...(isBot ? ofBot : []),
      readText(user.real_name),
      readText(user.display_name),
      readText(user.name),
    ];
    return names.find(name => name.trim() !== '') ?? '';
  }

  /** "Former member", "Former member 2": somebody who reads a conversation must tell them apart. */
  #nameNameless({ bot }: ImportedPerson): string {
    const name = bot ? NAMELESS_BOT : NAMELESS_PERSON;
    const count = (this.#namelessCounts.get(name) ?? 0) + 1;
    this.#namelessCounts.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  }

  #addUser(user: SlackObject): void {
    const id = readText(user.id);
    if (id === '' || this.#people.has(id)) return;
    const profile = isRecord(user.profile) ? user.profile : {};
    const isBot = user.is_bot === true || id === SLACKBOT;
    const email = readText(profile.email).trim();
    const names = [profile.real_name, user.real_name, profile.display_name, user.name].map(readText);
    const name = names.find(each => each.trim() !== '') ?? '';
    const isGuest = user.is_restricted === true || user.is_ultra_restricted === true;
    const isAdmin = user.is_admin === true || user.is_owner === true;
    const since = readSeconds(user.updated) ?? 0;
    const avatar = this.#addAvatar(id);
    const person: ImportedPerson = {
      id: this.#deriveId(id),
      sourceId: id,
      name: toName(name, id),
      ...(email !== '' && { email }),
      ...(isBot && { bot: true as const }),
      ...(user.deleted === true && { suspendedAt: new Date(since).toISOString() }),
      ...(isGuest && { guest: {} }),
      ...(isAdmin && { workspaceAdmin: true as const }),
      ...(avatar !== undefined && { avatar }),
    };
    if (name === '') this.#nameless.add(person);
    this.#add([id, ...(isBot ? [readText(profile.bot_id), readText(profile.api_app_id)] : [])], person);
  }

  /** Returns the id of the picture, which slackdump can store. */
  #addAvatar(id: string): string | undefined {
    const { files, avatars } = this.#options;
    const path = avatars?.get(id);
    const file = path === undefined ? undefined : files.find([path]);
    return file && files.add(deriveId(0, this.#deriveId(id), 'avatar'), file, 'avatar').id;
  }

  #add(ids: readonly string[], person: ImportedPerson): ImportedPerson {
    for (const id of ids) if (id !== '') this.#people.set(id, person);
    this.#added.push(person);
    return person;
  }

  #deriveId(id: string): string {
    return deriveId(0, 'slack', this.#options.workspace, 'person', id);
  }
}
