import * as v from 'valibot';
import { Seq, Timestamp } from '../core/ids.ts';
import { Person } from './person.ts';

/** Null: the person is not a member, for example after a ban. */
export const Role = v.nullable(v.picklist(['admin', 'member']));

/** Of which messages of a room a person gets notifications: of all, of mentions and replies, or of none. */
export const NotificationLevel = v.picklist(
  ['everything', 'mentions', 'nothing'],
  'must be "everything", "mentions" or "nothing"',
);
export type NotificationLevel = v.InferOutput<typeof NotificationLevel>;

/**
 * The caller's own place in a room, and their options for it. Of two copies, the higher `version` is newer. Fields are missing if
 * there is no ban or silence, and if an option is off.
 */
export const Membership = v.object({
  role: Role,
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  bannedUntil: v.optional(Timestamp),
  silencedUntil: v.optional(Timestamp),
  favourite: v.optional(v.boolean()),
  /** The level that the person chose for this room. */
  level: v.optional(NotificationLevel),
  /** If the level is "nothing"; for clients of release 0.4.0. */
  muted: v.optional(v.boolean()),
  /** Of a direct room: hidden until it has a message with a higher `seq`. */
  hiddenSeq: v.optional(Seq),
  /** Of a room that a stranger opened or added its person to, until they answer. Missing for an ordinary room. */
  request: v.optional(v.picklist(['waiting', 'declined'])),
  /** Who asks, while the request waits; missing for requests of earlier releases. */
  requestedBy: v.optional(Person),
});
export type Membership = v.InferOutput<typeof Membership>;
