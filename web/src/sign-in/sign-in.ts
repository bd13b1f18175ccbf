import { postAccount } from './post-account.ts';
import { loadSession } from './session.ts';

/** Rejects with an `AccountError`. */
export async function signIn(email: string, password: string): Promise<void> {
  await postAccount('auth/sign-in/email', { email, password });
  await loadSession();
}

/** Creates an account and signs in with it. Rejects with an `AccountError`. */
export async function signUp(name: string, email: string, password: string): Promise<void> {
  await postAccount('auth/sign-up/email', { name, email, password });
  await loadSession();
}
