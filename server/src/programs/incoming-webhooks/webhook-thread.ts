import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CommandError } from '@snug/protocol';
import { type Response, SentRequests } from '../../base/thread-requests.ts';
import type { WebhookHeaders } from './webhook-body.ts';

/** A sibling of this file, also in the built server. */
const WORKER = new URL(`./webhook-worker${extname(import.meta.filename)}`, import.meta.url);

/** Enough for 32 of the largest bodies. They are in memory twice. */
const MAX_PENDING_BYTES = 8 * 1024 * 1024;

export interface ToWebhookThread {
  id: number;
  headers: WebhookHeaders;
  bytes: Uint8Array;
}

export type FromWebhookThread = Response<string>;

/**
 * Reads large bodies of webhooks in a thread of low priority, because the worst ones take 20 ms each. The first body starts it,
 * also after its death.
 */
export class WebhookThread {
  readonly #onFailure: (error: unknown) => void;
  #running: { worker: Worker; requests: SentRequests<string> } | undefined;
  #pendingBytes = 0;

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** As `readWebhookText`. Throws `unavailable` if too many bodies wait, or if the thread ends. */
  async readText(headers: WebhookHeaders, bytes: Uint8Array): Promise<string> {
    if (this.#pendingBytes + bytes.length > MAX_PENDING_BYTES) throw new CommandError('unavailable');
    const { worker, requests } = (this.#running ??= this.#start());
    this.#pendingBytes += bytes.length;
    try {
      return await requests.send(id => worker.postMessage({ id, headers, bytes } satisfies ToWebhookThread));
    } finally {
      this.#pendingBytes -= bytes.length;
    }
  }

  async close(): Promise<void> {
    await this.#running?.worker.terminate();
  }

  #start() {
    const running = { worker: new Worker(WORKER), requests: new SentRequests<string>() };
    const { worker, requests } = running;
    // It must not keep a server alive that stops.
    worker.unref();
    worker.on('message', (response: FromWebhookThread) => requests.receive(response));
    worker.on('error', this.#onFailure);
    worker.on('exit', () => {
      if (this.#running === running) this.#running = undefined;
      requests.refuseAll();
    });
    return running;
  }
}
