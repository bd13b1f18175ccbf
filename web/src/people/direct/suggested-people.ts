import type { ListedRoom, Person } from '@snug/protocol';
import { useState } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';

const MAX_SUGGESTED = 8;

/** As of the first render, so that the list does not move. */
export function useSuggestedPeople(): readonly Person[] {
  const { roomList } = useChat();
  const me = useMe().uid;
  const [people] = useState(() => suggestPeople(roomList.rooms.get() ?? [], me, MAX_SUGGESTED));
  return people;
}

/** The people of the most recently active rooms, before anything is typed. `me`: the id of the reader. */
export function suggestPeople(rooms: readonly ListedRoom[], me: string, count: number): Person[] {
  const found = new Map<string, Person>();
  for (const { people = [], lastMessage } of rooms) {
    for (const person of [...people, ...(lastMessage ? [lastMessage.author] : [])]) {
      if (person.uid !== me && !found.has(person.uid)) found.set(person.uid, person);
    }
  }
  return [...found.values()].slice(0, count);
}
