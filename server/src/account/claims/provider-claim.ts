import { AsyncLocalStorage } from 'node:async_hooks';
import { CommandError, type ProviderId } from '@snug/protocol';
import * as v from 'valibot';
import { SYSTEM_CALLER } from '../../db/mutation.ts';
import type { AccountWriter } from '../account-mutations.ts';
import { ProviderProblem } from '../provider-problem.ts';
import type { NewUser } from '../provider-profile.ts';
import type { ClaimRef } from './claim-account.ts';

const claims = new AsyncLocalStorage<ClaimRef>();

/** The accounts library passes no data of ours from the request for a sign-in to its state. */
export function runWithClaim<Result>(claim: ClaimRef, work: () => Promise<Result>): Promise<Result> {
  return claims.run(claim, work);
}

/** For the state of the sign-in, where only the server can write. */
export function getClaim(): ClaimRef | undefined {
  return claims.getStore();
}

const Claim = v.object({ uid: v.string(), hash: v.string() });

/** Takes the claim out of the state, before the library looks for the account of the provider, which is then that of the claim. */
export type ClaimFromState = (
  state: unknown,
  provider: { id: ProviderId; subject: string; user: NewUser },
) => Promise<void>;

export function createClaimFromState(writer: Pick<AccountWriter, 'write'>): ClaimFromState {
  return async (state, { id, subject, user: { email, emailVerified } }) => {
    const { success, output } = v.safeParse(Claim, state);
    if (!success) return;
    const input = { ...output, provider: id, subject, user: { email, emailVerified } };
    await writer.write('claim_with_provider', SYSTEM_CALLER, input).catch(throwProblem);
  };
}

function throwProblem(error: unknown): never {
  if (!(error instanceof CommandError)) throw error;
  if (error.code === 'id_taken')
    throw new ProviderProblem('linked', 'this account of the provider signs another person in');
  throw new ProviderProblem('link_over', 'the claim link no longer works', { cause: error });
}
