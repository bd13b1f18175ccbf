import type { Event, Topic } from '@snug/protocol';
import type { Db } from './schema.ts';

export interface Publication {
  topic: Topic;
  event: Event;
  /** Subscribers of this topic already know the event. */
  exceptTopic?: Topic;
}

/** A room with its contents, or a person with their data. A room need not exist; a person who does not exist has no lock. */
export type LockKey = `room:${string}` | `person:${string}`;

/** What the access token of a caller permits. */
export interface TokenScope {
  /** The only rooms that it opens. Undefined for all rooms of the person. */
  roomIds?: readonly string[];
  /** Of a bot. */
  ownerId?: string;
  /** Of the token, ms since 1970. */
  expiresAt?: number;
}

export interface Caller {
  uid: string;
  /** Undefined for the server and for callers whose session does not matter. */
  sessionId?: string | undefined;
  /** Undefined for a caller without a token. */
  scope?: TokenScope | undefined;
  /** True for a guest of the workspace. */
  guest?: boolean | undefined;
}

/** The server itself. */
export const SYSTEM_CALLER: Caller = { uid: '' };

/** A person at a time of the store's clock: bans and silences end. */
export interface Actor extends Caller {
  /** The store's time, ms since 1970. */
  now: number;
}

/** `signal`: aborts when nobody waits for the result any more. */
export interface WaitingActor extends Actor {
  signal?: AbortSignal | undefined;
}

export interface MutationContext extends Actor {
  incarnation: string;
}

export interface MutationResult<Output> {
  output: Output;
  publications: Publication[];
}

export interface Mutation<Input, Output> {
  /** A second run after a stored one would fail or return another output. Other mutations find the stored data. */
  isUnrepeatable?: true;
  /**
   * Depends only on caller and input. Rows of a room, and of a person in a room, need the room's key. An unsent file needs
   * its owner's key, and a sent one its room's.
   */
  lockKeys(call: Caller, input: Input): readonly LockKey[];
  /**
   * Reads only after its locks are held. May run again with other jobs of its batch, so it has no effects outside the database.
   * Rejects with a `CommandError`, which undoes its changes.
   */
  run(db: Db, context: MutationContext, input: Input): Promise<MutationResult<Output>>;
}

export type Mutations = Record<string, Mutation<never, unknown>>;
export type InputOf<M> = M extends Mutation<infer Input, unknown> ? Input : never;
export type OutputOf<M> = M extends { run(...args: never): Promise<MutationResult<infer Output>> }
  ? Output
  : never;
