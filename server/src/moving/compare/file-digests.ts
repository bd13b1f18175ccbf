import { createHash } from 'node:crypto';
import type { FileLine } from '../../export/format/lines.ts';

const ID_BYTES = 16;
const DIGEST_BYTES = 8;
const RECORD_BYTES = ID_BYTES + DIGEST_BYTES;
const FIRST_RECORDS = 1_024;

/** What each file is beside its bytes, in 24 bytes a file. */
export class FileDigests {
  #records = Buffer.alloc(FIRST_RECORDS * RECORD_BYTES);
  #count = 0;
  #isSorted = true;

  add(line: FileLine): void {
    if (this.#count * RECORD_BYTES === this.#records.length)
      this.#records = Buffer.concat([this.#records, Buffer.alloc(this.#records.length)]);
    const at = this.#count * RECORD_BYTES;
    toKey(line.id).copy(this.#records, at);
    digest(line).copy(this.#records, at + ID_BYTES);
    // A writer lists the files in the order of their ids, and then the pictures.
    if (this.#count > 0 && this.#compare(this.#count - 1, this.#count) > 0) this.#isSorted = false;
    this.#count++;
  }

  /** As text; undefined for an unknown file. */
  find(id: string): string | undefined {
    if (!this.#isSorted) this.#sort();
    const key = toKey(id);
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = middle * RECORD_BYTES;
      const order = this.#records.compare(key, 0, ID_BYTES, at, at + ID_BYTES);
      if (order === 0) return this.#records.toString('base64url', at + ID_BYTES, at + RECORD_BYTES);
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  #compare(a: number, b: number): number {
    const [left, right] = [a * RECORD_BYTES, b * RECORD_BYTES];
    return this.#records.compare(this.#records, right, right + ID_BYTES, left, left + ID_BYTES);
  }

  #sort(): void {
    const order = Uint32Array.from({ length: this.#count }, (_, index) => index);
    order.sort((a, b) => this.#compare(a, b));
    const sorted = Buffer.alloc(this.#count * RECORD_BYTES);
    for (const [index, from] of order.entries())
      this.#records.copy(sorted, index * RECORD_BYTES, from * RECORD_BYTES, (from + 1) * RECORD_BYTES);
    this.#records = sorted;
    this.#isSorted = true;
  }
}

function toKey(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function digest({ name, contentType, width, height, duration, peaks }: FileLine): Buffer {
  const text = JSON.stringify({ name, contentType, width, height, duration, peaks });
  return createHash('sha256').update(text).digest().subarray(0, DIGEST_BYTES);
}
