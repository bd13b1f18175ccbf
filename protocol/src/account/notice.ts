import * as v from 'valibot';
import { defineCommand } from '../core/command.ts';
import { Id, Timestamp } from '../core/ids.ts';
import { MAX_NOTICES } from '../core/limits.ts';

/**
 * What a person must learn about their account. `kind`: `recovery_link`, that an admin created such a link, and `usedAt`, when it
 * was used; or a way to sign in that was added or ended, such as `passkey_added` or `token_revoked`. Clients show other kinds of
 * later releases, too.
 */
export const Notice = v.object({
  id: Id,
  kind: v.string(),
  at: Timestamp,
  usedAt: v.optional(Timestamp),
});
export type Notice = v.InferOutput<typeof Notice>;

/** Those of this release. */
export type NoticeKind = 'recovery_link' | WayChange;
/** A way to sign in that was added or ended. */
export type WayChange =
  | 'account_linked'
  | 'account_unlinked'
  | 'password_added'
  | 'password_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'token_created'
  | 'token_revoked'
  | 'webhook_created'
  | 'webhook_deleted';

const listNotices = defineCommand({
  summary: 'List what happened to your account',
  description:
    'The newest first. Each session lists a notice until it has acknowledged it, and sessions that begin more than 90 days after it ' +
    'do not list it if another one has. The session that made a change does not list the notice about it.',
  input: v.strictObject({}),
  output: v.object({ notices: v.pipe(v.array(Notice), v.maxLength(MAX_NOTICES)) }),
  errors: [],
});

const acknowledgeNotices = defineCommand({
  summary: 'Acknowledge the notices about your account',
  description:
    '`until`: the `at` of the newest one that the person has read. Other sessions still list them.',
  input: v.strictObject({ until: Timestamp }),
  output: v.object({}),
  errors: ['unavailable'],
});

export const NOTICE_COMMANDS = {
  list_notices: listNotices,
  acknowledge_notices: acknowledgeNotices,
} as const;
