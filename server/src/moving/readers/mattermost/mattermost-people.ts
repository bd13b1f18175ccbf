import { deriveId } from '../../../base/derived-id.ts';
import type { ImportedPerson } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';
import type { ArchiveFiles } from '../archive-files.ts';
import { NOBODY, toName } from '../names.ts';
import type { MattermostPost, MattermostUser } from './mattermost-export.ts';

const MAX_OVERRIDE_NAMES = 5_000;

/** The people of an export by their user names, and the names under which webhooks post. */
export class MattermostPeople {
  readonly #workspace: string;
  readonly #ledger: Ledger;
  readonly #people = new Map<string, ImportedPerson>();
  #overrides = 0;

  constructor(workspace: string, ledger: Ledger) {
    this.#workspace = workspace;
    this.#ledger = ledger;
  }

  get all(): readonly ImportedPerson[] {
    return [...this.#people.values()];
  }

  find(sourceId: string): ImportedPerson | undefined {
    return this.#people.get(sourceId);
  }

  addUser(user: MattermostUser, files: ArchiveFiles, findPaths: (path: string) => string[]): void {
    const {
      username,
      email,
      nickname,
      first_name: first,
      last_name: last,
      roles,
      delete_at: deletedAt,
    } = user;
    if (!this.#begin(username)) return;
    const path = files.find(findPaths(user.profile_image));
    const id = this.#toUid(username);
    const isGuest = /\bsystem_guest\b/.test(roles);
    if (/\bsystem_admin\b/.test(roles)) this.#ledger.change('person.system_admin');
    this.#people.set(username, {
      id,
      sourceId: username,
      name: toName(`${first} ${last}`, nickname.trim() || username),
      ...(email.includes('@') && { email: email.toLowerCase() }),
      ...(isGuest && { guest: {} }),
      ...(deletedAt > 0 && deletedAt < 8.64e15 && { suspendedAt: new Date(deletedAt).toISOString() }),
      ...(path !== undefined && { avatar: files.add(deriveId(0, id, 'avatar'), path, 'avatar').id }),
    });
  }

  addBot(username: string, displayName: string): void {
    if (!this.#begin(username)) return;
    this.#people.set(username, {
      id: this.#toUid(username),
      sourceId: username,
      name: toName(displayName, username),
      bot: true,
    });
  }

  /** An author or a member; adds a placeholder for somebody who is in no list. */
  getOrAdd(username: string): ImportedPerson {
    const known = this.#people.get(username);
    if (known) return known;
    this.#ledger.read('person');
    const person: ImportedPerson = {
      id: this.#toUid(username),
      sourceId: username || 'unknown',
      name: toName(username, NOBODY),
      placeholder: true,
    };
    this.#people.set(username, person);
    return person;
  }

  /** A webhook can post under any name. */
  getAuthor({ user, props }: MattermostPost): ImportedPerson {
    const name = props.override_username.trim();
    if (name === '' || !props.from_webhook) return this.getOrAdd(user);
    const sourceId = `${user}/${name}`;
    const known = this.#people.get(sourceId);
    if (known) return known;
    if (this.#overrides >= MAX_OVERRIDE_NAMES) return this.getOrAdd(user);
    this.#overrides++;
    this.#ledger.read('person');
    const person: ImportedPerson = {
      id: this.#toUid(sourceId),
      sourceId,
      name: toName(name, user),
      bot: true,
    };
    this.#people.set(sourceId, person);
    return person;
  }

  #toUid(sourceId: string): string {
    return deriveId(0, this.#workspace, 'user', sourceId);
  }

  /** False for somebody whom the export lists twice. */
  #begin(username: string): boolean {
    const known = this.#people.get(username);
    this.#ledger.read('person');
    if (!known) return true;
    this.#ledger.skip({ kind: 'person', reason: 'person.twice', item: { username } });
    return false;
  }
}
