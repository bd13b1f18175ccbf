import type { Readable } from 'node:stream';
import type { ByteRange, FileStorage, StoredFileInfo } from './storage.ts';

/** Two storages while bytes move from the second to the first: new bytes go to the first, and bytes that it misses are read from the second. */
export class FallbackStorage implements FileStorage {
  readonly #first: FileStorage;
  readonly #second: FileStorage;

  constructor(first: FileStorage, second: FileStorage) {
    this.#first = first;
    this.#second = second;
  }

  moveFrom(path: string, key: string, signal?: AbortSignal): Promise<void> {
    return this.#first.moveFrom(path, key, signal);
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.#first.put(key, bytes);
  }

  find(key: string): Promise<StoredFileInfo | undefined> {
    return this.#ask(storage => storage.find(key));
  }

  read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    return this.#ask(storage => storage.read(key, range));
  }

  async list(folder: string, page: { after?: string; limit: number }): Promise<string[]> {
    const lists = await Promise.all([this.#first, this.#second].map(storage => storage.list(folder, page)));
    return [...new Set(lists.flat())].toSorted().slice(0, page.limit);
  }

  /** Rejects if one of them fails, so that the removal stays due. */
  async remove(key: string): Promise<void> {
    const results = await Promise.allSettled([this.#first.remove(key), this.#second.remove(key)]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /** Bytes of the second count although the first fails. Without them, nobody knows whether the key exists. */
  async #ask<Found>(ask: (storage: FileStorage) => Promise<Found | undefined>): Promise<Found | undefined> {
    const first = await settle(ask(this.#first));
    if ('value' in first && first.value !== undefined) return first.value;
    const found = await ask(this.#second);
    if (found !== undefined) return found;
    if ('error' in first) throw first.error;
    // `files copy --delete-source` may have moved the bytes between the two questions.
    return ask(this.#first);
  }
}

async function settle<Value>(promise: Promise<Value>): Promise<{ value: Value } | { error: unknown }> {
  try {
    return { value: await promise };
  } catch (error) {
    return { error };
  }
}
