import { CommandError, MAX_PASSKEYS, type Passkey, type Person } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { findAccountLabel } from '../emails/account-label.ts';
import { addNotice } from '../notices/notices.ts';
import { requireOwnSession } from '../own-session.ts';
import { insertLink, takeLink } from '../recovery/one-time-link-store.ts';
import { hasTwoStep, type Proof, spendProof } from '../two-step/two-step-store.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  type NewPasskey,
  presentPasskey,
  storeName,
} from './passkey-store.ts';
import type { PasskeyOwner } from './passkey-verifier.ts';
import { CHALLENGE_LIFETIME_MS } from './sign-in-challenges.ts';

/** The oldest first. */
export async function readPasskeys(db: Db, uid: string): Promise<Passkey[]> {
  return (await listPasskeys(db, uid)).map(presentPasskey);
}

export async function readPasskeyOwner(
  db: Db,
  { uid, name }: Pick<Person, 'uid' | 'name'>,
): Promise<PasskeyOwner> {
  const account = (await findAccountLabel(db, uid)) ?? name;
  return { uid, name, account, passkeys: await listPasskeys(db, uid) };
}

/**
 * `hash`: of the challenge, which replaces the one before. `proof`: with two-step verification, because a sign-in with a passkey
 * asks for no code.
 */
export const beginPasskey: Mutation<{ hash: string; proof: Proof | undefined }, object> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid, now }, { hash, proof }) {
    await accessSelf(db, uid);
    await assertSpace(db, uid);
    if ((await hasTwoStep(db, uid)) && !(proof && (await spendProof(db, uid, proof))))
      throw new CommandError('invalid_input', "code: isn't right, or was used before");
    const link = { hash, userId: uid, kind: 'passkey', email: null, noticeId: null } as const;
    await insertLink(db, { ...link, expiresAt: now + CHALLENGE_LIFETIME_MS });
    return { output: {}, publications: [] };
  },
};

/** `hash`: of the challenge that its device signed. */
export const addPasskey: Mutation<{ hash: string; passkey: NewPasskey }, { passkey: Passkey }> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call, { hash, passkey }) {
    const { uid, now } = call;
    await accessSelf(db, uid);
    await requireOwnSession(db, call);
    if (!(await takeLink(db, { hash, kind: 'passkey', uid }, now)))
      throw new CommandError('not_found', 'That took too long. Try again.');
    await assertSpace(db, uid);
    const added = await insertPasskey(db, uid, passkey, now);
    if (!added) throw new CommandError('id_taken', 'That passkey is in use already');
    const { publication } = await addNotice(db, call, 'passkey_added');
    return { output: { passkey: added }, publications: [publication] };
  },
};

async function assertSpace(db: Db, uid: string): Promise<void> {
  if ((await listPasskeys(db, uid)).length >= MAX_PASSKEYS)
    throw new CommandError(
      'limit_exceeded',
      `You can have at most ${MAX_PASSKEYS} passkeys. Remove one first.`,
    );
}

export const renamePasskey: Mutation<{ id: string; name: string }, { passkey: Passkey }> = {
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid }, input) {
    const passkey = await storeName(db, uid, input);
    if (!passkey) throw new CommandError('not_found');
    return { output: { passkey }, publications: [] };
  },
};

export const removePasskey: Mutation<{ id: string }, object> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call, { id }) {
    if (!(await deletePasskey(db, call.uid, id))) throw new CommandError('not_found');
    const { publication } = await addNotice(db, call, 'passkey_removed');
    return { output: {}, publications: [publication] };
  },
};
