import type { DialectName } from './dialects/dialects.ts';
import type { Seat } from './seat.ts';

/** Sent to the load process as one message. */
export interface LoadPlan {
  dialect: DialectName;
  port: number;
  /** The server's process, whose CPU time is measured. */
  pid: number;
  seats: Seat[];
  /** Messages per second of all seats in turn, on a fixed schedule; without it, each seat sends after its result. */
  rate?: number;
  warmUpMs: number;
  measureMs: number;
}

/** In ms. */
export interface Times {
  count: number;
  p50: number;
  p99: number;
}

/** The server's use during the measurement. */
export interface ServerUse {
  /** CPU time of all threads, in ms. */
  cpuMs: number;
  /** System calls that wrote something. */
  writes: number;
}

/** Delays start at the due time of a message, even if it is sent later. */
export interface LoadReport {
  sent: number;
  /** Deliveries that did not arrive before the final timeout. */
  lost: number;
  /** Deliveries that a socket received twice. */
  repeated: number;
  /** Messages whose results were errors. */
  refused: number;
  /** Sockets that the server closed. */
  closed: number;
  /** During the measurement. */
  deliveries: number;
  results: number;
  seconds: number;
  /** Undefined if the system has no process statistics. */
  serverUse?: ServerUse;
  /** The share of a core that the load used, from 0 to 1. */
  busy: number;
  /** To each subscriber. */
  delivery: Times;
  /** To the last subscriber. */
  lastDelivery: Times;
  result: Times;
  /** From the due time to the write. */
  lateness: Times;
}
