import type { DialectName } from './dialects/dialects.ts';

/** One socket of the load. */
export interface Seat {
  /** Who sits there, and what proves it; what a server takes for that. */
  name: string;
  key: string;
  /** Where its messages go. */
  room: string;
  /** Whether it hears what is said in the room. */
  isSubscribed: boolean;
}

/** What a load does, given to its process as one message. */
export interface LoadPlan {
  dialect: DialectName;
  port: number;
  /** The server's process, whose processor time is measured. */
  pid: number;
  seats: Seat[];
  /** Messages a second by all seats in turn, whatever becomes of them; without it, each sends when it is answered. */
  rate?: number;
  warmUpMs: number;
  measureMs: number;
}

/** Times in ms. */
export interface Times {
  count: number;
  p50: number;
  p99: number;
}

/** What a server took in the time that was measured. */
export interface ServerUse {
  /** Of the processors, in all its threads, in ms. */
  cpuMs: number;
  /** System calls that wrote something. */
  writes: number;
}

/** What came of it. Times are counted from when a message was meant to be sent, be the load late or not. */
export interface LoadReport {
  sent: number;
  /** How many of all deliveries that there should have been came not at all, or too late to be waited for. */
  lost: number;
  /** Deliveries of what the same socket was told before. */
  repeated: number;
  /** Messages that were answered with an error. */
  refused: number;
  /** Sockets that the server closed. */
  closed: number;
  /** In the time that was measured. */
  deliveries: number;
  answers: number;
  seconds: number;
  /** Undefined where processes cannot be looked at. */
  serverUse?: ServerUse;
  /** The share of a core that the load itself took, from 0 to 1. */
  busy: number;
  /** To each who hears it. */
  delivery: Times;
  /** To the last of those who hear it. */
  lastDelivery: Times;
  answer: Times;
  /** How much later than meant a message was written. */
  lateness: Times;
}
