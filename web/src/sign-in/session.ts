import { Store } from '@snug/client';
import { type Account, currentAccount, postAccount } from './accounts.ts';

export type Session =
  | { status: 'loading' }
  | { status: 'signed_out' }
  | { status: 'signed_in'; account: Account }
  | { status: 'unreachable' };

/** Whose browser this is. */
export const session = new Store<Session>({ status: 'loading' });

/** Asks the server who is signed in. */
export async function loadSession(): Promise<void> {
  try {
    const account = await currentAccount();
    session.set(account ? { status: 'signed_in', account } : { status: 'signed_out' });
  } catch {
    session.set({ status: 'unreachable' });
  }
}

/** Rejects with an `AccountError`. */
export async function signIn(email: string, password: string): Promise<void> {
  await postAccount('sign-in/email', { email, password });
  await loadSession();
}

/** Makes an account and signs in with it. Rejects with an `AccountError`. */
export async function signUp(name: string, email: string, password: string): Promise<void> {
  await postAccount('sign-up/email', { name, email, password });
  await loadSession();
}

/** Rejects with an `AccountError`. */
export async function signOut(): Promise<void> {
  await postAccount('sign-out', {});
  session.set({ status: 'signed_out' });
}
