import type { Server } from '../server.ts';
import type { Bot } from './bot.ts';
import type { BrowserUser } from './browser-user.ts';

/** The environment of a journey: a server, two people with browsers of one kind, and a person without a browser. */
export interface JourneyContext {
  server: Server;
  ann: BrowserUser;
  ben: BrowserUser;
  /** A person whose only pointer is touch. */
  openTouchUser: () => Promise<BrowserUser>;
  bot: Bot;
  /** Saves screenshots of the person's page, wide and narrow. */
  takeScreenshots: (person: BrowserUser, name: string) => Promise<void>;
}

export interface Journey {
  name: string;
  /** Console errors that the journey expects. */
  expectedErrors?: RegExp;
  run: (context: JourneyContext) => Promise<void>;
}

/** Thrown if the browser or its driver does not support a feature. The run reports it and does not fail. */
export class UnsupportedError extends Error {}
