import type { WebSocket } from 'ws';
import type { MaxSockets } from '../config/config.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { createRateLimitedError, type RateLimits } from '../limits/rate-limits.ts';

/** For a client with too many sockets, one of which may close in this time. */
const RETRY_AFTER_S = 30;

/** Limits how often people and network addresses open sockets, and how many they have. Methods throw `rate_limited`. */
export class SocketLimits {
  readonly #limits: RateLimits;
  readonly #people: ConcurrencyLimit;
  readonly #addresses: ConcurrencyLimit;

  constructor(limits: RateLimits, { perPerson, perAddress }: MaxSockets) {
    this.#limits = limits;
    this.#people = new ConcurrencyLimit(perPerson);
    this.#addresses = new ConcurrencyLimit(perAddress);
  }

  /** Called before the handshake, which is most of a socket's cost. */
  assertMayOpen(address: string): void {
    this.#limits.take('address_sockets', address);
  }

  /** Counts the socket until it closes. */
  countAddress(address: string, socket: WebSocket): void {
    acquire(this.#addresses, address, socket);
  }

  countPerson(uid: string, socket: WebSocket): void {
    this.#limits.take('sockets', uid);
    acquire(this.#people, uid, socket);
  }
}

function acquire(limit: ConcurrencyLimit, key: string, socket: WebSocket): void {
  if (!limit.acquire(key)) throw createRateLimitedError(RETRY_AFTER_S);
  socket.on('close', () => limit.release(key));
}
