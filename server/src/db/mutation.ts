import type { Event, Topic } from '@snug/protocol';
import type { Db } from './schema.ts';

/** An event and its recipients. */
export interface Publication {
  topic: Topic;
  event: Event;
  /** Subscribers of this topic already know the event. */
  exceptTopic?: Topic;
}

/** A room with its contents, or a person with their data. */
export type LockKey = `room:${string}` | `person:${string}`;

export interface Caller {
  uid: string;
}

export interface MutationContext extends Caller {
  /** The store's time, ms since 1970. */
  now: number;
  incarnation: string;
}

/** `publications` are published after the commit. */
export interface MutationResult<Output> {
  output: Output;
  publications: Publication[];
}

export interface Mutation<Input, Output> {
  /** Whether a second run after a stored one would fail, or return another output. Others find what is stored already. */
  isUnrepeatable?: true;
  /**
   * Depends only on caller and input. Rows of a room, and of a person in a room, need the room's key. An unsent file needs
   * its owner's key, and a sent one its room's.
   */
  lockKeys(call: Caller, input: Input): readonly LockKey[];
  /**
   * Runs in the transaction of its batch, after the locks are taken, so that data it reads stays valid until the commit.
   * Rejects with a `CommandError`, which undoes its changes. Has no effects outside the database, because it may run again:
   * if another job of its batch fails, or if the batch conflicts with another one.
   */
  run(db: Db, context: MutationContext, input: Input): Promise<MutationResult<Output>>;
}

export type Mutations = Record<string, Mutation<never, unknown>>;
export type InputOf<M> = M extends Mutation<infer Input, unknown> ? Input : never;
export type OutputOf<M> = M extends { run(...args: never): Promise<MutationResult<infer Output>> }
  ? Output
  : never;
