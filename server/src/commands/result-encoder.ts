import { CommandError, type CommandName, MAX_RESULT_BYTES } from '@snug/protocol';
import { jsonBytes } from '../limits/json-bytes.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import { isResultCharged } from './command-limits.ts';

/** The comma between two rows. */
const ROW_MARGIN_BYTES = 1;

/** Rows of one answer, in their order, until the next one does not fit. The first one always does. */
export class BoundedRows<Row> {
  readonly rows: Row[] = [];
  #bytesLeft: number;

  /** `bytes`: what the rest of the answer leaves for them. */
  constructor(bytes: number) {
    this.#bytesLeft = bytes;
  }

  /** False where the row does not fit, and was left out. `extra`: bytes that are added to it later. */
  add(row: Row, extra = 0): boolean {
    this.#bytesLeft -= jsonBytes(row) + extra + ROW_MARGIN_BYTES;
    if (this.#bytesLeft < 0 && this.rows.length > 0) return false;
    this.rows.push(row);
    return true;
  }
}

export interface ResultEncoderOptions {
  limits: Pick<RateLimits, 'charge'>;
  onFailure: (error: unknown) => void;
}

/** Turns what a command answers into JSON, sees that it keeps its bound, and charges the person who asked for its bytes. */
export class ResultEncoder {
  readonly #options: ResultEncoderOptions;

  constructor(options: ResultEncoderOptions) {
    this.#options = options;
  }

  /** Throws `internal` for an answer that has several rows and more than `MAX_ANSWER_BYTES`. */
  encode(uid: string, command: string, value: unknown): string {
    const json = JSON.stringify(value ?? null);
    const bytes = Buffer.byteLength(json);
    if (bytes > MAX_RESULT_BYTES && countRows(value) > 1) {
      this.#options.onFailure(new Error(`the answer of ${command} has ${bytes} bytes`));
      throw new CommandError('internal');
    }
    if (isResultCharged(command as CommandName)) this.charge(uid, bytes);
    return json;
  }

  /** Charges a person for bytes that come beside an answer. */
  charge(uid: string, bytes: number): void {
    this.#options.limits.charge('answer_bytes', uid, bytes);
  }
}

/** How many objects there are in the lists of an answer. */
function countRows(value: unknown): number {
  const lists = Object.values(value ?? {}).filter(Array.isArray) as unknown[][];
  return lists.flat().filter(row => typeof row === 'object').length;
}
