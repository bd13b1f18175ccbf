import type { WebSocket } from 'ws';
import { Places } from '../limits/concurrency-limit.ts';
import { type Limits, slowDown } from '../limits/rate-limits.ts';

/** For one who has too many sockets: one of them may have ended by then. */
const RETRY_AFTER_S = 30;

/** The most sockets at once, and of whom. */
export interface SocketCounts {
  perPerson: number;
  perAddress: number;
}

/** How many sockets people and network addresses open and have. All throw `slow_down`. */
export class SocketLimits {
  readonly #limits: Limits;
  readonly #people: Places;
  readonly #addresses: Places;

  constructor(limits: Limits, { perPerson, perAddress }: SocketCounts) {
    this.#limits = limits;
    this.#people = new Places(perPerson);
    this.#addresses = new Places(perAddress);
  }

  /** Before the handshake, which is most of what a socket costs. */
  assertMayOpen(address: string): void {
    this.#limits.take('address_sockets', address);
  }

  /** Counts a socket until it is closed. */
  enterFrom(address: string, socket: WebSocket): void {
    enter(this.#addresses, address, socket);
  }

  /** Counts the socket of somebody who is known by now. */
  enterAs(uid: string, socket: WebSocket): void {
    this.#limits.take('sockets', uid);
    enter(this.#people, uid, socket);
  }
}

function enter(places: Places, key: string, socket: WebSocket): void {
  if (!places.enter(key)) throw slowDown(RETRY_AFTER_S);
  socket.on('close', () => places.leave(key));
}
