import { CommandError } from '@snug/protocol';
import { CompiledQuery } from 'kysely';
import type { Mutation, MutationContext } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { makeGuest } from '../guests/guest-store.ts';
import { findActivePerson } from '../profiles/person.ts';
import { accessInvite, type UsableInvite } from './access.ts';
import { hasUsed, recordUse, takeUse } from './invite-store.ts';
import { addToRooms, type InviteRef, toLockKeys } from './invites.ts';

/** A statement of the accounts library, with the invitation of the browser. */
interface InvitedStatement {
  sql: string;
  parameters: readonly unknown[];
  invite: InviteRef;
}

interface StatementResult {
  rows: Record<string, unknown>[];
  numAffectedRows: bigint | undefined;
}

/** The same for every reason, so that it reveals nothing about an invitation. */
export function createSignUpError(): CommandError {
  return new CommandError(
    'forbidden',
    'You need an invitation to sign up, and this one no longer works. Ask for a new link.',
  );
}

/**
 * Stores the person and takes a use, or neither: the address of a rejected sign-up stays free. `isRequired`: without the
 * invitation, there is no sign-up. An invitation of guests makes the person a guest.
 */
export const insertInvitedUser: Mutation<InvitedStatement & { isRequired: boolean }, StatementResult> = {
  isUnrepeatable: true,
  lockKeys: (_call, { invite }) => toLockKeys(invite),

  async run(db, call, { invite: { id }, isRequired, ...statement }) {
    const invite = await findUsable(db, call, id);
    const isTaken = invite !== undefined && (await takeUse(db, id, call.now));
    if (isRequired && !isTaken) throw createSignUpError();
    const output = await runStatement(db, statement);
    const uid = String(output.rows[0]?.id);
    if (isTaken) await recordUse(db, id, uid);
    if (isTaken && invite.guest !== null)
      await makeGuest(db, uid, { inviter: invite.createdBy, until: invite.guestUntil });
    return { output, publications: [] };
  },
};

/** Stores the sign-in method of the person, who then joins the rooms. */
export const insertInvitedAccount: Mutation<InvitedStatement, StatementResult> = {
  isUnrepeatable: true,
  lockKeys: (_call, { invite }) => toLockKeys(invite),

  async run(db, call, { invite: { id }, ...statement }) {
    const output = await runStatement(db, statement);
    const uid = String(output.rows[0]?.userId);
    const invite = (await hasUsed(db, id, uid)) ? await findUsable(db, call, id, uid) : undefined;
    const person = invite && (await findActivePerson(db, uid));
    return { output, publications: person ? await addToRooms(db, call, invite, person) : [] };
  },
};

async function findUsable(
  db: Db,
  { now }: MutationContext,
  id: string,
  uid?: string,
): Promise<UsableInvite | undefined> {
  try {
    return await accessInvite(db, { uid, now }, id);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

/** A statement of the accounts library. */
export async function runStatement(
  db: Db,
  { sql, parameters }: Pick<InvitedStatement, 'sql' | 'parameters'>,
): Promise<StatementResult> {
  const query = CompiledQuery.raw(sql, [...parameters]);
  const { rows, numAffectedRows } = await db.executeQuery<Record<string, unknown>>(query);
  return { rows, numAffectedRows };
}
