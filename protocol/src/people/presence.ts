import * as v from 'valibot';
import { Id, Timestamp } from '../core/ids.ts';

/** What a person does, in their own words. `until`: when it ends; missing if it stays. */
export const Status = v.object({
  emoji: v.optional(v.string()),
  text: v.optional(v.string()),
  until: v.optional(Timestamp),
});
export type Status = v.InferOutput<typeof Status>;

/**
 * Of two copies, the one with the higher `lastChanged` has the newer state, and the one with the higher `statusVersion` the newer status and
 * pause; a missing version is 0. People who were never online have none, or
 * 0 if an import brought them.
 */
export const Presence = v.object({
  uid: Id,
  state: v.picklist(['online', 'offline']),
  lastChanged: Timestamp,
  status: v.optional(Status),
  /** The person has paused their notifications. */
  paused: v.optional(v.literal(true)),
  statusVersion: v.optional(v.number()),
});
export type Presence = v.InferOutput<typeof Presence>;
