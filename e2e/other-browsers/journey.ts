import type { Server } from '../server.ts';
import type { Bot } from './bot.ts';
import type { BrowserUser } from './browser-user.ts';

/** What every journey meets: a server, two people with browsers of one kind, and somebody without one. */
export interface JourneyContext {
  server: Server;
  ann: BrowserUser;
  ben: BrowserUser;
  /** Somebody whose only pointer is a finger. */
  openTouchUser: () => Promise<BrowserUser>;
  bot: Bot;
  /** Keeps pictures of what `person` sees, wide and narrow. */
  takeScreenshots: (person: BrowserUser, name: string) => Promise<void>;
}

export interface Journey {
  name: string;
  /** What the browser may complain of on the way. */
  expectedErrors?: RegExp;
  run: (world: JourneyContext) => Promise<void>;
}

/** Thrown by what a browser, or the way it is led, cannot do here. It is reported and does not count. */
export class UnsupportedError extends Error {}
