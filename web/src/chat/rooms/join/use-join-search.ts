import { useEffect, useEffectEvent, useState } from 'react';
import { useOpenDirect } from '../../../people/direct/use-open-direct.ts';
import { usePeopleSearch } from '../../../people/profiles/use-people-search.ts';
import { useChat } from '../../../state/chat-context.ts';
import { roomPath } from '../../../state/room-path.ts';
import { SEARCH_PATH } from '../../../state/search-path.ts';
import { useStore } from '../../../state/use-store.ts';
import { navigate } from '../../../ui/browser/location.ts';
import { parseRoomId } from './room-search.ts';
import { useRoomSearch } from './use-room-search.ts';

/** Of a search in messages for the words. */
export function searchPath(words: string): string {
  return `${SEARCH_PATH}?${new URLSearchParams({ q: words }).toString()}`;
}

/** The option that searches messages. */
export const MESSAGES_KEY = 'messages';

/** Rooms, then people, by their ids, and then the messages. `onFound` runs before the chosen one opens. */
export function useJoinSearch(onFound: () => void) {
  const chat = useChat();
  const [query, setQuery] = useState('');
  const [selectedIndex, select] = useState(0);
  const [submittedQuery, setSubmittedQuery] = useState<string>();
  const rooms = useRoomSearch(query);
  const people = usePeopleSearch(parseRoomId(query) === undefined ? query : '');
  const { isBusy, openDirect } = useOpenDirect(onFound);
  const isSearching = rooms.isSearching || people.isSearching;
  const isSearchOff = useStore(chat.isSearchOff);
  const searchText = parseRoomId(query) === undefined && !isSearchOff ? query.trim() : '';
  const found = [...rooms.items.map(({ id }) => id), ...people.items.map(({ uid }) => uid)];
  const keys = searchText === '' ? found : [...found, MESSAGES_KEY];
  const index = Math.min(selectedIndex, keys.length - 1);

  function search(text: string): void {
    setQuery(text);
    select(0);
    setSubmittedQuery(undefined);
  }

  function open(key: string | undefined): void {
    if (key === undefined || isBusy) return;
    if (people.items.some(({ uid }) => uid === key)) return void openDirect([key]);
    onFound();
    navigate(key === MESSAGES_KEY ? searchPath(searchText) : roomPath(key));
  }

  const openEntered = useEffectEvent(() => open(keys[index]));
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- Enter was pressed before the results arrived
    if (!isSearching && query !== '' && submittedQuery === query) openEntered();
  }, [isSearching, query, submittedQuery]);

  function submit(): void {
    // The visible results belong to an older query: the first one opens when the new ones arrive.
    if (isSearching) setSubmittedQuery(query);
    else open(keys[index]);
  }

  const hasFound = found.length > 0;
  return {
    query,
    searchText,
    rooms,
    people,
    keys,
    hasFound,
    index,
    selectedIndex,
    isSearching,
    search,
    select,
    open,
    submit,
  };
}
