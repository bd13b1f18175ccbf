import type { Seat } from '../seat.ts';

/** A socket before the load begins. It reads frames one by one, as text. */
export interface DialectConnection {
  sendText(text: string): void;
  /** Skips frames until one contains `part`. */
  waitForText(part: string): Promise<string>;
}

/** The protocol of one kind of server. */
export interface Dialect {
  request(seat: Seat, port: number): { path: string; headers?: Record<string, string> };
  /** Resolves when the seat may send, and is subscribed to its room if it should be. */
  join(connection: DialectConnection, seat: Seat): Promise<void>;
  /** The frame that sends a text. `id`: of its result. */
  message(seat: Seat, id: number, text: string): string;
  /** A text begins after the first `mark` that follows `delivery`. */
  delivery: string;
  mark: string;
  /** A result begins with `before` and the id; `taken` marks a success. */
  result?: { before: string; taken: string };
  /** A frame that requires a reply, in addition to WebSocket pings. */
  heartbeat?: { request: string; reply: string };
}
