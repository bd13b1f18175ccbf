import { type Chat, Store } from '@snug/client';
import type { InitialState } from '@snug/protocol';
import { deleteRoomsOfOtherUsers } from '../offline/rooms-storage.ts';
import { type Account, fetchCurrentAccount, postAccount } from './accounts.ts';
import { consumeInitialState } from './initial-state.ts';
import { readRememberedAccount, rememberAccount } from './remembered-account.ts';

export type Session =
  | { status: 'loading' }
  | { status: 'signed_out' }
  | { status: 'signed_in'; account: Account; initialState?: InitialState }
  | { status: 'unreachable' };

/** Whose browser this is. */
export const session = new Store<Session>({ status: 'loading' });

/** Takes it from the page, where the server said so along with it, or else asks. */
export function startSession(): void {
  const initialState = consumeInitialState();
  if (!initialState) return void loadSession();
  const { uid, name, createdAt } = initialState.me;
  const account = { id: uid, name, createdAt: new Date(createdAt).toISOString() };
  remember(account);
  session.set({ status: 'signed_in', account, initialState });
}

/** Asks the server who is signed in. Who was, before the server could not be reached, still is until it says otherwise. */
async function loadSession(): Promise<void> {
  try {
    const account = await fetchCurrentAccount();
    remember(account);
    session.set(account ? { status: 'signed_in', account } : { status: 'signed_out' });
  } catch {
    const account = readRememberedAccount();
    session.set(account ? { status: 'signed_in', account } : { status: 'unreachable' });
  }
}

/** The server said who it is: what anybody else saw in this browser is nobody's business any more. */
function remember(account: Account | undefined): void {
  rememberAccount(account);
  void deleteRoomsOfOtherUsers(account?.id);
}

/** Asks anew, with a new page for whoever it is. */
export function reloadSession(): void {
  session.set({ status: 'loading' });
  void loadSession();
}

/** The session is over. */
export function endSession(): void {
  remember(undefined);
  session.set({ status: 'signed_out' });
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
  endSession();
}

/** Ends all sessions of the person, on whatever device. Rejects with a `CommandError`. */
export async function signOutEverywhere(chat: Chat): Promise<void> {
  await chat.signOutEverywhere();
  // The answer takes the cookie away, and with it what the browser keeps of the person's files.
  await postAccount('sign-out', {}).catch(() => {});
  endSession();
}
