import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignUpPolicy } from '@snug/protocol';
import type { InviteRef } from '../people/invites/invites.ts';

/** The invitation or the setup link in the cookies of a browser, during one of its sign-ins or sign-ups. */
export interface BrowserInvite {
  /** Undefined for a setup link alone. */
  readonly invite: InviteRef | undefined;
  /** Whether nobody signs up without an invitation. */
  readonly isRequired: boolean;
  /** Whether the sign-up has taken a use. */
  isTaken: boolean;
  /** The person, as soon as they are signed in. */
  uid?: string;
}

export interface SignInContext {
  readonly signUp: SignUpPolicy;
  readonly invite: BrowserInvite | undefined;
}

const contexts = new AsyncLocalStorage<SignInContext>();

/** The accounts library passes no data of ours from a request to its statements. */
export function runWithBrowserInvite<Result>(
  context: SignInContext,
  work: () => Promise<Result>,
): Promise<Result> {
  return contexts.run(context, work);
}

export function getBrowserInvite(): BrowserInvite | undefined {
  return contexts.getStore()?.invite;
}

/** Whether the request may create an account. */
export function canSignUp(): boolean {
  const { signUp = 'closed', invite } = contexts.getStore() ?? {};
  return signUp === 'open' || (signUp === 'invite' && invite !== undefined);
}
