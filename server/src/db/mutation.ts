import type { Event, Topic } from '@snug/protocol';
import type { Db } from './schema.ts';

/** An event, and who is to hear it. */
export interface Publication {
  topic: Topic;
  event: Event;
  /** Who listens to this topic, too, knows it already. */
  exceptTopic?: Topic;
}

/** What a batch locks before it runs: a room with all that is in it, or a person with all that is theirs. */
export type LockKey = `room:${string}` | `person:${string}`;

/** Who asks for a change. */
export interface Caller {
  uid: string;
}

/** A call in its batch. */
export interface MutationContext extends Caller {
  /** The store's time, ms since 1970. */
  now: number;
  /** The part of history that the store writes. */
  incarnation: string;
}

/** What a change answers, and what is told to others once it is committed. */
export interface MutationResult<Output> {
  output: Output;
  publications: Publication[];
}

/** A change, with the checks of whether it is allowed. */
export interface Mutation<Input, Output> {
  /**
   * Follows from the call and the input alone. Rows of a room, and of a person in a room, are written under the room's
   * key; an unsent file under its owner's key, a sent one under its room's.
   */
  lockKeys(call: Caller, input: Input): readonly LockKey[];
  /**
   * Runs in the transaction of its batch, after the locks are held, so that what it reads stays true until the commit.
   * Refuses by throwing a `CommandError`, which undoes what it did. Uses nothing but the database: it runs again if
   * another one of its batch is refused, or if the batch conflicts with another one.
   */
  run(db: Db, context: MutationContext, input: Input): Promise<MutationResult<Output>>;
}

export type Mutations = Record<string, Mutation<never, unknown>>;
export type InputOf<M> = M extends Mutation<infer Input, unknown> ? Input : never;
export type OutputOf<M> = M extends { run(...args: never): Promise<MutationResult<infer Output>> }
  ? Output
  : never;
