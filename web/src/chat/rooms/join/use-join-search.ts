import { useEffect, useEffectEvent, useState } from 'react';
import { useOpenDirect } from '../../../people/direct/use-open-direct.ts';
import { usePeopleSearch } from '../../../people/profiles/use-people-search.ts';
import { roomPath } from '../../../state/room-path.ts';
import { navigate } from '../../../ui/browser/location.ts';
import { parseRoomId } from './room-search.ts';
import { useRoomSearch } from './use-room-search.ts';

/** Rooms, then people, by their ids. `onFound` runs before the chosen one opens. */
export function useJoinSearch(onFound: () => void) {
  const [query, setQuery] = useState('');
  const [selectedIndex, select] = useState(0);
  const [submittedQuery, setSubmittedQuery] = useState<string>();
  const rooms = useRoomSearch(query);
  const people = usePeopleSearch(parseRoomId(query) === undefined ? query : '');
  const { isBusy, openDirect } = useOpenDirect(onFound);
  const isSearching = rooms.isSearching || people.isSearching;
  const keys = [...rooms.items.map(({ id }) => id), ...people.items.map(({ uid }) => uid)];
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
    navigate(roomPath(key));
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

  return { query, rooms, people, keys, index, selectedIndex, isSearching, search, select, open, submit };
}
