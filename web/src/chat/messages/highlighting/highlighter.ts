import type { CodeToken, HighlightRequest } from './code-token.ts';

/** Longer code stays plain. */
const MAX_CODE_LENGTH = 10_000;
/** Regular expressions of a language can take very long for hostile code. */
const MAX_MS = 2_000;
/** After so much code that took too long, all code stays plain until the page reloads. */
const MAX_TIMEOUTS = 3;
const MAX_CACHED = 100;

export interface HighlighterOptions {
  createWorker: () => Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;
  setTimer: (run: () => void, ms: number) => () => void;
}

/** Highlights one code at a time. */
export class Highlighter {
  readonly #options: HighlighterOptions;
  readonly #cache = new Map<string, Promise<CodeToken[] | undefined>>();
  #worker: ReturnType<HighlighterOptions['createWorker']> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #timeouts = 0;

  constructor(options: HighlighterOptions) {
    this.#options = options;
  }

  /** Undefined if the code stays plain: its language is unknown, or it is too long or takes too long. */
  highlight(request: HighlightRequest): Promise<CodeToken[] | undefined> {
    if (request.code.length > MAX_CODE_LENGTH) return Promise.resolve(undefined);
    const key = `${request.language}\n${request.code}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const result = this.#last.then(() => this.#run(request));
    this.#last = result;
    this.#cache.set(key, result);
    for (const oldest of this.#cache.keys()) if (this.#cache.size > MAX_CACHED) this.#cache.delete(oldest);
    return result;
  }

  async #run(request: HighlightRequest): Promise<CodeToken[] | undefined> {
    if (this.#timeouts >= MAX_TIMEOUTS) return undefined;
    const tokens = await this.#ask(request);
    // The page must show the code as it was written.
    return tokens?.map(({ text }) => text).join('') === request.code ? tokens : undefined;
  }

  #ask(request: HighlightRequest): Promise<CodeToken[] | undefined> {
    this.#worker ??= this.#options.createWorker();
    const worker = this.#worker;
    const ended = new AbortController();
    return new Promise<CodeToken[] | undefined>(resolve => {
      const cancel = this.#options.setTimer(() => resolve(this.#stop()), MAX_MS);
      ended.signal.addEventListener('abort', cancel);
      worker.addEventListener('message', ({ data }) => resolve(data), ended);
      worker.addEventListener('error', () => resolve(this.#stop()), ended);
      worker.postMessage(request);
    }).finally(() => ended.abort());
  }

  #stop(): undefined {
    this.#timeouts++;
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
