import { CommandError, DELETED_ACCOUNT_NAME, type Person, personTopic } from '@snug/protocol';
import { newId } from '../../base/ids.ts';
import { scheduleJob } from '../../cluster/jobs/job-store.ts';
import type { LockKey, Mutation, MutationContext, Publication } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { toStoredTime } from '../../db/stored-time.ts';
import { setPresences } from '../../people/presence/presence.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { removePersonName } from '../../people/profiles/person-names.ts';
import { endBotsOf } from '../../programs/bots/bots.ts';
import { deleteTokensBy } from '../../programs/tokens/token-store.ts';
import { deleteWebhooksBy } from '../../programs/webhooks/webhook-store.ts';
import {
  hasOtherActiveAdmin,
  isWorkspaceAdmin,
  removeWorkspaceAdmin,
} from '../../workspace/workspace-admin-store.ts';
import { deletePasskeys } from '../passkeys/passkey-store.ts';
import { deleteLinks } from '../recovery/one-time-link-store.ts';
import { deleteSessions } from '../session-store.ts';
import { deleteTwoStep } from '../two-step/two-step-store.ts';
import { ERASURE_JOB, insertDeletion } from './deletion-store.ts';

/** If the last two workspace admins delete their accounts at once, one must stay. No room has this id: PostgreSQL locks people only by their rows. */
const LAST_ADMIN_LOCK: LockKey = 'room:last-admin';
/** No mail server accepts it (RFC 2606). It frees the address for a new account. */
const NO_EMAIL_DOMAIN = 'deleted.invalid';

/**
 * Ends the caller's sessions, access tokens, bots, outgoing webhooks and ways to sign in, and removes their name and picture. A job erases the rest.
 * Returns the ended sessions and tokens; the caller of the mutation closes their sockets. Throws `forbidden` for the only active workspace admin.
 */
export const deleteAccount: Mutation<{ erasesWords: boolean }, { sessionIds: string[] }> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [LAST_ADMIN_LOCK, `person:${uid}`],

  async run(db, call, { erasesWords }) {
    const { uid, now } = call;
    const known = await accessSelf(db, uid);
    await assertNotOnlyWorkspaceAdmin(db, uid);
    await removeWorkspaceAdmin(db, uid);
    await insertDeletion(db, uid, now, erasesWords);
    await scheduleJob(db, newId(), ERASURE_JOB, now);
    const changes = [{ uid, state: 'offline' as const }];
    const { publications } = await setPresences.run(db, call, { changes });
    await deleteLinks(db, uid);
    await deleteTwoStep(db, uid);
    await deletePasskeys(db, uid);
    const sessionIds = await deleteSessions(db, uid);
    await db.deleteFrom('accounts').where('userId', '=', uid).execute();
    sessionIds.push(...(await deleteTokensBy(db, uid)));
    await deleteWebhooksBy(db, uid);
    await endBotsOf(db, uid, now);
    return { output: { sessionIds }, publications: [...publications, await anonymize(db, call, known)] };
  },
};

async function assertNotOnlyWorkspaceAdmin(db: Db, uid: string): Promise<void> {
  if ((await isWorkspaceAdmin(db, uid)) && !(await hasOtherActiveAdmin(db, uid)))
    throw new CommandError(
      'forbidden',
      "You're the only workspace admin. Make someone else one first, or revoke your own role on the server.",
    );
}

async function anonymize(
  db: Db,
  { uid, now }: MutationContext,
  { version, createdAt }: Person,
): Promise<Publication> {
  const person = { uid, name: DELETED_ACCOUNT_NAME, createdAt, version: version + 1 };
  await db
    .updateTable('users')
    .set({
      name: person.name,
      email: `${uid}@${NO_EMAIL_DOMAIN}`,
      avatar: null,
      deletedAt: now,
      version: person.version,
      updatedAt: toStoredTime(now),
    })
    .where('id', '=', uid)
    .execute();
  await removePersonName(db, uid);
  return { topic: personTopic(uid), event: { type: 'profile_changed', person } };
}
