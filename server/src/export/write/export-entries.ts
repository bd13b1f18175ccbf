import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { toJsonLines } from '../../account/export/pages.ts';
import { getFilePath, getMessagesPath } from '../format/entries.ts';
import type { LineSource } from '../format/line-source.ts';
import type { FileLine, MessageLine, RoomLine } from '../format/lines.ts';
import { type Counts, FORMAT, MANIFEST, type Manifest, VERSION } from '../format/manifest.ts';
import type { ZipEntry } from '../zip/write-zip.ts';

export type ExportFacts = Pick<Manifest, 'snug' | 'instance' | 'options'> & { createdAt: string };

export interface ExportProgress {
  counts: Counts;
  /** Of the bytes of files. */
  fileBytes: number;
  /** All messages of the rooms; undefined before the rooms are read. */
  allMessages: number | undefined;
}

export interface ExportEntriesOptions {
  source: LineSource;
  facts: ExportFacts;
  /** Before each page and each file. Throws to end the export. */
  onProgress?: (progress: ExportProgress) => void | Promise<void>;
}

/** The entries of an export, to be read once and one after the other. */
export class ExportEntries implements AsyncIterable<ZipEntry> {
  readonly counts: Counts = { people: 0, rooms: 0, messages: 0, reactions: 0, files: 0, emoji: 0 };
  /** The ids of files without bytes. */
  readonly missing: string[] = [];
  readonly #options: ExportEntriesOptions;
  readonly #entries: Record<string, { size: number; sha256: string }> = {};
  readonly #fileHashes = new Map<string, { size: number; sha256: string }>();
  readonly #open = new Set<Readable>();
  #fileBytes = 0;
  #allMessages: number | undefined;

  constructor(options: ExportEntriesOptions) {
    this.#options = options;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ZipEntry, void> {
    const { source } = this.#options;
    try {
      yield this.#lines('people.jsonl', source.people(), ({ length }) => (this.counts.people += length));
      const roomIds: string[] = [];
      yield this.#lines('rooms.jsonl', source.rooms(), rooms => this.#countRooms(rooms, roomIds));
      for (const id of roomIds)
        yield this.#lines(getMessagesPath(id), source.messages(id), messages =>
          this.#countMessages(messages),
        );
      yield this.#lines('emoji.jsonl', source.emoji(), ({ length }) => (this.counts.emoji += length));
      for (const { name, read } of source.parts ?? []) yield this.#lines(name, read());
      for await (const files of source.files()) for (const file of files) yield* this.#listBytes(file);
      yield this.#lines('files.jsonl', this.#addHashes(source.files()), ({ length }) => {
        this.counts.files += length;
      });
      yield { name: MANIFEST, content: this.#createManifest(), isCompressed: true };
    } finally {
      // Of an export that ends early.
      for (const stream of this.#open) stream.destroy();
    }
  }

  #lines<Line extends object>(
    name: string,
    pages: AsyncIterable<readonly Line[]>,
    count: (lines: readonly Line[]) => void = () => {},
  ): ZipEntry {
    return { name, content: this.#hashLines(name, countAll(pages, count)), isCompressed: true };
  }

  async *#hashLines(name: string, pages: AsyncIterable<readonly object[]>): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const text of toJsonLines(pages, () => this.#report())) {
      const bytes = Buffer.from(text);
      hash.update(bytes);
      size += bytes.length;
      yield bytes;
    }
    this.#entries[name] = { size, sha256: hash.digest('hex') };
  }

  async *#listBytes({ id }: FileLine): AsyncGenerator<ZipEntry> {
    await this.#report();
    const bytes = await this.#options.source.openFile(id);
    if (!bytes) {
      this.missing.push(id);
      return;
    }
    this.#open.add(bytes);
    const hash = createHash('sha256');
    yield { name: getFilePath(id), content: this.#hashBytes(id, bytes, hash), isCompressed: false };
    this.#open.delete(bytes);
  }

  async *#hashBytes(id: string, bytes: Readable, hash: Hash): AsyncGenerator<Uint8Array> {
    let size = 0;
    for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      size += chunk.length;
      this.#fileBytes += chunk.length;
      yield chunk;
    }
    this.#fileHashes.set(id, { size, sha256: hash.digest('hex') });
  }

  async *#addHashes(pages: AsyncIterable<readonly FileLine[]>): AsyncGenerator<readonly FileLine[]> {
    for await (const files of pages) yield files.map(file => ({ ...file, ...this.#fileHashes.get(file.id) }));
  }

  #countRooms(rooms: readonly RoomLine[], roomIds: string[]): void {
    this.counts.rooms += rooms.length;
    this.#allMessages ??= 0;
    for (const { id, messages = 0 } of rooms) {
      roomIds.push(id);
      this.#allMessages += messages;
    }
  }

  #countMessages(messages: readonly MessageLine[]): void {
    this.counts.messages += messages.length;
    for (const { reactions } of messages)
      if (reactions) for (const uids of Object.values(reactions)) this.counts.reactions += uids.length;
  }

  async #report(): Promise<void> {
    const { counts } = this;
    await this.#options.onProgress?.({ counts, fileBytes: this.#fileBytes, allMessages: this.#allMessages });
  }

  // Not before its turn: until then, the counts grow.
  async *#createManifest(): AsyncGenerator<Buffer> {
    const manifest: Manifest = {
      format: FORMAT,
      version: VERSION,
      ...this.#options.facts,
      counts: this.counts,
      ...(this.missing.length > 0 && { missingFiles: this.missing.length }),
      entries: this.#entries,
    };
    yield Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`);
  }
}

async function* countAll<Line>(
  pages: AsyncIterable<readonly Line[]>,
  count: (lines: readonly Line[]) => void,
): AsyncGenerator<readonly Line[]> {
  for await (const lines of pages) {
    count(lines);
    yield lines;
  }
}
