import { AsyncLocalStorage } from 'node:async_hooks';
import type { InviteRef } from '../invites/invites.ts';

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

const browserInvites = new AsyncLocalStorage<BrowserInvite | undefined>();

/** The accounts library passes no data of ours from a request to its statements. */
export function runWithBrowserInvite<Result>(
  invite: BrowserInvite | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  return browserInvites.run(invite, work);
}

export function getBrowserInvite(): BrowserInvite | undefined {
  return browserInvites.getStore();
}
