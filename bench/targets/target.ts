import type { DialectName } from '../load/dialects/dialects.ts';
import type { Seat } from '../load/plan.ts';

/** Who is to be there. */
export interface LoadPopulation {
  rooms: number;
  /** All together; each is in one room. */
  people: number;
  /** Whether they hear their room, or only send. */
  isSubscribed: boolean;
  /** Whether the server may use every core of the machine, and not one. */
  allCores?: boolean;
}

/** A server that is measured: Snug, the floor, or a peer. */
export interface Target {
  name: string;
  /** Why it cannot be measured here; undefined where it can. */
  problem(): string | undefined;
  /** Starts it as a process of its own on the server's core, with everyone known to it. */
  start(scene: LoadPopulation): Promise<RunningTarget>;
}

export interface RunningTarget {
  pid: number;
  port: number;
  dialect: DialectName;
  seats: Seat[];
  /** Ends it, and removes what it has stored. */
  readonly stop: () => Promise<void>;
}

/** People by turns in the rooms. */
export function createSeats({ people, isSubscribed }: LoadPopulation, rooms: readonly string[]): Seat[] {
  return Array.from({ length: people }, (_, index) => ({
    name: `person${index}`,
    key: '',
    room: rooms[index % rooms.length] ?? '',
    isSubscribed,
  }));
}
