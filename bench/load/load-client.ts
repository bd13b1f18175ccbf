import type { Dialect, Line } from './dialects/dialect.ts';
import type { Tally } from './load-counters.ts';
import { LoadSocket } from './load-socket.ts';
import type { Seat } from './plan.ts';
import { indexAt, textOf } from './text.ts';
import { isAt, TextFinder } from './text-finder.ts';

export interface MemberOptions {
  seat: Seat;
  port: number;
  from?: string;
  dialect: Dialect;
  tally: Tally;
  mostMessages: number;
  onAnswer: (member: Member) => void;
}

/** Somebody in a room: sends when told to, and counts what comes. */
export class Member implements Line {
  readonly seat: Seat;
  readonly #options: MemberOptions;
  /** A bit a message: whether it came already. */
  readonly #known: Uint8Array;
  readonly #finder: TextFinder;
  readonly #answer: Buffer | undefined;
  #socket: LoadSocket | undefined;
  #isCounting = false;
  #heard: string[] = [];
  #listener: { part: string; resolve: (text: string) => void; reject: (error: Error) => void } | undefined;

  static async enter(options: MemberOptions): Promise<Member> {
    const member = new Member(options);
    const { seat, dialect, port, from } = options;
    member.#socket = await LoadSocket.open({
      port,
      ...(from !== undefined && { from }),
      headers: {},
      ...dialect.request(seat, port),
      onText: payload => member.#receive(payload),
      onClose: () => member.#closed(),
    });
    await dialect.enter(member, seat);
    member.#isCounting = true;
    return member;
  }

  private constructor(options: MemberOptions) {
    const { dialect, mostMessages } = options;
    this.#options = options;
    this.seat = options.seat;
    this.#known = new Uint8Array(options.seat.listens ? Math.ceil(mostMessages / 8) : 0);
    this.#finder = new TextFinder(dialect);
    this.#answer = dialect.answer && Buffer.from(dialect.answer.before);
  }

  send(index: number): void {
    this.say(this.#options.dialect.message(this.seat, index + 1, textOf(index)));
  }

  say(text: string): void {
    this.#socket?.send(text);
  }

  hear(part: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#listener = { part, resolve, reject };
    this.#tell();
    return promise;
  }

  leave(): void {
    this.#isCounting = false;
    this.#socket?.close();
  }

  #closed(): void {
    this.#listener?.reject(new Error(`closed after: ${this.#heard.join('\n')}`));
    if (this.#isCounting) this.#options.tally.closed++;
  }

  #receive(payload: Buffer): void {
    const { beat } = this.#options.dialect;
    if (beat && payload.length === beat.heard.length && payload.toString() === beat.heard)
      return this.say(beat.reply);
    if (this.#isCounting) return this.#count(payload);
    this.#heard.push(payload.toString());
    this.#tell();
  }

  #tell(): void {
    const listener = this.#listener;
    if (!listener) return;
    const at = this.#heard.findIndex(text => text.includes(listener.part));
    if (at === -1) return;
    const [text = ''] = this.#heard.splice(0, at + 1).slice(-1);
    this.#listener = undefined;
    listener.resolve(text);
  }

  #count(payload: Buffer): void {
    if (this.#answer && isAt(payload, 0, this.#answer)) return this.#countAnswer(payload);
    const now = performance.now();
    const finder = this.#finder;
    for (let at = finder.first(payload); at !== -1; at = finder.next(payload, at))
      this.#countDelivery(indexAt(payload, at), now);
  }

  #countDelivery(index: number, now: number): void {
    const bit = 1 << (index & 7);
    const known = this.#known[index >> 3] ?? 0;
    if (known & bit) return this.#options.tally.repeated();
    this.#known[index >> 3] = known | bit;
    this.#options.tally.delivered(index, now);
  }

  #countAnswer(payload: Buffer): void {
    const { before, taken } = this.#options.dialect.answer ?? { before: '', taken: '' };
    const id = Number.parseInt(payload.toString('latin1', before.length, before.length + 10), 10);
    const at = before.length + String(id).length;
    const isTaken = payload.toString('latin1', at, at + taken.length) === taken;
    this.#options.tally.answered(id - 1, isTaken, performance.now());
    this.#options.onAnswer(this);
  }
}
