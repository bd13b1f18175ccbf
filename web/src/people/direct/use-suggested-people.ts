import type { Person } from '@snug/protocol';
import { useState } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { suggestPeople } from './suggest-people.ts';

const MAX_SUGGESTED = 8;

/** As of the first render, so that the list does not move. */
export function useSuggestedPeople(): readonly Person[] {
  const { roomList } = useChat();
  const me = useMe().uid;
  const [people] = useState(() => suggestPeople(roomList.rooms.get() ?? [], me, MAX_SUGGESTED));
  return people;
}
