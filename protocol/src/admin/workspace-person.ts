import * as v from 'valibot';
import { FindCursor } from '../chat/room.ts';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { MAX_LISTED_WORKSPACE_ROWS, MAX_NAME_LENGTH } from '../core/limits.ts';
import { SortCursor } from '../core/sort-cursor.ts';
import { Person } from '../people/person.ts';
import { Presence } from '../people/presence.ts';
import { trimmedText } from '../text/text.ts';

/** A person as workspace admins see them. */
export const WorkspacePerson = v.object({
  person: Person,
  /** Whether they are a workspace admin. */
  admin: v.boolean(),
  /** Missing for a person who may sign in. */
  suspendedAt: v.optional(Timestamp),
  presence: v.optional(Presence),
  /** They came by an import and never signed in. */
  unclaimed: v.optional(v.literal(true)),
  /** Of a guest: who invited them, and until when they have access. */
  guest: v.optional(v.object({ inviter: v.optional(Person), until: v.optional(Timestamp) })),
});
export type WorkspacePerson = v.InferOutput<typeof WorkspacePerson>;

const listWorkspacePeople = defineCommand({
  summary: 'List the people of the server; for workspace admins',
  description:
    `At most ${MAX_LISTED_WORKSPACE_ROWS} in a page. With \`text\`, those that \`find_people\` finds, in its order. \`after\`: the ` +
    '`next` of the previous page, with the same other fields. The last page has no `next`. With `guests`, only guests, by the time of joining. ' +
    'With `unclaimed`, only people who came by an import and never signed in.',
  input: v.strictObject({
    text: v.optional(trimmedText(MAX_NAME_LENGTH)),
    guests: v.optional(v.boolean('must be true or false')),
    unclaimed: v.optional(v.boolean('must be true or false')),
    sort: v.optional(v.picklist(['joined', 'name'], 'must be joined or name'), 'joined'),
    descending: v.optional(v.boolean('must be true or false'), false),
    after: v.optional(v.union([SortCursor, FindCursor], 'must be a cursor that the server sent')),
  }),
  output: v.object({
    people: v.array(WorkspacePerson),
    next: v.optional(v.union([SortCursor, FindCursor])),
  }),
  errors: ['forbidden'],
});

const setWorkspaceAdmin = defineCommand({
  summary: 'Make another person a workspace admin, or end that; for workspace admins',
  description: 'A suspended person cannot become one. A repetition changes nothing.',
  input: v.strictObject({ uid: Id, admin: v.boolean('must be true or false') }),
  output: v.object({}),
  errors: ['not_found', 'forbidden', 'limit_exceeded', 'unavailable'],
});

const setSuspension = defineCommand({
  summary: 'Suspend another person, or end that; for workspace admins',
  description:
    'Ends all sessions of the person, who cannot sign in until the end of the suspension, by any method. Their messages and ' +
    'memberships stay. A repetition changes nothing.',
  input: v.strictObject({ uid: Id, suspended: v.boolean('must be true or false') }),
  output: v.object({}),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

const endSessions = defineCommand({
  summary: 'End all sessions of another person; for workspace admins',
  description: 'The person can sign in again.',
  input: v.strictObject({ uid: Id }),
  output: v.object({}),
  errors: ['not_found', 'forbidden', 'unavailable'],
});

export const WORKSPACE_PERSON_COMMANDS = {
  list_workspace_people: listWorkspacePeople,
  set_workspace_admin: setWorkspaceAdmin,
  set_suspension: setSuspension,
  end_sessions: endSessions,
} as const;
