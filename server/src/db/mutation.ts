import type { Event, Topic } from '@snug/protocol';
import type { Db } from './schema.ts';

/** An event, and who is to hear it. */
export interface Publication {
  topic: Topic;
  event: Event;
  /** Who listens to this topic, too, knows it already. */
  except?: Topic;
}

/** Who asks for a change, and when (ms since 1970). */
export interface Call {
  uid: string;
  now: number;
}

/** What a change answers, and what is told to others once it is committed. */
export interface Written<Output> {
  output: Output;
  publications: Publication[];
}

/**
 * A change, with the checks of whether it is allowed, inside a transaction of its own. Refuses by throwing a
 * `CommandError`, which undoes what it did. Does nothing but ask the database: it is made again where another one of its
 * batch is refused.
 */
export type Mutation<Input, Output> = (db: Db, call: Call, input: Input) => Promise<Written<Output>>;

export type Mutations = Record<string, Mutation<never, unknown>>;
export type InputOf<M> = M extends Mutation<infer Input, unknown> ? Input : never;
export type OutputOf<M> = M extends (...args: never) => Promise<Written<infer Output>> ? Output : never;
