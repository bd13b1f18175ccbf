import * as v from 'valibot';
import { Id, Timestamp } from './ids.ts';

/**
 * Whether somebody has Snug open, and since when that is so; of two copies the one with the higher `lastChanged`
 * counts. Absent for somebody who never was here.
 */
export const Presence = v.object({
  uid: Id,
  state: v.picklist(['online', 'offline']),
  lastChanged: Timestamp,
});
export type Presence = v.InferOutput<typeof Presence>;
