import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { MAX_EXAMINED_INVITES, MAX_LISTED_WORKSPACE_ROWS } from '../core/limits.ts';
import { Invite } from '../people/invite.ts';

/** An invitation as workspace admins see it. */
export const WorkspaceInvite = v.object({
  ...Invite.entries,
  /** The number of its private rooms that the caller cannot read. */
  privateRooms: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});
export type WorkspaceInvite = v.InferOutput<typeof WorkspaceInvite>;

export const InviteCursor = v.strictObject({ at: Timestamp, id: Id });
export type InviteCursor = v.InferOutput<typeof InviteCursor>;

const listWorkspaceInvites = defineCommand({
  summary: 'List the active invitations of the server, the newest first; for workspace admins',
  description:
    `At most ${MAX_LISTED_WORKSPACE_ROWS} in a page. \`before\`: the \`next\` of the previous page. The last page has no \`next\`. One ` +
    `call examines at most ${MAX_EXAMINED_INVITES} invitations, so a result with \`next\` may have few or none. Only own ones have \`code\`.`,
  input: v.strictObject({ before: v.optional(InviteCursor) }),
  output: v.object({ invites: v.array(WorkspaceInvite), next: v.optional(InviteCursor) }),
  errors: ['forbidden'],
});

export const WORKSPACE_INVITE_COMMANDS = { list_workspace_invites: listWorkspaceInvites } as const;
