import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Push, PushOutcome, PushSender } from '../push-sender.ts';
import type { VapidKeys } from './vapid.ts';

/** A sibling of this file, also in the built server. */
const WORKER = new URL(`./push-worker${extname(import.meta.filename)}`, import.meta.url);

/** Their texts are in memory twice. */
const MAX_PENDING = 5_000;

const BUSY: PushOutcome = { kind: 'later', retryAfterMs: 5_000, isUnsent: true };
const FAILED: PushOutcome = { kind: 'failed', problem: 'failed' };

export interface PushThreadData {
  keys: VapidKeys;
  /** The public address of the server. */
  origin: string;
  /** Addresses and ranges that are not public. */
  allowed: readonly string[];
}

export interface PostedPush {
  id: number;
  push: Push;
}

/** The pushes of one turn of the event loop: a message for each took a tenth of the time of both threads. */
export interface ToPushThread {
  pushes: readonly PostedPush[];
  /** When it was sent: a thread of low priority may read it late. */
  at: number;
}

export type FromPushThread = readonly { id: number; outcome: PushOutcome }[];

/** In ms, steady, and the same in all threads. */
export function getThreadTime(): number {
  return performance.timeOrigin + performance.now();
}

export interface PushThreadOptions extends PushThreadData {
  onFailure: (error: unknown) => void;
}

/**
 * Encrypts and sends pushes in a thread of low priority, because those of a large room would delay messages. The first push starts it,
 * also after its death.
 */
export class PushThread implements PushSender {
  readonly #options: PushThreadOptions;
  readonly #pending = new Map<number, { worker: Worker; resolve: (outcome: PushOutcome) => void }>();
  #worker: Worker | undefined;
  /** For `#worker`. */
  #outgoing: PostedPush[] = [];
  #lastId = 0;
  #isClosed = false;

  constructor(options: PushThreadOptions) {
    this.#options = options;
  }

  send(push: Push): Promise<PushOutcome> {
    if (this.#isClosed) return Promise.resolve(FAILED);
    if (this.#pending.size >= MAX_PENDING) return Promise.resolve(BUSY);
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<PushOutcome>();
    this.#pending.set(id, { worker, resolve });
    if (this.#outgoing.length === 0) setImmediate(() => this.#post());
    this.#outgoing.push({ id, push });
    return promise;
  }

  #post(): void {
    const message: ToPushThread = { pushes: this.#outgoing.splice(0), at: getThreadTime() };
    if (message.pushes.length > 0) this.#worker?.postMessage(message);
  }

  /** A push that has begun may still arrive. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { keys, origin, allowed, onFailure } = this.#options;
    const workerData: PushThreadData = { keys, origin, allowed };
    const worker = new Worker(WORKER, { workerData });
    // It must not keep a server alive that stops.
    worker.unref();
    worker.on('message', (outcomes: FromPushThread) => {
      for (const { id, outcome } of outcomes) {
        this.#pending.get(id)?.resolve(outcome);
        this.#pending.delete(id);
      }
    });
    worker.on('error', onFailure);
    worker.on('exit', () => this.#fail(worker));
    return worker;
  }

  #fail(ended: Worker): void {
    if (ended === this.#worker) {
      this.#worker = undefined;
      this.#outgoing = [];
    }
    for (const [id, { worker, resolve }] of this.#pending) {
      if (worker !== ended) continue;
      this.#pending.delete(id);
      resolve(FAILED);
    }
  }
}
