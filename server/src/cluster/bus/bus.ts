import type { Topic } from '@snug/protocol';
import type { Publication } from '../../db/mutation.ts';
import type { ActivityMessage } from './activity-messages.ts';
import type { ViewersMessage } from './viewer-messages.ts';

/** A message between nodes, which no client receives. */
export type Announcement = ViewersMessage | ActivityMessage;

export interface Receiver {
  deliver(publications: readonly Publication[]): void;
  /** Reports that the log of a room has reached `seq`. The events up to `seq` are not delivered. */
  hint(roomId: string, seq: number): void;
  /** Reports that the log of a room has reached `seq`. Its events were sent, and may be lost. */
  expect(roomId: string, seq: number): void;
  /** Events of rooms may be lost. */
  onPossibleLoss(): void;
  /** Publications of all topics, and announcements, may be lost. */
  onGap(): void;
  /** Nothing arrives at the moment. Repeated twice a second until something may arrive again. */
  onSilence(): void;
  onAnnouncement(node: string, announcement: Announcement): void;
}

/** Whether a channel carries payloads, and for how long it has or has not, in ms. */
export interface Connection {
  isConnected: boolean;
  forMs: number;
}

/**
 * May deliver topics without a subscription, and may delay, repeat, reorder and lose events that have a `seq`: the room feed of
 * each node repairs that. Reports when it may have lost anything else.
 */
export interface Bus {
  /** To the message broker. Undefined without one. */
  readonly brokerConnection?: Connection;
  /** Called once, before any other method. */
  start(receiver: Receiver): void;
  publish(publications: readonly Publication[]): void;
  /** Sends a message to every other node. */
  announce(announcement: Announcement): void;
  /** Like `publish`, for the publications of a commit, after it. */
  publishCommitted(publications: readonly Publication[]): void;
  /**
   * Resolves when every later publication arrives. Calls for one topic take effect in their order. `summary:<id>` delivers
   * the events of `room:<id>`, and `list` those of all rooms.
   */
  subscribe(topic: Topic): Promise<void>;
  unsubscribe(topic: Topic): void;
  /** The other nodes that are alive. While nothing arrives from one of them, its events may be lost. */
  expectNodes(nodes: readonly string[]): void;
  /** Sends and receives nothing more. */
  stop(): Promise<void>;
}
