import type { Socket } from 'node:net';
import type { Flow } from './flow.ts';

/** With more bytes in flight, the writer has to wait. */
const MAX_BUFFERED_BYTES = 64 * 1024;

interface QueuedChunk {
  bytes: Buffer;
  /** By `performance.now()`. */
  dueAt: number;
}

export interface PipeOptions {
  from: Socket;
  to: Socket;
  flow: Flow;
  /** 0 (included) to 1 (excluded). */
  random: () => number;
  onReset: () => void;
}

export class Pipe {
  droppedBytes = 0;
  readonly #options: PipeOptions;
  #queue: QueuedChunk[] = [];
  #bufferedBytes = 0;
  #passedBytes = 0;
  #lastAt = 0;
  #hasEnded = false;
  #isSilent = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PipeOptions) {
    this.#options = options;
    const { from } = options;
    from.on('data', bytes => this.#enqueue(bytes));
    from.on('end', () => {
      this.#hasEnded = true;
      this.pump();
    });
  }

  /** Nothing passes any more, even if the flow changes. */
  silence(): void {
    this.#isSilent = true;
    this.clear();
  }

  get isStalled(): boolean {
    return this.#isSilent || this.#options.flow.isStalled;
  }

  /** A byte limit counts from now on. */
  resetByteCount(): void {
    this.#passedBytes = 0;
  }

  pump(): void {
    clearTimeout(this.#timer);
    const { from, to } = this.#options;
    if (this.isStalled || to.destroyed) return;
    const now = performance.now();
    while (this.#queue[0] && this.#queue[0].dueAt <= now) this.#deliver(this.#queue.shift());
    if (this.#bufferedBytes < MAX_BUFFERED_BYTES) from.resume();
    const [next] = this.#queue;
    if (next) this.#timer = setTimeout(() => this.pump(), Math.max(1, next.dueAt - now));
    else if (this.#hasEnded) to.end();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#queue = [];
    this.#bufferedBytes = 0;
  }

  #enqueue(bytes: Buffer): void {
    const { from, flow, random } = this.#options;
    if (this.#isSilent || flow.isDropped) {
      this.droppedBytes += bytes.length;
      return;
    }
    const held = flow.delayMs + (2 * random() - 1) * flow.jitterMs;
    const begin = Math.max(performance.now() + Math.max(0, held), this.#lastAt);
    this.#lastAt = begin + (bytes.length / flow.bytesPerSecond) * 1000;
    this.#queue.push({ bytes, dueAt: this.#lastAt });
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes >= MAX_BUFFERED_BYTES) from.pause();
    this.pump();
  }

  #deliver(piece: QueuedChunk | undefined): void {
    if (!piece) return;
    const { to, flow, onReset } = this.#options;
    if (flow.resetBefore && piece.bytes.includes(flow.resetBefore)) return onReset();
    const left = flow.resetAfterBytes - this.#passedBytes;
    this.#bufferedBytes -= piece.bytes.length;
    this.#passedBytes += piece.bytes.length;
    to.write(piece.bytes.subarray(0, left));
    if (piece.bytes.length > left) onReset();
  }
}
