import { CommandError } from '@snug/protocol';
import type { Mutation } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { accessSelf } from '../../people/profiles/access.ts';
import { insertSession, type NewSession } from '../new-session.ts';
import { storeUse } from './passkey-store.ts';
import type { SignInChallenge, SignInChallenges } from './sign-in-challenges.ts';
import { deleteExpired, isChallengeUsed, useChallenge } from './used-challenge-store.ts';

/** Of another page of the browser. Otherwise its newest sign-in page would end the requests of the others. */
export async function findUnusedChallenge(
  db: Db,
  challenges: SignInChallenges,
  code: string,
): Promise<string | undefined> {
  const known = challenges.findShared(code);
  return known && !(await isChallengeUsed(db, known.challenge)) ? known.challenge : undefined;
}

/** `id`: of the passkey of `uid` that signed the challenge, with the counter of that signature. */
export const signInByPasskey: Mutation<
  { uid: string; id: string; counter: number; challenge: SignInChallenge; session: NewSession },
  object
> = {
  isUnrepeatable: true,
  lockKeys: (_call, { uid }) => [`person:${uid}`],

  async run(db, { now }, { uid, challenge, session, ...use }) {
    await accessSelf(db, uid);
    if (!(await useChallenge(db, challenge)))
      throw new CommandError('not_found', 'That took too long. Try again.');
    if (!(await storeUse(db, uid, use, now))) throw createPasskeyError();
    await insertSession(db, uid, session, now);
    return { output: {}, publications: [] };
  },
};

/** The same for every reason. */
export function createPasskeyError(): CommandError {
  return new CommandError('forbidden', "That passkey doesn't work here. Sign in another way.");
}

export const deleteUsedChallenges: Mutation<{ limit: number }, { count: number }> = {
  lockKeys: () => [],

  async run(db, { now }, { limit }) {
    return { output: { count: await deleteExpired(db, now, limit) }, publications: [] };
  },
};
