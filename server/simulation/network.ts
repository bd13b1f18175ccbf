import type { SocketHandlers } from '@snug/client';
import type { Person } from '@snug/protocol';
import type { Random } from '@snug/testkit/random.ts';
import type { Connection } from '../src/realtime/connection.ts';
import type { Frame } from '../src/realtime/frame.ts';
import type { Transport } from '../src/realtime/transport.ts';
import type { AccessHistory } from './access-history.ts';
import type { SimulatedClock } from './clock.ts';
import { DisclosureCheck } from './disclosure-check.ts';
import { GapDetector } from './gap-detector.ts';
import { GuestCheck } from './guest-check.ts';
import type { GuestHistory } from './guest-history.ts';

type Packet = { text: string } | { close: number } | 'ping' | 'pong';

const ABNORMAL_CLOSURE = 1006;
/** The first byte of a ping (RFC 6455, 5.5.2). */
const PING = 0x89;

export interface LinkOptions {
  person: Person;
  handlers: SocketHandlers;
  onError: (error: unknown) => void;
  accessHistory: AccessHistory;
  guestHistory: GuestHistory;
  clock: Pick<SimulatedClock, 'now'>;
  /** `receive`: changes the frames that clients receive. */
  faults: { receive?: (frame: string) => string };
}

/** One socket between a client and the server, which delivers the packets of each direction one by one. */
export class Link {
  readonly #up: Packet[] = [];
  readonly #down: Packet[] = [];
  readonly person: Person;
  readonly #handlers: SocketHandlers;
  readonly #onText: SocketHandlers['onText'];
  readonly #onError: (error: unknown) => void;
  readonly #accessHistory: AccessHistory;
  readonly #disclosureCheck: DisclosureCheck;
  readonly gapDetector: GapDetector;
  readonly #guestCheck: GuestCheck | undefined;
  #connection: Connection | undefined;
  #hasClient = true;
  /** A server accepts each socket once, whatever ends it. */
  #wasAccepted = false;
  #isCut = false;

  constructor({ person, handlers, onError, accessHistory, guestHistory, clock, faults }: LinkOptions) {
    this.#accessHistory = accessHistory;
    this.#disclosureCheck = new DisclosureCheck(person.uid, accessHistory);
    this.person = person;
    this.gapDetector = new GapDetector(person.uid);
    if (person.guest) this.#guestCheck = new GuestCheck(person.uid, guestHistory, clock.now);
    this.#handlers = handlers;
    const { receive = text => text } = faults;
    this.#onText = text => handlers.onText(receive(text));
    this.#onError = onError;
  }

  get isWaiting(): boolean {
    return this.#hasClient && !this.#wasAccepted && !this.#isCut;
  }

  get isClosed(): boolean {
    return !this.#hasClient && !this.#connection;
  }

  get hasUp(): boolean {
    return this.#up.length > 0 && this.#connection !== undefined;
  }

  get hasDown(): boolean {
    return this.#down.length > 0 && this.#hasClient;
  }

  readonly transport: Transport = {
    write: ({ frames }) => {
      for (const { text } of frames) this.#verify(() => this.#verifyServerFrame(text));
      if (!this.#isCut) this.#down.push(...frames.flatMap(toPackets));
    },
    unreadBytes: () => 0,
    pause: () => {},
    resume: () => {},
    address: '',
    close: code => {
      this.#down.push({ close: code });
      this.#connection = undefined;
    },
    terminate: () => {
      this.#connection = undefined;
      this.#down.push({ close: ABNORMAL_CLOSURE });
    },
  };

  setConnection(connection: Connection): void {
    this.#connection = connection;
    this.#wasAccepted = true;
  }

  sendUp(text: string): void {
    if (!this.#isCut) this.#up.push({ text });
  }

  closeByClient(): void {
    this.#hasClient = false;
    if (!this.#isCut) this.#up.push({ close: 1000 });
  }

  deliverUp(remove: (connection: Connection) => void): void {
    const packet = this.#up.shift();
    const connection = this.#connection;
    if (!packet || !connection) return;
    if (packet === 'pong') connection.onPong();
    else if (packet === 'ping') return;
    else if ('text' in packet) this.#receive(connection, packet.text);
    else {
      this.#connection = undefined;
      remove(connection);
    }
  }

  #receive(connection: Connection, text: string): void {
    this.#verify(() => {
      this.gapDetector.onClientFrame(text);
      this.#disclosureCheck.onClientFrame(text);
      this.#guestCheck?.onClientFrame(text);
    });
    connection.receive(text);
  }

  #verifyServerFrame(text: string): void {
    this.#guestCheck?.onServerFrame(text);
    this.gapDetector.onServerFrame(text);
    this.#accessHistory.verify(this.person.uid, text);
    this.#disclosureCheck.onServerFrame(text);
  }

  #verify(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#onError(error);
    }
  }

  deliverDown(): void {
    const packet = this.#down.shift();
    if (!packet || !this.#hasClient) return;
    if (packet === 'ping') this.#up.push('pong');
    else if (packet === 'pong') return;
    else if ('text' in packet) this.#onText(packet.text);
    else this.#endClient(packet.close);
  }

  /** Breaks the connection: some of the packets still arrive. Both ends notice in time, unless it is silent. */
  cut(random: Random, isSilent: boolean): void {
    this.#isCut = true;
    this.#up.length = random.below(this.#up.length + 1);
    this.#down.length = random.below(this.#down.length + 1);
    if (isSilent) return;
    this.#up.push({ close: ABNORMAL_CLOSURE });
    this.#down.push({ close: ABNORMAL_CLOSURE });
  }

  onServerCrash(random: Random): void {
    this.#connection = undefined;
    this.cut(random, false);
  }

  #endClient(code: number): void {
    this.#hasClient = false;
    this.#handlers.onClose(code, '');
  }
}

function toPackets({ text, bytes }: Frame): Packet[] {
  return bytes[0] === PING ? ['ping', { text }] : [{ text }];
}
