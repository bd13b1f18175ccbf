import type { DialectName } from './dialects/dialects.ts';
import type { Seat } from './seat.ts';

export interface LoadPlan {
  dialect: DialectName;
  /** Of all seats without one of their own. */
  port: number;
  /** The server's processes, whose CPU time is measured. */
  pids: number[];
  /** The main process of a database server beside it. */
  databasePid?: number;
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

export interface ServerUse {
  cpuMs: number;
  writes: number;
  /** CPU time of the database server beside it, in ms. */
  databaseCpuMs: number;
}

/** Delays start at the due time of a message, even if it is sent later. */
export interface LoadReport {
  sent: number;
  lost: number;
  /** Deliveries that a socket received twice. */
  repeated: number;
  refused: number;
  closed: number;
  /** During the measurement. */
  deliveries: number;
  results: number;
  seconds: number;
  /** Undefined if the system has no process statistics. */
  serverUse?: ServerUse;
  /** The share of a core that the load used, from 0 to 1. */
  busy: number;
  delivery: Times;
  lastDelivery: Times;
  result: Times;
  /** From the due time to the write. */
  lateness: Times;
}
