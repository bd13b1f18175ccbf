import { Store } from '@snug/client';

export const SEARCH_PATH = '/search';

/** Of the history entry of a room that opened at a result: the query of the search's address. */
export interface HitState {
  hit: string;
  /** The entry before it has the results. */
  isFromResults?: boolean;
}

/** `isUnread`: the list does not count as read until its reader acts in it. */
export interface OpenedHit extends HitState {
  isUnread: boolean;
}

/** The result at which the open room was opened. */
export const openedHit = new Store(readHit());

export function followHit(): void {
  openedHit.set(readHit());
}

function readHit(): OpenedHit | undefined {
  const { hit } = (history.state ?? {}) as Partial<HitState>;
  return hit === undefined ? undefined : { hit, isUnread: true };
}
