import { CommandError } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { insertSession, type NewSession } from '../new-session.ts';
import { requireOwnSession } from '../own-session.ts';
import { findLink, takeLink } from '../recovery/one-time-link-store.ts';
import {
  confirmTwoStep,
  deleteTwoStep,
  hasTwoStep,
  insertTwoStep,
  type Proof,
  replaceRecoveryCodes,
  spendProof,
} from './two-step-store.ts';

export function createWrongCodeError(): CommandError {
  return new CommandError('forbidden', "That code isn't right, or was used before");
}

async function requireProof(db: Db, uid: string, proof: Proof): Promise<void> {
  if (!(await spendProof(db, uid, proof))) throw createWrongCodeError();
}

/** `secret`: encrypted. It counts as soon as a code confirms it. */
export const beginTwoStep: Mutation<{ secret: string }, object> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid }, { secret }) {
    await accessSelf(db, uid);
    if (await hasTwoStep(db, uid)) throw new CommandError('stale', 'Two-step verification is on already');
    await insertTwoStep(db, uid, secret);
    return { output: {}, publications: [] };
  },
};

/** `hashes`: of the recovery codes. */
export const turnOnTwoStep: Mutation<{ secret: string; step: number; hashes: string[] }, object> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, call, { hashes, ...proof }) {
    const { uid, now } = call;
    await accessSelf(db, uid);
    await requireOwnSession(db, call);
    if (!(await confirmTwoStep(db, uid, proof, now)))
      throw new CommandError('stale', 'Begin again: another window has changed this meanwhile');
    await replaceRecoveryCodes(db, uid, hashes);
    return { output: {}, publications: [] };
  },
};

export const renewRecoveryCodes: Mutation<{ proof: Proof; hashes: string[] }, object> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid }, { proof, hashes }) {
    await requireProof(db, uid, proof);
    await replaceRecoveryCodes(db, uid, hashes);
    return { output: {}, publications: [] };
  },
};

export const turnOffTwoStep: Mutation<{ proof: Proof }, object> = {
  isUnrepeatable: true,
  lockKeys: ({ uid }) => [`person:${uid}`],

  async run(db, { uid }, { proof }) {
    await requireProof(db, uid, proof);
    await deleteTwoStep(db, uid);
    return { output: {}, publications: [] };
  },
};

/** `hash`: of the code of a pending sign-in, which a wrong proof does not use up. */
export const finishSignIn: Mutation<
  { uid: string; hash: string; proof: Proof; session: NewSession },
  object
> = {
  isUnrepeatable: true,
  lockKeys: (_call, { uid }) => [`person:${uid}`],

  async run(db, { now }, { uid, hash, proof, session }) {
    if (!(await findLink(db, hash, 'sign_in', now))) throw new CommandError('not_found');
    await requireProof(db, uid, proof);
    if (!(await takeLink(db, { hash, kind: 'sign_in', uid }, now))) throw new CommandError('not_found');
    await insertSession(db, uid, session, now);
    return { output: {}, publications: [] };
  },
};
