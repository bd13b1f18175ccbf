import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { getErrorCode } from '../../base/start-error.ts';
import type { Db } from '../../db/schema.ts';
import type { FileStorage } from '../../files/storage/storage.ts';
import { KEY_OWNERS, type KeyOwner, type KeyRow } from './key-owners.ts';

const NAME = 'files-copy.json';

const Entries = v.array(v.object({ column: v.string(), id: v.string(), key: v.string() }));

/** The rows whose bytes a copy moves at the moment, in a file of the data folder. */
export class CopyJournal {
  readonly #path: string;

  constructor(data: string) {
    this.#path = join(data, NAME);
  }

  async store(rows: readonly (KeyRow & { owner: KeyOwner })[]): Promise<void> {
    const entries = rows.map(({ owner: { column }, id, key }) => ({ column, id, key }));
    const next = `${this.#path}.next`;
    const file = await open(next, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify(entries));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, this.#path);
  }

  /** Removes bytes that a killed copy stored after the server had removed them. */
  async removeGone(db: Db, storages: readonly FileStorage[]): Promise<void> {
    for (const { column, ...row } of await this.#read()) {
      const owner = KEY_OWNERS.find(each => each.column === column);
      if (!owner || (await owner.isNamed(db, row))) continue;
      for (const storage of storages) await storage.remove(row.key);
    }
  }

  async clear(): Promise<void> {
    await rm(this.#path, { force: true });
  }

  async #read(): Promise<v.InferOutput<typeof Entries>> {
    try {
      return v.parse(Entries, JSON.parse(await readFile(this.#path, 'utf8')));
    } catch (error) {
      if (getErrorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}
