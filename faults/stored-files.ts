import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@snug/server/db/open.ts';

export class StoredFiles {
  readonly #data: string;

  constructor(data: string) {
    this.#data = data;
  }

  async readRows(): Promise<{ id: string; key: string; state: string; size: number }[]> {
    return this.#read(db => db.selectFrom('files').select(['id', 'key', 'state', 'size']).execute());
  }

  /** Resolves when there are neither rows nor bytes. */
  async isEmpty(): Promise<boolean> {
    return (await this.readRows()).length + this.listStoredKeys().length + this.listUploads().length === 0;
  }

  listStoredKeys(): string[] {
    return this.#list('files');
  }

  listUploads(): string[] {
    return this.#list('uploads');
  }

  #list(name: string): string[] {
    const folder = join(this.#data, name);
    if (!existsSync(folder)) return [];
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.filter(entry => entry.isFile()).map(({ name }) => name);
  }

  async #read<Rows>(read: (db: ReturnType<typeof openDatabase>) => Promise<Rows>): Promise<Rows> {
    const db = openDatabase(this.#data, { readOnly: true });
    try {
      return await read(db);
    } finally {
      await db.destroy();
    }
  }
}
