import { randomBytes } from 'node:crypto';
import { buffer as readAll } from 'node:stream/consumers';
import { CommandError, type Person } from '@snug/protocol';
import { accessSelf, accessUpload } from '../access.ts';
import type { Db } from '../db/schema.ts';
import type { Writer } from '../db/writer.ts';
import { makeAvatar } from '../files/pictures.ts';
import type { FileRemoval } from '../files/removal.ts';
import type { FileStorage } from '../files/storage/storage.ts';
import { FairQueue } from '../limits/fair-queue.ts';
import type { SnugMutations } from '../mutations.ts';
import { avatarKey } from './avatar.ts';

const TYPES = new Set(['image/png', 'image/jpeg']);

/** How often it is tried while the person keeps changing meanwhile. */
const TRIES = 5;

export interface AvatarsOptions {
  storage: FileStorage;
  removal: FileRemoval;
  read: Db;
  writer: Writer<SnugMutations>;
  onFailure: (error: unknown) => void;
}

/** The pictures of people. */
export class Avatars {
  readonly #options: AvatarsOptions;
  // One after the other: a decoded picture is large, and two of one person would be stored under one version.
  readonly #queue = new FairQueue({ running: 1, waiting: 20, waitingPerKey: 1 });

  constructor(options: AvatarsOptions) {
    this.#options = options;
  }

  /**
   * Makes an upload of the person's their picture. Throws `bad_input` for what is no PNG and no JPEG, `not_found`,
   * `forbidden`, `slow_down` and `unavailable`.
   */
  set(uid: string, fileId: string): Promise<Person> {
    return this.#queue.run(uid, () => this.#set(uid, fileId));
  }

  async #set(uid: string, fileId: string): Promise<Person> {
    const { storage, read, removal } = this.#options;
    const file = await accessUpload(read, uid, fileId);
    if (!TYPES.has(file.contentType)) {
      throw new CommandError('bad_input', `Wrong file type ${file.contentType}`);
    }
    const bytes = await storage.read(file.key);
    const picture = bytes && (await makeAvatar(await readAll(bytes)));
    if (!picture) {
      // Or it would be tried again and again.
      await removal.discard(uid, fileId);
      throw new CommandError('bad_input', 'File process error');
    }
    for (let tries = 0; tries < TRIES; tries++) {
      const { person, upload } = await this.#show(uid, fileId, picture);
      if (!person || !upload) continue;
      await removal.remove(upload);
      await this.#removeOthers(person);
      return person;
    }
    throw new CommandError('unavailable');
  }

  // The bytes are first, so that nobody is told of a picture that is not there.
  async #show(uid: string, fileId: string, picture: Uint8Array) {
    const { storage, read, writer, onFailure } = this.#options;
    const version = (await accessSelf(read, uid)).version + 1;
    const key = avatarKey(uid, version, randomBytes(16).toString('hex'));
    try {
      await storage.put(key, picture);
    } catch (error) {
      onFailure(error);
      throw new CommandError('unavailable');
    }
    return writer.write('set_avatar', { uid }, { fileId, version, key });
  }

  /** Pictures that the person had before, and what a change that broke off left. */
  async #removeOthers({ uid, avatar }: Person): Promise<void> {
    const { storage, onFailure } = this.#options;
    try {
      for (const key of await storage.list(`avatars/${uid}`, { limit: 100 }))
        if (`/${key}` !== avatar) await storage.remove(key);
    } catch (error) {
      onFailure(error);
    }
  }
}
