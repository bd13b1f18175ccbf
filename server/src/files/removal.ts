import { SYSTEM_CALLER } from '../db/mutation.ts';
import type { DeletedFile } from './file-store.ts';
import type { FileWriter } from './files.ts';
import { type FileStorage, StorageError } from './storage/storage.ts';

/** Of background removals, after the storage did not work. */
const PAUSE_MS = 60_000;

export interface RemovalOptions {
  storage: FileStorage;
  writer: FileWriter;
  now: () => number;
  onFailure: (error: unknown) => void;
}

/** The file sweep retries failures. */
export class FileRemoval {
  readonly #options: RemovalOptions;
  #pausedUntil = 0;

  constructor(options: RemovalOptions) {
    this.#options = options;
  }

  /** In the background. While the storage does not work, it leaves them to the sweep: each would keep other work waiting for seconds. */
  async removeAll(files: readonly DeletedFile[]): Promise<void> {
    for (const file of files) {
      if (this.#options.now() < this.#pausedUntil) return;
      await this.remove(file);
    }
  }

  async remove({ id, key }: DeletedFile): Promise<boolean> {
    const { storage, writer, now, onFailure } = this.#options;
    try {
      await storage.remove(key);
    } catch (error) {
      if (error instanceof StorageError) this.#pausedUntil = now() + PAUSE_MS;
      onFailure(error);
      return false;
    }
    await writer.write('purge_file', SYSTEM_CALLER, { fileId: id }).catch(onFailure);
    return true;
  }

  /** Discards the person's unsent upload. Throws `forbidden` if it was sent. */
  async discard(uid: string, fileId: string): Promise<void> {
    const { writer } = this.#options;
    const { file } = await writer.write('discard_file', { uid }, { fileId });
    if (file) await this.remove(file);
  }
}
