import { CommandError, type CommandName, MAX_RESULT_BYTES } from '@snug/protocol';
import type { RateLimits } from '../limits/rate-limits.ts';
import { isResultCharged } from './command-limits.ts';

export interface ResultEncoderOptions {
  limits: Pick<RateLimits, 'charge'>;
  onFailure: (error: unknown) => void;
}

export class ResultEncoder {
  readonly #options: ResultEncoderOptions;

  constructor(options: ResultEncoderOptions) {
    this.#options = options;
  }

  /** Throws `internal` for a result with several rows and more than `MAX_RESULT_BYTES`. */
  encode(uid: string, command: string, value: unknown): string {
    const json = JSON.stringify(value ?? null);
    const bytes = Buffer.byteLength(json);
    if (bytes > MAX_RESULT_BYTES && countRows(value) > 1) {
      this.#options.onFailure(new Error(`the result of ${command} has ${bytes} bytes`));
      throw new CommandError('internal');
    }
    if (isResultCharged(command as CommandName)) this.charge(uid, bytes);
    return json;
  }

  /** Charges a person for bytes that are sent in addition to a result. */
  charge(uid: string, bytes: number): void {
    this.#options.limits.charge('answer_bytes', uid, bytes);
  }
}

function countRows(value: unknown): number {
  const lists = Object.values(value ?? {}).filter(Array.isArray) as unknown[][];
  return lists.flat().filter(row => typeof row === 'object').length;
}
