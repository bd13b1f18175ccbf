import type { Socket } from 'node:net';
import type { Flow } from './flow.ts';

/** How much may be under way before whoever writes has to wait, in bytes. */
const MOST_UNDER_WAY = 64 * 1024;

interface Piece {
  bytes: Buffer;
  /** When it arrives, by `performance.now()`. */
  at: number;
}

export interface PipeOptions {
  from: Socket;
  to: Socket;
  flow: Flow;
  /** 0 (included) to 1 (excluded). */
  random: () => number;
  onCut: () => void;
}

/** One direction of a connection: what one end writes reaches the other as the flow has it. */
export class Pipe {
  /** How many bytes the flow threw away. */
  dropped = 0;
  readonly #options: PipeOptions;
  #pieces: Piece[] = [];
  #underWay = 0;
  #passed = 0;
  #lastAt = 0;
  #hasEnded = false;
  #isSilent = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PipeOptions) {
    this.#options = options;
    const { from } = options;
    from.on('data', bytes => this.#take(bytes));
    from.on('end', () => {
      this.#hasEnded = true;
      this.pump();
    });
  }

  /** Nothing passes any more, whatever becomes of the flow. */
  silence(): void {
    this.#isSilent = true;
    this.clear();
  }

  get isStalled(): boolean {
    return this.#isSilent || this.#options.flow.isStalled;
  }

  /** What passed before does not count for a cut. */
  countAgain(): void {
    this.#passed = 0;
  }

  /** Lets through what is due. */
  pump(): void {
    clearTimeout(this.#timer);
    const { from, to } = this.#options;
    if (this.isStalled || to.destroyed) return;
    const now = performance.now();
    while (this.#pieces[0] && this.#pieces[0].at <= now) this.#deliver(this.#pieces.shift());
    if (this.#underWay < MOST_UNDER_WAY) from.resume();
    const [next] = this.#pieces;
    if (next) this.#timer = setTimeout(() => this.pump(), Math.max(1, next.at - now));
    else if (this.#hasEnded) to.end();
  }

  /** What is under way is lost. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#pieces = [];
    this.#underWay = 0;
  }

  #take(bytes: Buffer): void {
    const { from, flow, random } = this.#options;
    if (this.#isSilent || flow.isDropped) {
      this.dropped += bytes.length;
      return;
    }
    const held = flow.delayMs + (2 * random() - 1) * flow.jitterMs;
    const begin = Math.max(performance.now() + Math.max(0, held), this.#lastAt);
    this.#lastAt = begin + (bytes.length / flow.bytesPerSecond) * 1000;
    this.#pieces.push({ bytes, at: this.#lastAt });
    this.#underWay += bytes.length;
    if (this.#underWay >= MOST_UNDER_WAY) from.pause();
    this.pump();
  }

  #deliver(piece: Piece | undefined): void {
    if (!piece) return;
    const { to, flow, onCut } = this.#options;
    const left = flow.cutAfter - this.#passed;
    this.#underWay -= piece.bytes.length;
    this.#passed += piece.bytes.length;
    to.write(piece.bytes.subarray(0, left));
    if (piece.bytes.length > left) onCut();
  }
}
