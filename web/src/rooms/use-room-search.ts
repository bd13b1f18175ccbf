import type { Chat } from '@snug/client';
import { useEffect, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import {
  mergeResults,
  parseRoomId,
  type RoomSearchResult,
  searchLocally,
  toSearchText,
} from './room-search.ts';

const DEBOUNCE_MS = 120;
/** A page may have few rooms and a cursor: pages are collected until there are `MIN_RESULTS`. */
const MAX_REQUESTS = 5;
const MIN_RESULTS = 10;

export interface RoomSearch extends RoomSearchResult {
  /** The visible results belong to an older query. */
  isSearching: boolean;
  showMore: () => void;
}

/** The rooms that match the query; for an empty query, the most recently active ones. */
export function useRoomSearch(query: string): RoomSearch {
  const chat = useChat();
  const [localRooms] = useState(() => chat.roomList.rooms.get() ?? []);
  const [result, setResult] = useState<{ to: string; found: RoomSearchResult }>({
    to: '',
    found: { rooms: [] },
  });
  const id = parseRoomId(query);
  const text = id === undefined ? toSearchText(query) : undefined;

  useEffect(() => {
    if (text === undefined) return undefined;
    let isCancelled = false;
    const show = (found: RoomSearchResult) => {
      if (!isCancelled) setResult({ to: text, found });
    };
    const search = () =>
      // If the server is unreachable, search the cached rooms.
      searchServer(chat, text, { rooms: [] }).then(show, () => show(searchLocally(localRooms, text)));
    const timer = setTimeout(() => void search(), DEBOUNCE_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [chat, localRooms, text]);

  const showMore = () => {
    const shown = result;
    searchServer(chat, shown.to, shown.found).then(
      found => setResult(now => (now === shown ? { to: shown.to, found } : now)),
      () => undefined,
    );
  };
  const isSearching = text !== undefined && result.to !== text;
  return { ...getShownResult(chat, { id, text, here: localRooms, answer: result }), isSearching, showMore };
}

interface SearchState {
  id: string | undefined;
  text: string | undefined;
  here: Parameters<typeof searchLocally>[0];
  answer: { found: RoomSearchResult };
}

function getShownResult(chat: Chat, { id, text, here, answer }: SearchState): RoomSearchResult {
  if (id !== undefined) return { rooms: [{ id, name: chat.roomList.getRow(id)?.name }] };
  return text === undefined ? searchLocally(here, '') : answer.found;
}

/** Appends the next rooms to `known`. Rejects with a `CommandError`. */
async function searchServer(chat: Chat, text: string, known: RoomSearchResult): Promise<RoomSearchResult> {
  let found = known;
  for (let call = 0; call < MAX_REQUESTS; call++) {
    found = mergeResults(found, await chat.findRooms(text, found.next));
    if (!found.next || found.rooms.length - known.rooms.length >= MIN_RESULTS) break;
  }
  return found;
}
