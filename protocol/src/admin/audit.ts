import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { MAX_LISTED_AUDIT_ENTRIES } from '../core/limits.ts';
import { Person } from '../people/person.ts';

/** What someone with special rights did. Clients show entries of later releases, too. */
export const AUDIT_ACTIONS = [
  'add_member',
  'remove_member',
  'ban',
  'unban',
  'silence',
  'end_silence',
  'make_admin',
  'remove_admin',
  'edit_room',
  'archive_room',
  'unarchive_room',
  'delete_room',
  'remove_message',
  'remove_program',
  'create_invite',
  'revoke_invite',
  'grant_workspace_admin',
  'revoke_workspace_admin',
  'suspend',
  'end_suspension',
  'end_sessions',
  'join_private_room',
  'close_report',
  'create_recovery_link',
  'recover_account',
  'create_claim_link',
  'claim_account',
  'change_setting',
  'change_guest_end',
  'make_member',
  'change_retention',
  'undo_retention',
  'hold_room',
  'release_room',
  'add_emoji',
  'add_emoji_name',
  'remove_emoji_name',
  'delete_emoji',
  'restore_emoji',
  'erase_emoji',
  'export',
  'import',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * `actor` is missing for the command line, `target` if the action concerns no person. `room`: with `id` and `name` for open
 * rooms and for rooms that the caller may read; a deleted open room keeps its name. `until`: the end of a ban, a silence or the access of a guest. `setting`: its values
 * before and after a change, also of `keep_days` and `keep_pins`, the rule of a room or of the workspace.
 * `emoji`: the name, and for an alias also the first name of its picture. `moved`: of an export or import: its format and the number of rooms.
 */
export const AuditEntry = v.object({
  id: Id,
  at: Timestamp,
  action: v.string(),
  actor: v.optional(Person),
  target: v.optional(Person),
  room: v.optional(v.object({ id: v.optional(Id), name: v.optional(v.string()) })),
  reason: v.optional(v.string()),
  until: v.optional(Timestamp),
  setting: v.optional(v.object({ name: v.string(), before: v.string(), after: v.string() })),
  emoji: v.optional(v.object({ name: v.string(), key: v.optional(v.string()) })),
  moved: v.optional(v.object({ format: v.string(), rooms: v.pipe(v.number(), v.integer(), v.minValue(0)) })),
});
export type AuditEntry = v.InferOutput<typeof AuditEntry>;

export const AuditCursor = v.strictObject({ at: Timestamp, id: Id });
export type AuditCursor = v.InferOutput<typeof AuditCursor>;

const listAudit = defineCommand({
  summary: 'List what admins did, the newest first; for workspace admins',
  description:
    `At most ${MAX_LISTED_AUDIT_ENTRIES} entries in a page. \`before\`: the \`next\` of the previous page. The last page has no ` +
    '`next`. `oldestFirst` reverses the order. `uid`: only what this person did, or the command line for null. `action`: only these. ' +
    '`from`, `to`: only from the first time on, and before the second one. Entries of private rooms name neither the room nor its id, unless the caller is a member.',
  input: v.strictObject({
    before: v.optional(AuditCursor),
    oldestFirst: v.optional(v.boolean('must be true or false'), false),
    uid: v.optional(v.nullable(Id)),
    action: v.optional(v.picklist(AUDIT_ACTIONS, 'must be an action of the audit log')),
    from: v.optional(Timestamp),
    to: v.optional(Timestamp),
  }),
  output: v.object({ entries: v.array(AuditEntry), next: v.optional(AuditCursor) }),
  errors: ['forbidden'],
});

export const AUDIT_COMMANDS = { list_audit: listAudit } as const;
