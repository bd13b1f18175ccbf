import type { CommandInput } from '@snug/protocol';
import { deleteLinks } from '../../account/recovery/one-time-link-store.ts';
import { endSessionsOf } from '../../account/session-mutations.ts';
import type { Caller, LockKey, Mutation, MutationContext, MutationResult } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { listTokenIds } from '../../programs/tokens/token-store.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import { addSuspension, removeSuspension } from '../../workspace/suspension-store.ts';
import { accessOtherPerson } from './access.ts';

interface EndedSessions {
  sessionIds: string[];
}

/** Of both people: two admins who suspend each other at once do so one after the other. */
export function lockBoth({ uid }: Caller, { uid: other }: { uid: string }): LockKey[] {
  return [...(uid === '' ? [] : [`person:${uid}` as const]), `person:${other}`];
}

/** The caller of the mutation closes the sockets. */
export const setSuspension: Mutation<CommandInput<'set_suspension'>, EndedSessions> = {
  isUnrepeatable: true,
  lockKeys: lockBoth,

  async run(db, call, { uid, suspended }) {
    await accessOtherPerson(db, call, uid);
    const hasChanged = suspended ? await addSuspension(db, uid, call.now) : await removeSuspension(db, uid);
    if (!hasChanged) return { output: { sessionIds: [] }, publications: [] };
    await recordAudit(db, call, { action: suspended ? 'suspend' : 'end_suspension', targetId: uid });
    // A link must not open the account after the end of the suspension.
    if (suspended) await deleteLinks(db, uid);
    return suspended ? endAllOf(db, call, uid) : { output: { sessionIds: [] }, publications: [] };
  },
};

/** Access tokens do not work during the suspension, and their sockets close. */
async function endAllOf(db: Db, call: MutationContext, uid: string): Promise<MutationResult<EndedSessions>> {
  const { output, publications } = await endSessionsOf(db, call, uid);
  return { output: { sessionIds: [...output.sessionIds, ...(await listTokenIds(db, uid))] }, publications };
}

/** The caller of the mutation closes the sockets. */
export const endSessions: Mutation<CommandInput<'end_sessions'>, EndedSessions> = {
  isUnrepeatable: true,
  lockKeys: lockBoth,

  async run(db, call, { uid }) {
    await accessOtherPerson(db, call, uid);
    const result = await endSessionsOf(db, call, uid);
    if (result.output.sessionIds.length > 0)
      await recordAudit(db, call, { action: 'end_sessions', targetId: uid });
    return result;
  },
};
