import type { Seat } from '../plan.ts';

/** A socket before the load begins: frames are read one by one, as text. */
export interface DialectConnection {
  sendText(text: string): void;
  /** The next frame that has `part` in it; others are passed over. */
  waitForText(part: string): Promise<string>;
}

/** How to speak with one kind of server. */
export interface Dialect {
  /** The request for a WebSocket. */
  request(seat: Seat, port: number): { path: string; headers?: Record<string, string> };
  /** Resolves when the seat may send, and hears its room if it listens. */
  join(connection: DialectConnection, seat: Seat): Promise<void>;
  /** The frame that sends a text, whose answer will have this id. */
  message(seat: Seat, id: number, text: string): string;
  /** Where a text is in a frame that brings one: after `mark`, which is the first one after `delivery`. */
  delivery: string;
  mark: string;
  /** How the frame that answers a message begins: `before`, the id, and where it was taken, `taken`. */
  result?: { before: string; taken: string };
  /** A frame that wants another one in return, beside the pings of the protocol below. */
  heartbeat?: { heard: string; reply: string };
}
