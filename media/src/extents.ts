import type { ByteReader } from './byte-reader.ts';
import type { Section } from './parts.ts';

/** Sections of a file that together hold one piece of data, as if they were a file. */
export class Extents implements ByteReader {
  readonly size: number;
  readonly #file: ByteReader;
  readonly #sections: readonly Section[];

  constructor(file: ByteReader, sections: readonly Section[]) {
    this.#file = file;
    this.#sections = sections;
    this.size = sections.reduce((sum, { start, end }) => sum + end - start, 0);
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    const sections = this.locate({ start: at, end: at + length });
    const bytes = new Uint8Array(sections.reduce((sum, { start, end }) => sum + end - start, 0));
    let filled = 0;
    for (const { start, end } of sections) {
      bytes.set(await this.#file.read(start, end - start), filled);
      filled += end - start;
    }
    return bytes;
  }

  /** Where a range of the data is in the file. */
  locate(range: Section): Section[] {
    const found: Section[] = [];
    let at = 0;
    for (const { start, end } of this.#sections) {
      const from = start + Math.max(0, range.start - at);
      const to = Math.min(end, start + range.end - at);
      if (from < to) found.push({ start: from, end: to });
      at += end - start;
    }
    return found;
  }
}
