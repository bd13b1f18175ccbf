import * as v from 'valibot';
import { Id, Timestamp } from '../core/ids.ts';

/** Of two copies, the one with the higher `lastChanged` is newer. People who were never online have none. */
export const Presence = v.object({
  uid: Id,
  state: v.picklist(['online', 'offline']),
  lastChanged: Timestamp,
});
export type Presence = v.InferOutput<typeof Presence>;
