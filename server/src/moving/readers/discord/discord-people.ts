import { deriveId } from '../../../base/derived-id.ts';
import type { ImportedPerson } from '../../import/import-source.ts';
import type { Ledger } from '../../import/ledger.ts';
import type { ArchiveFiles } from '../archive-files.ts';
import { NOBODY, toName } from '../names.ts';
import type { DiscordUser } from './discord-export.ts';

/** Discord's account for the messages of deleted ones. */
const DELETED_USER = '456226577798135808';
const MAX_NAMES_OF_WEBHOOK = 500;

/** Everybody whom an export names: it has no list of people. */
export class DiscordPeople {
  readonly #workspace: string;
  readonly #files: ArchiveFiles;
  readonly #ledger: Ledger;
  readonly #people = new Map<string, ImportedPerson>();
  readonly #new: ImportedPerson[] = [];
  readonly #roles = new Map<string, string>();
  readonly #webhooks = new Map<string, number>();

  constructor(workspace: string, files: ArchiveFiles, ledger: Ledger) {
    this.#workspace = workspace;
    this.#files = files;
    this.#ledger = ledger;
  }

  /** Those whom it has not returned yet. */
  takeNew(): ImportedPerson[] {
    return this.#new.splice(0);
  }

  get all(): readonly ImportedPerson[] {
    return [...this.#people.values()];
  }

  /** `folder`: of the file that names them. Returns their id of the source. */
  add(user: DiscordUser, folder: string): string {
    for (const { id, name } of user.roles)
      if (id !== '' && this.#roles.size < 10_000) this.#roles.set(id, name);
    const sourceId = this.#toSourceId(user);
    if (this.#people.has(sourceId)) return sourceId;
    const person = this.#toPerson(user, sourceId, folder);
    this.#people.set(sourceId, person);
    this.#new.push(person);
    return sourceId;
  }

  /** Of an answered message that the export does not have. */
  addUnknown(): string {
    return this.add(
      { id: '', name: NOBODY, discriminator: '', nickname: '', isBot: false, avatarUrl: '', roles: [] },
      '',
    );
  }

  find(sourceId: string): ImportedPerson | undefined {
    return this.#people.get(sourceId);
  }

  findRole(id: string): string | undefined {
    return this.#roles.get(id);
  }

  /** A webhook posts in the names of many. */
  #toSourceId({ id, name, nickname, isBot, discriminator }: DiscordUser): string {
    if (!isBot || discriminator !== '0000') return id || 'unknown';
    const sourceId = `${id}/${nickname || name}`;
    if (this.#people.has(sourceId)) return sourceId;
    const count = (this.#webhooks.get(id) ?? 0) + 1;
    if (count > MAX_NAMES_OF_WEBHOOK) return id;
    this.#webhooks.set(id, count);
    return sourceId;
  }

  #toPerson(
    { id, name, nickname, isBot, avatarUrl }: DiscordUser,
    sourceId: string,
    folder: string,
  ): ImportedPerson {
    this.#ledger.read('person');
    const uid = deriveId(0, this.#workspace, 'user', sourceId);
    const path = this.#files.find([folder + avatarUrl, avatarUrl]);
    const avatar =
      path === undefined ? undefined : this.#files.add(deriveId(0, uid, 'avatar'), path, 'avatar').id;
    return {
      id: uid,
      sourceId,
      name: toName(nickname, name || NOBODY),
      ...(isBot && { bot: true }),
      ...((id === DELETED_USER || id === '') && { placeholder: true }),
      ...(avatar !== undefined && { avatar }),
    };
  }
}
