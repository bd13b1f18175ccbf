import { SYSTEM_CALLER } from '../db/mutation.ts';
import type { DeletedFile } from './file-store.ts';
import type { FileWriter } from './files.ts';
import type { FileStorage } from './storage/storage.ts';

export interface RemovalOptions {
  storage: FileStorage;
  writer: FileWriter;
  onFailure: (error: unknown) => void;
}

/** The file sweep retries failures. */
export class FileRemoval {
  readonly #options: RemovalOptions;

  constructor(options: RemovalOptions) {
    this.#options = options;
  }

  async remove({ id, key }: DeletedFile): Promise<boolean> {
    const { storage, writer, onFailure } = this.#options;
    try {
      await storage.remove(key);
    } catch (error) {
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
