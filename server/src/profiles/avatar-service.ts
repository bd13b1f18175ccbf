import { randomBytes } from 'node:crypto';
import { buffer as readAll } from 'node:stream/consumers';
import { CommandError, type Person } from '@snug/protocol';
import { accessSelf, accessUpload } from '../access.ts';
import type { SnugMutations } from '../commands/mutations.ts';
import type { Db } from '../db/schema.ts';
import type { Writer } from '../db/writer.ts';
import { makeAvatar } from '../files/pictures.ts';
import type { FileRemoval } from '../files/removal.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { FairQueue } from '../limits/fair-queue.ts';
import { getAvatarFolder, getAvatarKey } from './avatar.ts';

const ACCEPTED_TYPES = new Set(['image/png', 'image/jpeg']);

/** A picture that no row names after so long, in ms, is what a process left that ended; it may be on its way before. */
const ORPHAN_AGE_MS = 60 * 60_000;
/** More pictures than one person leaves; the next change goes on. */
const MAX_LISTED = 100;

export interface AvatarServiceOptions {
  storage: FileStorage;
  removal: FileRemoval;
  read: Db;
  writer: Writer<SnugMutations>;
  now: () => number;
  onFailure: (error: unknown) => void;
}

/** The pictures of people. */
export class AvatarService {
  readonly #options: AvatarServiceOptions;
  // One after the other, because a decoded picture is large.
  readonly #queue = new FairQueue({ concurrency: 1, maxWaiting: 20, maxWaitingPerKey: 1 });

  constructor(options: AvatarServiceOptions) {
    this.#options = options;
  }

  /**
   * Makes an upload of the person's their picture. Throws `invalid_input` for what is no PNG and no JPEG, `not_found`,
   * `forbidden`, `rate_limited` and `unavailable`.
   */
  set(uid: string, fileId: string): Promise<Person> {
    return this.#queue.run(uid, () => this.#set(uid, fileId));
  }

  async #set(uid: string, fileId: string): Promise<Person> {
    const picture = await this.#createPicture(uid, fileId);
    const key = getAvatarKey(uid, randomBytes(16).toString('hex'));
    const { person, upload, replaced } = await this.#store(uid, fileId, key, picture);
    await this.#options.removal.remove(upload);
    if (replaced) await this.#remove(replaced);
    await this.#removeOrphans(uid);
    return person;
  }

  async #createPicture(uid: string, fileId: string): Promise<Uint8Array> {
    const { storage, read, removal } = this.#options;
    const file = await accessUpload(read, uid, fileId);
    if (!ACCEPTED_TYPES.has(file.contentType)) {
      throw new CommandError('invalid_input', `Wrong file type ${file.contentType}`);
    }
    const bytes = await storage.read(file.key);
    if (!bytes) throw new CommandError('not_found');
    const picture = await makeAvatar(await readAll(bytes));
    if (picture) return picture;
    // Or it would be tried again and again.
    await removal.discard(uid, fileId);
    throw new CommandError('invalid_input', 'File process error');
  }

  // The bytes are first, so that no row names a picture that is not there.
  async #store(uid: string, fileId: string, key: string, picture: Uint8Array) {
    const { storage, writer, onFailure } = this.#options;
    try {
      await storage.put(key, picture);
    } catch (error) {
      onFailure(error);
      throw new CommandError('unavailable');
    }
    try {
      return await writer.write('set_avatar', { uid }, { fileId, key });
    } catch (error) {
      // If nobody knows whether it is stored, the row may name it.
      const isRefused = error instanceof CommandError && error.code !== 'unavailable';
      if (isRefused) await this.#remove(key);
      throw error;
    }
  }

  /** What fails stays, until a later change of the person finds it. */
  async #remove(key: string): Promise<void> {
    const { storage, onFailure } = this.#options;
    await storage.remove(key).catch(onFailure);
  }

  /** Removes what a process left that ended between the bytes and the row, or between the row and the bytes before. */
  async #removeOrphans(uid: string): Promise<void> {
    const { storage, read, now, onFailure } = this.#options;
    try {
      const keys = await storage.list(getAvatarFolder(uid), { limit: MAX_LISTED });
      // After the list: another process may have changed the picture meanwhile.
      const { avatar } = await accessSelf(read, uid);
      for (const key of keys) {
        const found = avatar === `/${key}` ? undefined : await storage.find(key);
        if (found && found.modifiedAt.getTime() < now() - ORPHAN_AGE_MS) await storage.remove(key);
      }
    } catch (error) {
      onFailure(error);
    }
  }
}
