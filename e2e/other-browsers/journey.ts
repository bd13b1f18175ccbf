import type { Server } from '../server.ts';
import type { Bot } from './bot.ts';
import type { Person } from './browser-user.ts';

/** What every journey meets: a server, two people with browsers of one kind, and somebody without one. */
export interface World {
  server: Server;
  ann: Person;
  ben: Person;
  /** Somebody whose only pointer is a finger. */
  thumb: () => Promise<Person>;
  bot: Bot;
  /** Keeps pictures of what `person` sees, wide and narrow. */
  look: (person: Person, name: string) => Promise<void>;
}

export interface Journey {
  name: string;
  /** What the browser may complain of on the way. */
  expected?: RegExp;
  go: (world: World) => Promise<void>;
}

/** Thrown by what a browser, or the way it is led, cannot do here. It is reported and does not count. */
export class Impossible extends Error {}
