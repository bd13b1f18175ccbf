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
  takeScreenshots: (person: BrowserUser, name: string) => Promise<void>;
}

export interface Journey {
  name: string;
  expectedErrors?: RegExp;
  run: (context: JourneyContext) => Promise<void>;
}

/** Thrown if the browser or its driver does not support a feature. The run reports it and does not fail. */
export class UnsupportedError extends Error {}
