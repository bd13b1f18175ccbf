import { Store } from '@snug/client';
import { INITIAL_STATE_ID, type InitialState } from '@snug/protocol';
import { deleteRoomsOfOtherUsers } from '../../state/offline/rooms-storage.ts';
import { type Account, fetchCurrentAccount } from './accounts.ts';
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
export async function loadSession(): Promise<void> {
  try {
    setAccount(await fetchCurrentAccount());
  } catch {
    const account = readRememberedAccount();
    session.set(account ? { status: 'signed_in', account } : { status: 'unreachable' });
  }
}

let wasSignedIn = false;

/** Since the page loaded. */
export function hasBeenSignedIn(): boolean {
  return wasSignedIn;
}

/** The server has confirmed the account, so other people's cached rooms are deleted. */
function remember(account: Account | undefined): void {
  wasSignedIn ||= account !== undefined;
  rememberAccount(account);
  void deleteRoomsOfOtherUsers(account?.id);
}

export function reloadSession(): void {
  session.set({ status: 'loading' });
  void loadSession();
}

/** The server has confirmed the account, or that there is none. */
function setAccount(account: Account | undefined): void {
  remember(account);
  session.set(account ? { status: 'signed_in', account } : { status: 'signed_out' });
}

let signOutInProgress: { isClosed: boolean } | undefined;

/** A server whose sockets and requests disagree about a session must not cause a flood of sockets. */
const MIN_RECONNECT_INTERVAL_MS = 10_000;
let lastReconnectAt = -MIN_RECONNECT_INTERVAL_MS;

/** The server closed the socket, because its session has ended. The browser may have another session of the same person. */
export async function onSocketSignedOut(uid: string, reconnect: () => void): Promise<void> {
  if (signOutInProgress) return void (signOutInProgress.isClosed = true);
  const account = await fetchCurrentAccount().catch(() => undefined);
  if (account?.id !== uid || performance.now() - lastReconnectAt < MIN_RECONNECT_INTERVAL_MS)
    return setAccount(account?.id === uid ? undefined : account);
  lastReconnectAt = performance.now();
  reconnect();
}

/**
 * The response removes the cookie and the browser's cached files. The server closes the socket before it responds, and that
 * close alone must not show the sign-in page.
 */
export async function endSessionAfter(requestSignOut: () => Promise<void>): Promise<void> {
  const current = { isClosed: false };
  signOutInProgress = current;
  try {
    await requestSignOut();
  } catch (error) {
    if (!current.isClosed) throw error;
  } finally {
    signOutInProgress = undefined;
  }
  setAccount(undefined);
}
