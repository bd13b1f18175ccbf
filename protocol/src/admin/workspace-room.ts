import * as v from 'valibot';
import { FindCursor, ListedRoom } from '../chat/room.ts';
import { defineCommand } from '../core/command.ts';
import { Timestamp } from '../core/ids.ts';
import {
  MAX_COUNTED_DIRECT_ROOMS,
  MAX_COUNTED_MEMBERS,
  MAX_LISTED_WORKSPACE_ROWS,
  MAX_NAME_LENGTH,
} from '../core/limits.ts';
import { SortCursor } from '../core/sort-cursor.ts';
import { trimmedText } from '../text/text.ts';

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A room as workspace admins see it. */
export const WorkspaceRoom = v.object({
  ...v.pick(ListedRoom, ['id', 'name', 'archivedAt', 'createdAt']).entries,
  /** The time of its last message, or of its creation. */
  lastActiveAt: Timestamp,
  /** At most `MAX_COUNTED_MEMBERS`. */
  memberCount: Count,
  /** Nothing is removed from it by rules, nor after its deletion. */
  held: v.optional(v.literal(true)),
});
export type WorkspaceRoom = v.InferOutput<typeof WorkspaceRoom>;

const WORKSPACE_ROOM_SORTS = ['activity', 'name'] as const;

const listWorkspaceRooms = defineCommand({
  summary: 'List the open rooms of the server, also archived ones; for workspace admins',
  description:
    `At most ${MAX_LISTED_WORKSPACE_ROWS} in a page. With \`text\`, those that \`find_rooms\` finds, in its order. Otherwise, ` +
    'archived rooms count as less active than all others. `after`: the `next` of the previous page, with the same other fields. ' +
    `The last page has no \`next\`. \`memberCount\` is at most ${MAX_COUNTED_MEMBERS}.`,
  input: v.strictObject({
    text: v.optional(trimmedText(MAX_NAME_LENGTH)),
    sort: v.optional(v.picklist(WORKSPACE_ROOM_SORTS, 'must be activity or name'), 'activity'),
    descending: v.optional(v.boolean('must be true or false'), false),
    after: v.optional(v.union([SortCursor, FindCursor], 'must be a cursor that the server sent')),
  }),
  output: v.object({
    rooms: v.array(WorkspaceRoom),
    next: v.optional(v.union([SortCursor, FindCursor])),
  }),
  errors: ['forbidden'],
});

/** A private room as workspace admins see it, also if they are members. */
export const PrivateRoom = v.omit(WorkspaceRoom, ['name']);
export type PrivateRoom = v.InferOutput<typeof PrivateRoom>;

const listPrivateRooms = defineCommand({
  summary: 'List the private rooms of the server without their names; for workspace admins',
  description:
    `By activity, at most ${MAX_LISTED_WORKSPACE_ROWS} in a page. Archived rooms count as less active than all others. \`after\`: the ` +
    '`next` of the previous page, with the same order. The last page has no `next`. `directRooms`: the number of direct rooms, at ' +
    `most ${MAX_COUNTED_DIRECT_ROOMS}. \`memberCount\` is at most ${MAX_COUNTED_MEMBERS}.`,
  input: v.strictObject({
    descending: v.optional(v.boolean('must be true or false'), false),
    after: v.optional(SortCursor),
  }),
  output: v.object({ rooms: v.array(PrivateRoom), directRooms: Count, next: v.optional(SortCursor) }),
  errors: ['forbidden'],
});

export const WORKSPACE_ROOM_COMMANDS = {
  list_workspace_rooms: listWorkspaceRooms,
  list_private_rooms: listPrivateRooms,
} as const;
