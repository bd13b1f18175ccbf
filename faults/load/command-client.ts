import type { Socket } from '@snug/client';
import { CommandError, type ErrorBody, type ServerFrame } from '@snug/protocol';
import { type Address, openSocket } from '@snug/testkit/client-socket.ts';

const ANSWER_WITHIN_MS = 8_000;

/** A way to give commands. */
export interface Line {
  /** Rejects with a `CommandError`; as `unavailable` where no answer came, and it may have been done or not. */
  ask(command: string, input: object): Promise<unknown>;
  close(): void;
}

/** One HTTP request a command. */
export function httpLine({ url, cookie }: Address): Line {
  return {
    async ask(command, input) {
      const { status, body } = await post(`${url}/api/${command}`, cookie, input);
      if (status === 200) return body;
      const { code, message } = (body as { error: ErrorBody }).error;
      throw new CommandError(code, message);
    },
    close() {},
  };
}

async function post(url: string, cookie: string, input: object): Promise<{ status: number; body: unknown }> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return { status: answer.status, body: await answer.json() };
  } catch (error) {
    throw new CommandError('unavailable', String(error));
  }
}

/** All commands over one WebSocket, and over the next one where that ends. */
export class SocketLine implements Line {
  readonly #address: Address;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #socket: Socket | undefined;
  /** Resolves when the server has greeted, rejects when the socket is gone. */
  #ready: PromiseWithResolvers<void> | undefined;
  #lastId = 0;

  constructor(address: Address) {
    this.#address = address;
  }

  async ask(command: string, input: object): Promise<unknown> {
    const id = ++this.#lastId;
    const answer = Promise.withResolvers<unknown>();
    // Perhaps given up before anyone waits for it.
    answer.promise.catch(() => {});
    const timer = setTimeout(() => this.close(), ANSWER_WITHIN_MS);
    this.#waiting.set(id, answer);
    try {
      await (this.#ready ??= this.#open()).promise;
      this.#socket?.send(JSON.stringify({ id, command, input }));
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  close(): void {
    const socket = this.#socket;
    this.#lost();
    socket?.close();
  }

  #open(): PromiseWithResolvers<void> {
    const ready = Promise.withResolvers<void>();
    ready.promise.catch(() => {});
    const socket: Socket = openSocket(this.#address, {
      onText: text => this.#socket === socket && this.#receive(text),
      onClose: () => this.#socket === socket && this.#lost(),
    });
    this.#socket = socket;
    return ready;
  }

  #receive(text: string): void {
    const frame = JSON.parse(text) as ServerFrame;
    if ('events' in frame) return this.#ready?.resolve();
    if ('error' in frame) {
      this.#waiting.get(frame.id)?.reject(new CommandError(frame.error.code, frame.error.message));
    } else this.#waiting.get(frame.id)?.resolve(frame.ok);
  }

  #lost(): void {
    const gone = new CommandError('unavailable', 'the socket is gone');
    this.#ready?.reject(gone);
    this.#ready = undefined;
    this.#socket = undefined;
    for (const { reject } of this.#waiting.values()) reject(gone);
  }
}
