import type { WebSocket } from 'ws';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { createRateLimitedError, type RateLimits } from '../limits/rate-limits.ts';

/** For one who has too many sockets: one of them may have ended by then. */
const RETRY_AFTER_S = 30;

/** The most sockets at once, and of whom. */
export interface MaxSockets {
  perPerson: number;
  perAddress: number;
}

/** How many sockets people and network addresses open and have. All throw `rate_limited`. */
export class SocketLimits {
  readonly #limits: RateLimits;
  readonly #people: ConcurrencyLimit;
  readonly #addresses: ConcurrencyLimit;

  constructor(limits: RateLimits, { perPerson, perAddress }: MaxSockets) {
    this.#limits = limits;
    this.#people = new ConcurrencyLimit(perPerson);
    this.#addresses = new ConcurrencyLimit(perAddress);
  }

  /** Before the handshake, which is most of what a socket costs. */
  assertMayOpen(address: string): void {
    this.#limits.take('address_sockets', address);
  }

  /** Counts a socket until it is closed. */
  countAddress(address: string, socket: WebSocket): void {
    acquire(this.#addresses, address, socket);
  }

  /** Counts the socket of somebody who is known by now. */
  countPerson(uid: string, socket: WebSocket): void {
    this.#limits.take('sockets', uid);
    acquire(this.#people, uid, socket);
  }
}

function acquire(limit: ConcurrencyLimit, key: string, socket: WebSocket): void {
  if (!limit.acquire(key)) throw createRateLimitedError(RETRY_AFTER_S);
  socket.on('close', () => limit.release(key));
}
