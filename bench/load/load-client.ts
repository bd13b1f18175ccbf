import type { Dialect, DialectConnection } from './dialects/dialect.ts';
import type { LoadCounters } from './load-counters.ts';
import { LoadSocket } from './load-socket.ts';
import type { Seat } from './seat.ts';
import { createText, readIndex } from './text.ts';
import { matchesAt, TextFinder } from './text-finder.ts';

export interface LoadClientOptions {
  seat: Seat;
  port: number;
  from?: string;
  dialect: Dialect;
  counters: LoadCounters;
  mostMessages: number;
  onResult: (member: LoadClient) => void;
}

/** A person in a room, who sends on request and counts received messages. */
export class LoadClient implements DialectConnection {
  readonly seat: Seat;
  readonly #options: LoadClientOptions;
  /** A bit for each message: whether it was received. */
  readonly #known: Uint8Array;
  readonly #finder: TextFinder;
  readonly #resultPrefix: Buffer | undefined;
  #socket: LoadSocket | undefined;
  #isCounting = false;
  #received: string[] = [];
  #waiter: { part: string; resolve: (text: string) => void; reject: (error: Error) => void } | undefined;

  static async connect(options: LoadClientOptions): Promise<LoadClient> {
    const member = new LoadClient(options);
    const { seat, dialect, port, from } = options;
    member.#socket = await LoadSocket.open({
      port,
      ...(from !== undefined && { from }),
      headers: {},
      ...dialect.request(seat, port),
      onText: payload => member.#receive(payload),
      onClose: () => member.#onClose(),
    });
    await dialect.join(member, seat);
    member.#isCounting = true;
    return member;
  }

  private constructor(options: LoadClientOptions) {
    const { dialect, mostMessages } = options;
    this.#options = options;
    this.seat = options.seat;
    this.#known = new Uint8Array(options.seat.isSubscribed ? Math.ceil(mostMessages / 8) : 0);
    this.#finder = new TextFinder(dialect);
    this.#resultPrefix = dialect.result && Buffer.from(dialect.result.before);
  }

  send(index: number): void {
    this.sendText(this.#options.dialect.message(this.seat, index + 1, createText(index)));
  }

  sendText(text: string): void {
    this.#socket?.send(text);
  }

  waitForText(part: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#waiter = { part, resolve, reject };
    this.#resolveWaiter();
    return promise;
  }

  disconnect(): void {
    this.#isCounting = false;
    this.#socket?.close();
  }

  #onClose(): void {
    this.#waiter?.reject(new Error(`closed after: ${this.#received.join('\n')}`));
    if (this.#isCounting) this.#options.counters.closed++;
  }

  #receive(payload: Buffer): void {
    const { heartbeat } = this.#options.dialect;
    if (heartbeat && payload.length === heartbeat.request.length && payload.toString() === heartbeat.request)
      return this.sendText(heartbeat.reply);
    if (this.#isCounting) return this.#count(payload);
    this.#received.push(payload.toString());
    this.#resolveWaiter();
  }

  #resolveWaiter(): void {
    const listener = this.#waiter;
    if (!listener) return;
    const at = this.#received.findIndex(text => text.includes(listener.part));
    if (at === -1) return;
    const [text = ''] = this.#received.splice(0, at + 1).slice(-1);
    this.#waiter = undefined;
    listener.resolve(text);
  }

  #count(payload: Buffer): void {
    if (this.#resultPrefix && matchesAt(payload, 0, this.#resultPrefix)) return this.#countResult(payload);
    const now = performance.now();
    const finder = this.#finder;
    for (let at = finder.first(payload); at !== -1; at = finder.next(payload, at))
      this.#countDelivery(readIndex(payload, at), now);
  }

  #countDelivery(index: number, now: number): void {
    const bit = 1 << (index & 7);
    const known = this.#known[index >> 3] ?? 0;
    if (known & bit) return this.#options.counters.onRepeatedDelivery();
    this.#known[index >> 3] = known | bit;
    this.#options.counters.onDelivery(index, now);
  }

  #countResult(payload: Buffer): void {
    const { before, taken } = this.#options.dialect.result ?? { before: '', taken: '' };
    const id = Number.parseInt(payload.toString('latin1', before.length, before.length + 10), 10);
    const at = before.length + String(id).length;
    const isTaken = payload.toString('latin1', at, at + taken.length) === taken;
    this.#options.counters.onResult(id - 1, isTaken, performance.now());
    this.#options.onResult(this);
  }
}
