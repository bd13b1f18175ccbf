import type { Chat } from '@snug/client';
import { SEARCH_PATH } from '../state/search-path.ts';
import { navigate } from '../ui/browser/location.ts';
import { MessageSearch } from './message-search.ts';
import { readAddress } from './search-query.ts';

const MAX_SEARCHES = 10;

const byChat = new WeakMap<Chat, Map<string, MessageSearch>>();

/** Of a history entry whose search this page has shown. */
const SHOWN = { isShown: true };

/** The search of the page's address: with its results, if the person returned to it. */
export function getSearch(chat: Chat, uid: string): MessageSearch {
  const { search: address } = location;
  const isReturn = (history.state as Partial<typeof SHOWN> | null)?.isShown === true;
  const known = isReturn ? getSearches(chat).get(address) : undefined;
  const search = known ?? new MessageSearch(readAddress(address), { chat, uid, now: Date.now });
  putSearch(chat, address, search);
  return search;
}

/** The search of a result's history entry: for the way to the next result. `address`: the query of the search's address. */
export function findSearch(chat: Chat, address: string): MessageSearch | undefined {
  return getSearches(chat).get(address);
}

/** Gives the page this address. Back to it then shows the search again. */
export function putAddress(chat: Chat, address: string, search: MessageSearch): void {
  putSearch(chat, address, search);
  navigate(`${SEARCH_PATH}${address}`, { replace: true, state: SHOWN });
}

/** In place of this entry: with what was found, if this page still knows it. */
export function openResults(address: string): void {
  navigate(`${SEARCH_PATH}${address}`, { replace: true, state: SHOWN });
}

function putSearch(chat: Chat, address: string, search: MessageSearch): void {
  const searches = getSearches(chat);
  for (const [other, known] of searches) if (known === search || other === address) searches.delete(other);
  searches.set(address, search);
  for (const oldest of [...searches.keys()].slice(0, -MAX_SEARCHES)) searches.delete(oldest);
}

function getSearches(chat: Chat): Map<string, MessageSearch> {
  const known = byChat.get(chat);
  if (known) return known;
  const searches = new Map<string, MessageSearch>();
  chat.trimmed.subscribe(trim => {
    for (const search of searches.values()) search.onTrimmed(trim);
  });
  // Also while a room is open: its reader returns to the results.
  chat.connection.events.subscribe(event => {
    for (const search of searches.values()) search.apply(event);
  });
  byChat.set(chat, searches);
  return searches;
}
