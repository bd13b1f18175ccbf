import { jsonBytes } from './json-bytes.ts';

const ROW_MARGIN_BYTES = 1;

/** The rows of a result, in order, up to a number of bytes. The first row always fits. */
export class BoundedRows<Row> {
  readonly rows: Row[] = [];
  #bytesLeft: number;

  constructor(bytes: number) {
    this.#bytesLeft = bytes;
  }

  /** Returns false if the row does not fit. `extra`: bytes that are added to the row later. */
  add(row: Row, extra = 0): boolean {
    this.#bytesLeft -= jsonBytes(row) + extra + ROW_MARGIN_BYTES;
    if (this.#bytesLeft < 0 && this.rows.length > 0) return false;
    this.rows.push(row);
    return true;
  }
}
