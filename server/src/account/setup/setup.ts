import { CommandError } from '@snug/protocol';
import { createSecretCode, hashSecretCode } from '../../base/secret-code.ts';
import { type Mutation, SYSTEM_CALLER } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import type { MutationWriter } from '../../db/writer.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { recordAudit } from '../../workspace/audit/record-audit.ts';
import {
  addWorkspaceAdmin,
  hasWorkspaceAdmin,
  isWorkspaceAdmin,
} from '../../workspace/workspace-admin-store.ts';
import { hasAccounts } from '../account-store.ts';
import { countSetupCodes, deleteSetupCodes, hasSetupCode, insertSetupCode } from './setup-code-store.ts';

/** Each start of a server without a workspace admin adds a code. Several servers can start on one database. */
const MAX_CODES = 10;

interface SetupCode {
  hash: string;
}

/**
 * Stores a setup code, if this is a new server: nobody has an account, or earlier codes are unused. A server that had accounts
 * before this feature gets none, because any of them could have read its log.
 */
export const addSetupCode: Mutation<SetupCode, { isAdded: boolean }> = {
  isUnrepeatable: true,
  lockKeys: () => [],

  async run(db, call, { hash }) {
    const known = await countSetupCodes(db, MAX_CODES);
    const isNew = known > 0 || !(await hasAccounts(db));
    if (!isNew || (await hasWorkspaceAdmin(db))) return { output: { isAdded: false }, publications: [] };
    if (known === MAX_CODES) await deleteSetupCodes(db);
    await insertSetupCode(db, hash, call.now);
    return { output: { isAdded: true }, publications: [] };
  },
};

/** The hash of the code; undefined if it is used or unknown. */
export async function findUnusedSetup(db: Db, code: string): Promise<string | undefined> {
  const hash = hashSecretCode(code);
  return (await hasSetupCode(db, hash)) ? hash : undefined;
}

/** Makes the caller the first workspace admin and ends all setup codes. */
export const redeemSetup: Mutation<SetupCode, object> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call, { hash }) {
    const { uid, now } = call;
    await accessSelf(db, uid);
    if (await isWorkspaceAdmin(db, uid)) return { output: {}, publications: [] };
    // One statement: of two people at once, one gets the code.
    if (!(await deleteSetupCodes(db)).includes(hash)) throw new CommandError('not_found');
    await addWorkspaceAdmin(db, uid, now);
    await recordAudit(db, call, { action: 'grant_workspace_admin', targetId: uid });
    return { output: {}, publications: [] };
  },
};

/** Undefined if the server needs none. */
export async function createSetupLink(
  writer: MutationWriter<{ add_setup_code: typeof addSetupCode }>,
  origin: string,
): Promise<string | undefined> {
  const code = createSecretCode();
  const { isAdded } = await writer.write('add_setup_code', SYSTEM_CALLER, { hash: hashSecretCode(code) });
  return isAdded ? `${origin}/setup/${code}` : undefined;
}
