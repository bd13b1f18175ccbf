import { type Chat, Store } from '@snug/client';
import { INITIAL_STATE_ID, type InitialState } from '@snug/protocol';
import { deleteRoomsOfOtherUsers } from '../offline/rooms-storage.ts';
import { type Account, fetchCurrentAccount, postAccount } from './accounts.ts';
import { readRememberedAccount, rememberAccount } from './remembered-account.ts';

export type Session =
  | { status: 'loading' }
  | { status: 'signed_out' }
  | { status: 'signed_in'; account: Account; initialState?: InitialState }
  | { status: 'unreachable' };

export const session = new Store<Session>({ status: 'loading' });

/** Uses the state that the server embedded in the page, or else requests it. */
export function startSession(): void {
  const initialState = consumeInitialState();
  if (!initialState) return void loadSession();
  const { uid, name, createdAt } = initialState.me;
  const account = { id: uid, name, createdAt: new Date(createdAt).toISOString() };
  remember(account);
  session.set({ status: 'signed_in', account, initialState });
}

/** Undefined if the page has none, and from the second call on. */
function consumeInitialState(): InitialState | undefined {
  const element = document.getElementById(INITIAL_STATE_ID);
  element?.remove();
  return element ? (JSON.parse(element.textContent) as InitialState) : undefined;
}

/** If the server is unreachable, the remembered account counts as signed in until the server responds. */
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

/** The server has confirmed the account, so other people's cached rooms are deleted. */
function remember(account: Account | undefined): void {
  rememberAccount(account);
  void deleteRoomsOfOtherUsers(account?.id);
}

export function reloadSession(): void {
  session.set({ status: 'loading' });
  void loadSession();
}

let signOutInProgress: { isClosed: boolean } | undefined;

/** The server closed the socket, because the session has ended. */
export function onSocketSignedOut(): void {
  if (signOutInProgress) signOutInProgress.isClosed = true;
  else endSession();
}

function endSession(): void {
  remember(undefined);
  session.set({ status: 'signed_out' });
}

/** Rejects with an `AccountError`. */
export async function signIn(email: string, password: string): Promise<void> {
  await postAccount('sign-in/email', { email, password });
  await loadSession();
}

/** Creates an account and signs in with it. Rejects with an `AccountError`. */
export async function signUp(name: string, email: string, password: string): Promise<void> {
  await postAccount('sign-up/email', { name, email, password });
  await loadSession();
}

/** Rejects with an `AccountError`. */
export function signOut(): Promise<void> {
  return endSessionAfter(async () => {
    await postAccount('sign-out', {});
  });
}

/** Ends all sessions of the person, on all devices. Rejects with a `CommandError`. */
export function signOutEverywhere(chat: Chat): Promise<void> {
  return endSessionAfter(async () => {
    await chat.signOutEverywhere();
    await postAccount('sign-out', {}).catch(() => {});
  });
}

/**
 * The response removes the cookie and the browser's cached files. The server closes the socket before it responds, and that
 * close alone must not show the sign-in page.
 */
async function endSessionAfter(requestSignOut: () => Promise<void>): Promise<void> {
  const current = { isClosed: false };
  signOutInProgress = current;
  try {
    await requestSignOut();
  } catch (error) {
    if (!current.isClosed) throw error;
  } finally {
    signOutInProgress = undefined;
  }
  endSession();
}
