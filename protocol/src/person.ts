import * as v from 'valibot';
import { Id, Timestamp } from './ids.ts';

/** What everyone may know of a person. `version` grows with each change; of two copies the higher one counts. */
export const Person = v.object({
  uid: Id,
  name: v.string(),
  avatar: v.optional(v.string()),
  createdAt: Timestamp,
  version: v.number(),
});
export type Person = v.InferOutput<typeof Person>;
