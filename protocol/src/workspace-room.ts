import * as v from 'valibot';
import { defineCommand } from './command.ts';
import { Timestamp } from './ids.ts';
import { MAX_LISTED_WORKSPACE_ROWS, MAX_NAME_LENGTH } from './limits.ts';
import { FindCursor, ListedRoom } from './room.ts';
import { SortCursor } from './sort-cursor.ts';
import { trimmedText } from './text.ts';

/** A room as workspace admins see it. */
export const WorkspaceRoom = v.object({
  ...v.pick(ListedRoom, ['id', 'name', 'archivedAt', 'createdAt']).entries,
  /** The time of its last message, or of its creation. */
  lastActiveAt: Timestamp,
});
export type WorkspaceRoom = v.InferOutput<typeof WorkspaceRoom>;

export const WORKSPACE_ROOM_SORTS = ['activity', 'name'] as const;

const listWorkspaceRooms = defineCommand({
  summary: 'List the open rooms of the server, also archived ones; for workspace admins',
  description:
    `At most ${MAX_LISTED_WORKSPACE_ROWS} in a page. With \`text\`, those that \`find_rooms\` finds, in its order. Otherwise, ` +
    'archived rooms count as less active than all others. `after`: the `next` of the previous page, with the same other fields. ' +
    'The last page has no `next`.',
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

export const WORKSPACE_ROOM_COMMANDS = { list_workspace_rooms: listWorkspaceRooms } as const;
