import { readItem, writeItem } from '../../ui/browser/local-storage.ts';

const KEY = 'snug:ways-in';

/** The next sign-in of this person shows the ways into the account. */
export function requestWaysIn(uid: string): void {
  // If the browser stores nothing, the Dashboard still has the lists.
  writeItem(KEY, uid);
}

export function areWaysInDue(uid: string): boolean {
  return readItem(KEY) === uid;
}

export function endWaysInRequest(): void {
  writeItem(KEY, null);
}
