import { MAX_SEARCH_LENGTH } from '@snug/protocol';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useChat, useMe } from '../state/chat-context.ts';
import { SEARCH_PATH } from '../state/search-path.ts';
import { useStore } from '../state/use-store.ts';
import { useAddressChange } from '../ui/browser/location.ts';
import type { MessageSearch, SearchState } from './message-search.ts';
import { getSearch, putAddress } from './recent-searches.ts';
import { addFilter, type Filter, type SearchQuery } from './search-filters.ts';
import { writeAddress } from './search-query.ts';
import { takeTypedFilters } from './typed-filters.ts';

/** After the last key. */
const DEBOUNCE_MS = 200;

/** From a result of an index that is behind to the next look. Each one takes twice as long as the one before. */
const [FIRST_REFRESH_MS, MAX_REFRESH_MS] = [2_000, 60_000];
const VERIFY_INTERVAL_MS = 60_000;

/** The search of the address, which follows what a person types. */
export function useMessageSearch() {
  const chat = useChat();
  const me = useMe().uid;
  const [search, setSearch] = useState(() => getSearch(chat, me));
  const [query, setQuery] = useState(() => takeTypedFilters(search.query, { me, now: Date.now() }));
  const state = useStore(search.state);
  const address = useRef(location.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function settle(next: SearchQuery, isTyping: boolean): void {
    clearTimeout(timer.current);
    search.onScroll(0);
    search.openedId.set(undefined);
    // A filter narrows the search while the person may still be writing it.
    void search.run(takeTypedFilters(next, { me, now: Date.now() }), isTyping);
    const now = writeAddress(next);
    if (now === address.current) return;
    address.current = now;
    putAddress(chat, now, search);
  }

  function change(next: SearchQuery): void {
    setQuery(next);
    settle(next, false);
  }

  /** `caret`: its place in the text; undefined while an input method composes. */
  function type(text: string, caret: number | undefined): void {
    clearTimeout(timer.current);
    const typed = { ...query, text: text.slice(0, MAX_SEARCH_LENGTH) };
    const next = caret === undefined ? typed : takeTypedFilters(typed, { caret, me, now: Date.now() });
    setQuery(next);
    if (caret !== undefined) timer.current = setTimeout(() => settle(next, true), DEBOUNCE_MS);
  }

  const show = useEffectEvent((shown: MessageSearch) => {
    if (shown.state.get().rows === undefined) {
      putAddress(chat, address.current, shown);
      settle(query, false);
    } else void shown.verify();
  });
  useEffect(() => show(search), [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useAddressChange(() => {
    if (location.pathname !== SEARCH_PATH || location.search === address.current) return;
    clearTimeout(timer.current);
    address.current = location.search;
    const other = getSearch(chat, me);
    setSearch(other);
    setQuery(takeTypedFilters(other.query, { me, now: Date.now() }));
  });

  useRefresh(search, state);
  useVerification(search);

  const isConnected = useStore(chat.connection.state).status === 'connected';
  const onConnected = useEffectEvent((shown: MessageSearch) => {
    const { kept, needsServer, error } = shown.state.get();
    if (kept || needsServer || error) void shown.runAgain();
  });
  useEffect(() => {
    if (isConnected) onConnected(search);
  }, [isConnected, search]);

  return {
    search,
    query,
    state,
    type,
    submit: () => change(takeTypedFilters(query, { me, now: Date.now() })),
    add: (filter: Filter, text = query.text) => change({ text, filters: addFilter(query.filters, filter) }),
    remove: (filter: Filter) =>
      change({ ...query, filters: query.filters.filter(other => other !== filter) }),
    pause: () => clearTimeout(timer.current),
  };
}

/** The server sends no events of rooms that are not open: the page looks again each minute, and when its reader returns to the tab. */
function useVerification(search: MessageSearch): void {
  useEffect(() => {
    const verify = () => {
      if (document.visibilityState === 'visible') void search.verify();
    };
    document.addEventListener('visibilitychange', verify);
    const timer = setInterval(verify, VERIFY_INTERVAL_MS);
    return () => {
      document.removeEventListener('visibilitychange', verify);
      clearInterval(timer);
    };
  }, [search]);
}

/** While the index is behind, the results of the newest messages come later. */
function useRefresh(search: MessageSearch, state: SearchState): void {
  const wait = useRef({ query: search.query, ms: FIRST_REFRESH_MS });
  // One that failed, or whose reader had scrolled, changes nothing else.
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    if (!state.isBehind || state.isSearching) return undefined;
    if (wait.current.query !== search.query) wait.current = { query: search.query, ms: FIRST_REFRESH_MS };
    const { ms } = wait.current;
    const timer = setTimeout(() => {
      wait.current.ms = Math.min(2 * ms, MAX_REFRESH_MS);
      void search.refresh().then(() => setLooks(looks + 1));
    }, ms);
    return () => clearTimeout(timer);
  }, [search, state, looks]);
}
