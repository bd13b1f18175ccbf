import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Id } from '@snug/protocol';
import * as v from 'valibot';
import { parseJson } from '../../../base/parse-json.ts';
import type { FileLine } from '../../../export/format/lines.ts';
import { describeFile, type FileDescription } from '../../../files/describe-file.ts';

/** The import moves it away. */
export interface PreparedFile {
  path: string;
  description: FileDescription;
}

/** Files of an archive as a server stores them, before their import. A file is complete if it has a description. */
export class PreparedFiles {
  readonly #folder: string;

  /** In the data folder, on the disk of its files. */
  constructor(data: string) {
    this.#folder = join(data, 'import-files');
  }

  /** False if it is there already, or the archive has no bytes. */
  async add({ id, duration, peaks }: FileLine, open: () => Promise<Readable | undefined>): Promise<boolean> {
    if (await this.find(id)) return false;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const bytes = await open();
    if (!bytes) return false;
    const path = this.#getPath(id);
    await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
    if ((await stat(path)).size === 0) {
      await rm(path);
      return false;
    }
    const { metadata: _, ...description } = await describeFile(path, { duration, peaks });
    await writeFile(`${path}.partial`, JSON.stringify(description), { mode: 0o600 });
    await rename(`${path}.partial`, `${path}.json`);
    return true;
  }

  async find(id: string): Promise<PreparedFile | undefined> {
    const path = this.#getPath(id);
    const text = await readFile(`${path}.json`, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const description = parseJson(text) as PreparedFile['description'] | undefined;
    const size = await stat(path).then(
      file => file.size,
      () => undefined,
    );
    return description && size === description.size ? { path, description } : undefined;
  }

  /** The bytes of all complete files. */
  async countBytes(): Promise<number> {
    if (!existsSync(this.#folder)) return 0;
    const names = new Set(await readdir(this.#folder));
    let bytes = 0;
    for (const name of names)
      if (names.has(`${name}.json`)) bytes += (await stat(join(this.#folder, name))).size;
    return bytes;
  }

  /** After the import. */
  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  #getPath(id: string): string {
    // Names in the folder come from the archive's reader.
    return join(this.#folder, v.parse(Id, id));
  }
}
