import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** One item of a room; `line` is its JSON. */
export interface Entry {
  room: number;
  /** Compared as text. */
  key: string;
  position: number;
  line: string;
}

const READ_BYTES = 64 * 1024;
const WRITE_BYTES = 1024 * 1024;
const NEW_LINE = 10;

export function compareEntries(one: Entry, other: Entry): number {
  return one.room - other.room || compareInRoom(one, other);
}

export function compareInRoom(one: Entry, other: Entry): number {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1;
  return one.position - other.position;
}

/** Entries in order, in a file without a name: it is gone when the process ends, however it ends. */
export class SortedRun {
  readonly level: number;
  readonly #file: FileHandle;
  /** Where each room begins, and its end. */
  readonly #rooms: ReadonlyMap<number, { start: number; end: number }>;

  private constructor(
    level: number,
    file: FileHandle,
    rooms: ReadonlyMap<number, { start: number; end: number }>,
  ) {
    this.level = level;
    this.#file = file;
    this.#rooms = rooms;
  }

  static async write(
    folder: string,
    level: number,
    entries: Iterable<Entry> | AsyncIterable<Entry>,
  ): Promise<SortedRun> {
    const file = await openUnnamedFile(folder);
    try {
      const rooms = new Map<number, { start: number; end: number }>();
      let written = 0;
      let chunk: string[] = [];
      let chunkBytes = 0;
      const flush = async () => {
        const bytes = Buffer.from(chunk.join(''));
        await file.writeFile(bytes);
        written += bytes.length;
        chunk = [];
        chunkBytes = 0;
      };
      for await (const entry of entries) {
        const text = `${entry.room}\t${entry.position}\t${entry.key}\t${entry.line}\n`;
        const bytes = Buffer.byteLength(text);
        const start = written + chunkBytes;
        const room = rooms.get(entry.room);
        if (room) room.end = start + bytes;
        else rooms.set(entry.room, { start, end: start + bytes });
        chunk.push(text);
        chunkBytes += bytes;
        if (chunkBytes >= WRITE_BYTES) await flush();
      }
      await flush();
      return new SortedRun(level, file, rooms);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  readRoom(room: number): AsyncIterator<Entry> | undefined {
    const range = this.#rooms.get(room);
    return range && this.#read(range.start, range.end);
  }

  readAll(): AsyncIterator<Entry> {
    return this.#read(0, Math.max(0, ...[...this.#rooms.values()].map(({ end }) => end)));
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async *#read(start: number, end: number): AsyncGenerator<Entry> {
    let rest: Buffer[] = [];
    for (let offset = start; offset < end; ) {
      const size = Math.min(READ_BYTES, end - offset);
      const { bytesRead, buffer } = await this.#file.read(Buffer.allocUnsafe(size), 0, size, offset);
      if (bytesRead === 0)
        throw new Error('A temporary file of the import is shorter than what was written to it.');
      offset += bytesRead;
      const chunk = buffer.subarray(0, bytesRead);
      let from = 0;
      for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, from)) {
        rest.push(chunk.subarray(from, at));
        yield parseEntry((rest.length === 1 ? rest[0]! : Buffer.concat(rest)).toString());
        rest = [];
        from = at + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    }
  }
}

function parseEntry(text: string): Entry {
  const afterRoom = text.indexOf('\t');
  const afterPosition = text.indexOf('\t', afterRoom + 1);
  const afterKey = text.indexOf('\t', afterPosition + 1);
  return {
    room: Number(text.slice(0, afterRoom)),
    position: Number(text.slice(afterRoom + 1, afterPosition)),
    key: text.slice(afterPosition + 1, afterKey),
    line: text.slice(afterKey + 1),
  };
}

async function openUnnamedFile(parent: string): Promise<FileHandle> {
  // Mode 0700: private messages are in it.
  const folder = await mkdtemp(join(parent, 'snug-import-'));
  try {
    return await open(join(folder, 'run'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
