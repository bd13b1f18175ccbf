import type { Chat, ConversationStore, Environment } from '@snug/client';
import type { FakeBrowser } from '@snug/client/testing/fake-browser.ts';
import { CommandError, type Message, type Person } from '@snug/protocol';
import { getRoomLog } from '@snug/testkit/assert-view.ts';
import type { Random } from '@snug/testkit/random.ts';
import type { Edits } from './edits.ts';

export interface SentMessage {
  author: string;
  roomId: string;
  id: string;
  text: string;
}

/** With the function that closes it. */
export interface Conversation {
  store: ConversationStore;
  close: () => void;
}

export interface Client {
  person: Person;
  /** Outlives its page. */
  browser: FakeBrowser;
  environment: Environment;
  chat: Chat;
  /** Destroys the page at once. */
  crash: () => void;
  open: Map<string, () => void>;
  /** One by room, while the room is open. */
  conversations: Map<string, Conversation>;
  /** Another device of a person, who writes on the first one. */
  isExtra?: boolean;
}

export interface ActionSetup {
  readonly random: Random;
  readonly clients: readonly Client[];
  readonly guests: readonly Client[];
  readonly sent: SentMessage[];
  readonly edits: Edits;
  readonly roomIds: readonly string[];
  readonly privateRoomId: string;
  readonly sharedRoomIds: readonly string[];
}

export type Action = (setup: ActionSetup, client: Client, roomId: string) => void;

export function listMessages({ chat }: Client, roomId: string): readonly Message[] {
  return getRoomLog(chat, roomId)?.messages ?? [];
}

/** Often one of the newest, which other people pick, too. */
export function pickMessage<Row>(random: Random, messages: readonly Row[]): Row | undefined {
  return random.pick(random.chance(0.7) ? messages.slice(-2) : messages);
}

/** A connection broke, or another person deleted the message meanwhile. */
export function ignoreRefusal(error: unknown): void {
  if (!(error instanceof CommandError) || error.code === 'internal') throw error;
}
