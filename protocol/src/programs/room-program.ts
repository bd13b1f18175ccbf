import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { MAX_LISTED_ROOM_TOKENS, MAX_ROOM_WEBHOOKS } from '../core/limits.ts';
import { Person } from '../people/person.ts';

/**
 * A program that somebody has given a room. `webhook`: an outgoing one, which reads. `token`: an access token that names the room, which
 * reads and writes. An incoming webhook is one of these.
 */
export const RoomProgram = v.object({
  id: Id,
  kind: v.picklist(['webhook', 'token']),
  /** As whom it acts: its owner, or a bot of theirs. */
  person: Person,
  owner: Person,
  /** A webhook delivers to it. Without the rest of the address, which can contain secrets of the receiver. */
  host: v.optional(v.string()),
  createdAt: Timestamp,
  expiresAt: v.optional(Timestamp),
  /** The last delivery, or the last use to the hour. Missing if there was none. */
  lastUsedAt: v.optional(Timestamp),
  /** Of a webhook that delivers nothing at present. */
  paused: v.optional(v.literal(true)),
});
export type RoomProgram = v.InferOutput<typeof RoomProgram>;

const listRoomPrograms = defineCommand({
  summary: 'List the programs of a room; for those who moderate it',
  description:
    `Its outgoing webhooks, at most ${MAX_ROOM_WEBHOOKS}, then the access tokens that name it, the newest first. A page has at most ` +
    `${MAX_LISTED_ROOM_TOKENS} tokens. \`before\`: the \`next\` of the previous page. The last page has no \`next\`. Tokens for all ` +
    'rooms of a person are not listed.',
  input: v.strictObject({ roomId: Id, before: v.optional(Id) }),
  output: v.object({ programs: v.array(RoomProgram), next: v.optional(Id) }),
  errors: ['not_found', 'forbidden'],
});

const removeRoomProgram = defineCommand({
  summary: 'Remove a program from a room; for those who moderate it',
  description:
    'A webhook delivers nothing more, except for a delivery that has begun. A token no longer opens the room, and its sockets close ' +
    'within a second; it keeps its other rooms. The owner sees that an admin removed it. A repetition changes nothing.',
  input: v.strictObject({ roomId: Id, id: Id }),
  output: v.object({}),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

export const ROOM_PROGRAM_COMMANDS = {
  list_room_programs: listRoomPrograms,
  remove_room_program: removeRoomProgram,
} as const;
