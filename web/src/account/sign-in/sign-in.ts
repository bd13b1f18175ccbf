import { navigate } from '../../ui/browser/location.ts';
import { CODE_PATH } from './link-paths.ts';
import { postAccount, requestFromAccount } from './post-account.ts';
import { getPostSignInPath } from './post-sign-in-path.ts';
import { loadSession } from './session.ts';

/** With two-step verification, leads to the page that asks for a code. Rejects with an `AccountError`. */
export async function signIn(email: string, password: string): Promise<void> {
  const body = { email, password };
  const { needsCode } = await requestFromAccount<{ needsCode?: true }>('auth/sign-in/email', body);
  if (needsCode) navigate(CODE_PATH, { state: { wanted: getPostSignInPath() } });
  else await loadSession();
}

/** Creates an account and signs in with it. Rejects with an `AccountError`. */
export async function signUp(name: string, email: string, password: string): Promise<void> {
  await postAccount('auth/sign-up/email', { name, email, password });
  await loadSession();
}
