import { AsyncLocalStorage } from 'node:async_hooks';

/** A sign-in of the accounts library. */
interface SignIn {
  /** The code of a sign-in that waits for the second step, in place of the token of a session. */
  pendingCode?: string;
}

const signIns = new AsyncLocalStorage<SignIn>();

/** The accounts library passes no data of ours from its statements to the response. */
export async function runSignIn<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; pendingCode: string | undefined }> {
  const signIn: SignIn = {};
  const result = await signIns.run(signIn, work);
  return { result, pendingCode: signIn.pendingCode };
}

export function setPendingCode(code: string): void {
  const signIn = signIns.getStore();
  if (signIn) signIn.pendingCode = code;
}

export function isSignInPending(): boolean {
  return signIns.getStore()?.pendingCode !== undefined;
}
