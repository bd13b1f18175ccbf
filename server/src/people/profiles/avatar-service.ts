import { randomBytes } from 'node:crypto';
import { CommandError, type Person } from '@snug/protocol';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { makeAvatar } from '../../files/pictures.ts';
import type { FileRemoval } from '../../files/removal.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import { makeFromUpload } from '../../files/uploaded-picture.ts';
import { FairQueue } from '../../limits/fair-queue.ts';
import { accessSelf } from './access.ts';
import { getAvatarFolder, getAvatarKey, type setAvatar } from './avatar.ts';

const ACCEPTED_TYPES = new Set(['image/png', 'image/jpeg']);

/** A picture without a row is an orphan of an ended process after so long; a younger one may still get its row. */
const ORPHAN_AGE_MS = 60 * 60_000;
/** More pictures than one person leaves. The next change continues with the rest. */
const MAX_LISTED = 100;

export interface AvatarServiceOptions {
  storage: FileStorage;
  removal: FileRemoval;
  read: Db;
  writer: MutationWriter<{ set_avatar: typeof setAvatar }>;
  now: () => number;
  onFailure: (error: unknown) => void;
}

export class AvatarService {
  readonly #options: AvatarServiceOptions;
  readonly #queue = new FairQueue({ concurrency: 1, maxWaiting: 20, maxWaitingPerKey: 1 });

  constructor(options: AvatarServiceOptions) {
    this.#options = options;
  }

  /** Throws `invalid_input` if it is neither PNG nor JPEG, `too_large`, `not_found`, `forbidden`, `rate_limited` and `unavailable`. */
  set(uid: string, fileId: string): Promise<Person> {
    return this.#queue.run(uid, () => this.#set(uid, fileId));
  }

  async #set(uid: string, fileId: string): Promise<Person> {
    const picture = await makeFromUpload(this.#options, {
      uid,
      fileId,
      types: ACCEPTED_TYPES,
      make: makeAvatar,
    });
    const key = getAvatarKey(uid, randomBytes(16).toString('hex'));
    const { person, upload, replaced } = await this.#store(uid, fileId, key, picture);
    await this.#options.removal.remove(upload);
    if (replaced) await this.#remove(replaced);
    await this.#removeOrphans(uid);
    return person;
  }

  // The bytes first, so that no row names a missing picture.
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
      // With an unknown outcome, the row may name the picture.
      const isRefused = error instanceof CommandError && error.code !== 'unavailable';
      if (isRefused) await this.#remove(key);
      throw error;
    }
  }

  /** After a failure the bytes stay until the person's next change. */
  async #remove(key: string): Promise<void> {
    const { storage, onFailure } = this.#options;
    await storage.remove(key).catch(onFailure);
  }

  /** Removes the pictures of processes that ended between bytes and row, or before they removed the previous bytes. */
  async #removeOrphans(uid: string): Promise<void> {
    const { storage, read, now, onFailure } = this.#options;
    try {
      const keys = await storage.list(getAvatarFolder(uid), { limit: MAX_LISTED });
      // After the list, because another process may have changed the picture meanwhile.
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
