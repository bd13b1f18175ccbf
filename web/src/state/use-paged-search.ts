import { type FindCursor, MAX_NAME_LENGTH } from '@snug/protocol';
import { useEffect, useEffectEvent, useState } from 'react';
import { useChat } from './chat-context.ts';
import { useStore } from './use-store.ts';

const DEBOUNCE_MS = 120;
/** A page may have few items and a cursor: pages are collected until there are `MIN_RESULTS`. */
const MAX_REQUESTS = 5;
const MIN_RESULTS = 10;

export interface SearchResult<Item> {
  items: readonly Item[];
  /** Present if there may be more items. */
  next?: FindCursor | undefined;
}

export interface SearchSource<Item> {
  getId: (item: Item) => string;
  /** Rejects with a `CommandError`. */
  findPage: (text: string, after: FindCursor | undefined) => Promise<SearchResult<Item>>;
  /** If the server is unreachable. */
  findOffline?: (text: string) => readonly Item[];
}

export interface PagedSearch<Item> extends SearchResult<Item> {
  /** The visible results belong to an older text. */
  isSearching: boolean;
  /** The server did not respond, and nothing is known without it. */
  hasFailed: boolean;
  showMore: () => void;
}

interface State<Item> {
  to: string | undefined;
  found: SearchResult<Item>;
  /** The server did not respond: the next connection searches again. */
  isUnanswered: boolean;
  hasFailed: boolean;
}

/** The query within the server's limits; undefined if it is empty. */
export function toSearchText(query: string): string | undefined {
  const text = query.trim().slice(0, MAX_NAME_LENGTH).toWellFormed();
  return text === '' ? undefined : text;
}

/** Searches while a person types, and again with the next connection if the server did not respond. An empty query finds nothing. */
export function usePagedSearch<Item>(query: string, source: SearchSource<Item>): PagedSearch<Item> {
  const text = toSearchText(query);
  const isConnected = useStore(useChat().connection.state).status === 'connected';
  const [state, setState] = useState<State<Item>>({
    to: undefined,
    found: { items: [] },
    isUnanswered: false,
    hasFailed: false,
  });

  const search = useEffectEvent(async (text: string): Promise<State<Item>> => {
    try {
      const found = await findPages(source, text, { items: [] });
      return { to: text, found, isUnanswered: false, hasFailed: false };
    } catch {
      const items = source.findOffline?.(text);
      return { to: text, found: { items: items ?? [] }, isUnanswered: true, hasFailed: !items };
    }
  });

  useEffect(() => {
    if (text === undefined) return undefined;
    let isCancelled = false;
    const show = (next: State<Item>) => {
      if (!isCancelled) setState(next);
    };
    const timer = setTimeout(() => void search(text).then(show), DEBOUNCE_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [text]);

  const searchAgain = useEffectEvent(() => {
    if (text === undefined || text !== state.to || !state.isUnanswered) return;
    void search(text).then(next => setState(now => (now.to === text ? next : now)));
  });
  useEffect(() => {
    if (isConnected) searchAgain();
  }, [isConnected]);

  const showMore = () => {
    const shown = state;
    if (shown.to === undefined) return;
    findPages(source, shown.to, shown.found).then(
      found => setState(now => (now === shown ? { ...shown, found } : now)),
      () => undefined,
    );
  };
  if (text === undefined) return { items: [], isSearching: false, hasFailed: false, showMore };
  return { ...state.found, hasFailed: state.hasFailed, isSearching: state.to !== text, showMore };
}

/** Appends the next pages to `known`. */
export async function findPages<Item>(
  { findPage, getId }: SearchSource<Item>,
  text: string,
  known: SearchResult<Item>,
): Promise<SearchResult<Item>> {
  let found = known;
  for (let call = 0; call < MAX_REQUESTS; call++) {
    const { items, next } = await findPage(text, found.next);
    const ids = new Set(found.items.map(getId));
    found = { items: [...found.items, ...items.filter(item => !ids.has(getId(item)))], next };
    if (!next || found.items.length - known.items.length >= MIN_RESULTS) break;
  }
  return found;
}
