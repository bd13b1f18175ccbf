import * as v from 'valibot';
import { Id, Timestamp } from '../core/ids.ts';

/** A person's public data. `version` grows with each change: of two copies, the higher one is newer. */
export const Person = v.object({
  uid: Id,
  name: v.string(),
  avatar: v.optional(v.string()),
  /** When they joined. 0 for a person of an import of whom nobody knows it. */
  createdAt: Timestamp,
  version: v.number(),
  /** A program acts as this person. */
  bot: v.optional(v.literal(true)),
  /** They see only the private rooms to which they were invited. */
  guest: v.optional(v.literal(true)),
});
export type Person = v.InferOutput<typeof Person>;
