import { once } from 'node:events';

interface BidiMessage {
  id?: number;
  type: 'success' | 'error' | 'event';
  result?: unknown;
  error?: string;
  message?: string;
  method?: string;
  params?: unknown;
}

export class Bidi {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #listeners = new Map<string, (params: never) => void>();
  #lastId = 0;

  static async connect(url: string): Promise<Bidi> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    return new Bidi(socket);
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data)) as BidiMessage));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('Firefox closed the connection'));
    });
  }

  send<T>(method: string, params: object): Promise<T> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<unknown>();
    this.#pending.set(id, waiting);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return waiting.promise as Promise<T>;
  }

  on<T>(method: string, listener: (params: T) => void): void {
    this.#listeners.set(method, listener);
  }

  close(): void {
    this.#socket.close();
  }

  #receive({ id, type, result, error, message, method, params }: BidiMessage): void {
    if (type === 'event') return this.#listeners.get(method ?? '')?.(params as never);
    const waiting = this.#pending.get(id ?? 0);
    this.#pending.delete(id ?? 0);
    if (type === 'success') waiting?.resolve(result);
    else waiting?.reject(new Error(`${error}: ${message}`));
  }
}
