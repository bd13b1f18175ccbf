import { MAX_DIRECT_PEOPLE, type Person } from '@snug/protocol';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useMe } from '../../state/chat-context.ts';
import { toSearchText } from '../../state/use-paged-search.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { strings } from '../../strings/strings.ts';
import { usePeopleSearch } from '../profiles/use-people-search.ts';
import { listOptions } from './list-options.ts';
import { useSuggestedPeople } from './suggested-people.ts';

const MAX_CHOSEN = MAX_DIRECT_PEOPLE - 1;

export type PeopleChooser = ReturnType<typeof usePeopleChooser>;

/** The state of a combobox with several people. The reader is offered as the first option while nobody is chosen. */
export function usePeopleChooser(onNotes: () => void) {
  const id = useId();
  const me = useMe();
  const [chosen, setChosen] = useState<readonly Person[]>([]);
  const [query, setQuery] = useState('');
  const [selectedIndex, setSelectedIndex] = useState<number>();
  const [submittedQuery, setSubmittedQuery] = useState<string>();
  const suggested = useSuggestedPeople();
  const { items, next, isSearching, hasFailed, showMore } = usePeopleSearch(query);
  const isEmpty = toSearchText(query) === undefined;
  const isFull = chosen.length >= MAX_CHOSEN;
  const found = isEmpty ? [me, ...suggested] : items;
  const options = isFull ? [] : listOptions(found, chosen, me.uid);
  // With an empty field, Enter opens the conversation.
  const index = Math.min(selectedIndex ?? (isEmpty ? -1 : 0), options.length - 1);

  function search(text: string): void {
    setQuery(text);
    setSelectedIndex(undefined);
    setSubmittedQuery(undefined);
  }

  function choose(person: Person | undefined): void {
    if (!person) return;
    if (person.uid === me.uid) return onNotes();
    setChosen(chosen => [...chosen, person]);
    search('');
  }

  function remove(uid: string | undefined): void {
    setChosen(chosen => chosen.filter(person => person.uid !== uid));
  }

  const chooseEntered = useEffectEvent(() => choose(options[index]));
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- Enter was pressed before the results arrived
    if (!isSearching && query !== '' && submittedQuery === query) chooseEntered();
  }, [isSearching, query, submittedQuery]);

  /** False if there is nothing to choose. */
  function chooseActive(): boolean {
    // The visible options belong to an older query: the first one is chosen when the new ones arrive.
    if (isSearching && !isFull) setSubmittedQuery(query);
    else if (options[index]) choose(options[index]);
    else return !isEmpty;
    return true;
  }

  return {
    id,
    meUid: me.uid,
    chosen,
    query,
    options,
    index,
    next: isFull ? undefined : next,
    note: getNote({ isFull, hasFailed, isEmpty, isNobody: options.length === 0 && !isSearching }),
    search,
    select: setSelectedIndex,
    choose,
    chooseActive,
    remove,
    showMore,
  };
}

interface Situation {
  isFull: boolean;
  hasFailed: boolean;
  isEmpty: boolean;
  isNobody: boolean;
}

function getNote({ isFull, hasFailed, isEmpty, isNobody }: Situation): string | undefined {
  if (isFull) return lazyStrings.direct.full(MAX_CHOSEN);
  if (hasFailed) return strings.shell.unreachableNow;
  return isNobody && !isEmpty ? lazyStrings.direct.noneFound : undefined;
}

/** The id of the element of an option. */
export function optionId(id: string, uid: string): string {
  return `${id}-${uid}`;
}
