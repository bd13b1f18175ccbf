import type { Socket } from '@snug/client';
import { CommandError, type ErrorBody, type ServerFrame } from '@snug/protocol';
import { openClientSocket, type ServerAddress } from '@snug/testkit/client-socket.ts';

const RESPONSE_TIMEOUT_MS = 8_000;

export interface CommandClient {
  /** Rejects with a `CommandError`. If it is `unavailable`, the command may or may not have run. */
  request(command: string, input: object): Promise<unknown>;
  close(): void;
}

/** One HTTP request for each command. */
export function createHttpClient({ url, cookie }: ServerAddress): CommandClient {
  return {
    async request(command, input) {
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
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    return { status: response.status, body: await response.json() };
  } catch (error) {
    throw new CommandError('unavailable', String(error));
  }
}

export class ReconnectingSocketClient implements CommandClient {
  readonly #address: ServerAddress;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #socket: Socket | undefined;
  /** Resolves after the server's greeting, rejects if the socket closes. */
  #ready: PromiseWithResolvers<void> | undefined;
  #lastId = 0;

  constructor(address: ServerAddress) {
    this.#address = address;
  }

  async request(command: string, input: object): Promise<unknown> {
    const id = ++this.#lastId;
    const result = Promise.withResolvers<unknown>();
    // It may be rejected before anyone waits for it.
    result.promise.catch(() => {});
    const timer = setTimeout(() => this.close(), RESPONSE_TIMEOUT_MS);
    this.#pending.set(id, result);
    try {
      await (this.#ready ??= this.#open()).promise;
      this.#socket?.send(JSON.stringify({ id, command, input }));
      return await result.promise;
    } finally {
      clearTimeout(timer);
      this.#pending.delete(id);
    }
  }

  close(): void {
    const socket = this.#socket;
    this.#disconnect();
    socket?.close();
  }

  #open(): PromiseWithResolvers<void> {
    const ready = Promise.withResolvers<void>();
    ready.promise.catch(() => {});
    const socket: Socket = openClientSocket(this.#address, {
      onText: text => this.#socket === socket && this.#receive(text),
      onClose: () => this.#socket === socket && this.#disconnect(),
    });
    this.#socket = socket;
    return ready;
  }

  #receive(text: string): void {
    const frame = JSON.parse(text) as ServerFrame;
    if ('events' in frame) return this.#ready?.resolve();
    if ('error' in frame) {
      this.#pending.get(frame.id)?.reject(new CommandError(frame.error.code, frame.error.message));
    } else this.#pending.get(frame.id)?.resolve(frame.ok);
  }

  #disconnect(): void {
    const gone = new CommandError('unavailable', 'the socket is gone');
    this.#ready?.reject(gone);
    this.#ready = undefined;
    this.#socket = undefined;
    for (const { reject } of this.#pending.values()) reject(gone);
  }
}
