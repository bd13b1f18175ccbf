import type { PersistedOutboxItem, Upload } from '@snug/client';
import { DEFAULT_MAX_FILE_BYTES } from '@snug/protocol';

/** `isApart`: `bytes` are empty, and those of the file are in a database of their own. */
export interface StoredUpload extends Upload {
  isApart?: true;
}

export type StoredItem = PersistedOutboxItem & { upload?: StoredUpload };

/** The bytes of large files are stored apart from their items, because each change of an item would copy them. */
export class LargeFiles {
  readonly #ids = new Set<string>();

  /** Stores the bytes of a large file. Returns the item without them. */
  async detach(item: PersistedOutboxItem): Promise<StoredItem> {
    const { id, upload } = item;
    if (!upload || upload.bytes.size <= DEFAULT_MAX_FILE_BYTES) return item;
    const { putLargeFile } = await loadDatabase();
    await putLargeFile(id, upload.bytes as Blob);
    this.#ids.add(id);
    return { ...item, upload: { ...upload, bytes: new Blob(), isApart: true } };
  }

  async attach(item: StoredItem): Promise<PersistedOutboxItem> {
    if (!item.upload?.isApart) return item;
    const { getLargeFile } = await loadDatabase();
    this.#ids.add(item.id);
    const { isApart: _, ...upload } = item.upload;
    return { ...item, upload: { ...upload, bytes: (await getLargeFile(item.id)) ?? upload.bytes } };
  }

  async remove(id: string): Promise<void> {
    if (!this.#ids.delete(id)) return;
    const { removeLargeFile } = await loadDatabase();
    await removeLargeFile(id);
  }
}

// Most pages never need it.
function loadDatabase() {
  return import('./large-file-database.ts');
}
