import type { Chat } from '@snug/client';
import { foldName, type ListedRoom, type Person } from '@snug/protocol';
import { useMemo } from 'react';
import { searchLocally } from '../chat/rooms/join/room-search.ts';
import { getRoomName } from '../people/direct/room-name.ts';
import { useChat, useMe } from '../state/chat-context.ts';
import { toSearchText, usePagedSearch } from '../state/use-paged-search.ts';
import { lazyStrings } from '../strings/lazy-strings.ts';
import type { Filter } from './search-filters.ts';

const MAX_OPTIONS = 8;

/** Somebody, or a room, that a person can choose for a filter. */
export interface FilterOption {
  filter: Filter;
  label: string;
  person?: Person;
  room?: Pick<ListedRoom, 'kind' | 'people'>;
}

export interface FilterOptions {
  options: readonly FilterOption[];
  /** Until the server answers, the options are those that this page knows. */
  isSearching: boolean;
}

/** `query`: the beginning of a name; empty for those whom the reader met last. Undefined: none. */
export function usePersonOptions(query: string | undefined): FilterOptions {
  const chat = useChat();
  const me = useMe();
  const known = useMemo(() => listKnownPeople(chat, me), [chat, me]);
  const findKnown = (text = '') => known.filter(({ name }) => hasBeginning(name, text));
  const search = usePagedSearch<Person>(query ?? '', {
    getId: person => person.uid,
    findPage: async (text, after) => {
      const { people, next } = await chat.connection.command('find_people', {
        text,
        ...(after && { after }),
      });
      return { items: people.map(person => chat.people.upsert(person)), next };
    },
    findOffline: findKnown,
  });
  const text = toSearchText(query ?? '');
  const people = text === undefined || search.isSearching ? findKnown(text) : search.items;
  const options = people.slice(0, MAX_OPTIONS).map(person => ({
    filter: { key: 'from' as const, value: person.uid },
    label: person.uid === me.uid ? lazyStrings.messageSearch.me(person.name) : person.name,
    person,
  }));
  return { options: query === undefined ? [] : options, isSearching: search.isSearching };
}

/** `query`: as above. */
export function useRoomOptions(query: string | undefined): FilterOptions {
  const chat = useChat();
  const me = useMe().uid;
  const search = usePagedSearch<Pick<ListedRoom, 'id' | 'kind' | 'people' | 'name'>>(query ?? '', {
    getId: room => room.id,
    findPage: async (text, after) => {
      const { rooms, next } = await chat.connection.command('find_rooms', { text, ...(after && { after }) });
      return { items: rooms, next };
    },
    findOffline: text => findKnownRooms(chat, text, me),
  });
  const text = toSearchText(query ?? '');
  const rooms =
    text === undefined || search.isSearching ? findKnownRooms(chat, text ?? '', me) : search.items;
  const options = rooms.slice(0, MAX_OPTIONS).map(room => ({
    filter: { key: 'in' as const, value: room.id },
    label: getRoomName({ ...room, name: room.name }, me),
    room,
  }));
  return { options: query === undefined ? [] : options, isSearching: search.isSearching };
}

function findKnownRooms(
  chat: Chat,
  text: string,
  me: string,
): Pick<ListedRoom, 'id' | 'kind' | 'people' | 'name'>[] {
  return searchLocally(chat.roomList.rooms.get() ?? [], text, me).map(room => ({
    ...room,
    name: room.name ?? '',
  }));
}

/** The reader, and the people of the most recent messages. */
function listKnownPeople(chat: Chat, me: Person): Person[] {
  const rows = chat.roomList.rooms.get() ?? [];
  const authors = chat.logs.flatMap(({ messages }) => messages.map(({ author }) => author));
  const people = rows.flatMap(({ people = [], lastMessage }) => [
    ...people,
    ...(lastMessage ? [lastMessage.author] : []),
  ]);
  return [...new Map([me, ...people, ...authors].map(person => [person.uid, person])).values()];
}

/** Of any of its words, as the server searches. */
function hasBeginning(name: string, text: string): boolean {
  const wanted = foldName(text);
  return foldName(name)
    .split(/\s+/)
    .some((_, index, words) => words.slice(index).join(' ').startsWith(wanted));
}
