import * as v from 'valibot';
import { Id, Seq } from '../core/ids.ts';
import { Person } from '../people/person.ts';

/**
 * The message that another one answers, as it is now: the start of its text, and the name of its file. `deleted`: it has neither
 * any more.
 */
export const Reply = v.object({
  id: Id,
  seq: Seq,
  author: Person,
  text: v.optional(v.string()),
  file: v.optional(v.string()),
  deleted: v.optional(v.literal(true)),
});
export type Reply = v.InferOutput<typeof Reply>;
