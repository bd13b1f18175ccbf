import type { DialectName } from '../load/dialects/dialects.ts';
import type { Seat } from '../load/seat.ts';

export interface LoadPopulation {
  rooms: number;
  /** In total; each is in one room. */
  people: number;
  /** Whether they are subscribed to their room, or only send. */
  isSubscribed: boolean;
  /** Whether the server may use all cores instead of one. */
  allCores?: boolean;
}

/** A measured server: Snug, the floor, or a peer. */
export interface Target {
  name: string;
  /** Why it cannot be measured here; undefined if it can. */
  problem(): string | undefined;
  start(population: LoadPopulation): Promise<RunningTarget>;
}

export interface RunningTarget {
  pid: number;
  port: number;
  dialect: DialectName;
  seats: Seat[];
  readonly stop: () => Promise<void>;
}

/** The people are in the rooms in turn. */
export function createSeats({ people, isSubscribed }: LoadPopulation, rooms: readonly string[]): Seat[] {
  return Array.from({ length: people }, (_, index) => ({
    name: `person${index}`,
    key: '',
    room: rooms[index % rooms.length] ?? '',
    isSubscribed,
  }));
}
