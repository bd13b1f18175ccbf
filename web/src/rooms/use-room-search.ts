import type { Chat } from '@snug/client';
import { useEffect, useState } from 'react';
import { useChat } from '../chat/chat-context.ts';
import { type Found, findHere, idIn, joined, textOf } from './room-search.ts';

/** After so long without a key the server is asked, ms. */
const PAUSE_MS = 120;
/** An answer may have few rooms and a place to go on: so many are put together before they show. */
const MOST_CALLS = 5;
const ENOUGH = 10;

export interface FoundRooms extends Found {
  /** What shows is not yet what is sought. */
  isLooking: boolean;
  showMore: () => void;
}

/** The rooms that match what is sought; before anything is, those that were active last. */
export function useFoundRooms(sought: string): FoundRooms {
  const chat = useChat();
  const [here] = useState(() => chat.roomList.rooms.get() ?? []);
  const [answer, setAnswer] = useState<{ to: string; found: Found }>({ to: '', found: { rooms: [] } });
  const id = idIn(sought);
  const text = id === undefined ? textOf(sought) : undefined;

  useEffect(() => {
    if (text === undefined) return undefined;
    let isOver = false;
    const show = (found: Found) => {
      if (!isOver) setAnswer({ to: text, found });
    };
    const ask = () =>
      // Without the server, what is here is better than nothing.
      find(chat, text, { rooms: [] }).then(show, () => show(findHere(here, text)));
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [chat, here, text]);

  const showMore = () => {
    const shown = answer;
    find(chat, shown.to, shown.found).then(
      found => setAnswer(now => (now === shown ? { to: shown.to, found } : now)),
      () => undefined,
    );
  };
  const isLooking = text !== undefined && answer.to !== text;
  return { ...shownOf(chat, { id, text, here, answer }), isLooking, showMore };
}

interface Sought {
  id: string | undefined;
  text: string | undefined;
  here: Parameters<typeof findHere>[0];
  answer: { found: Found };
}

function shownOf(chat: Chat, { id, text, here, answer }: Sought): Found {
  if (id !== undefined) return { rooms: [{ id, name: chat.roomList.row(id)?.name }] };
  return text === undefined ? findHere(here, '') : answer.found;
}

/** What is known, and the next rooms after it. Rejects with a `CommandError`. */
async function find(chat: Chat, text: string, known: Found): Promise<Found> {
  let found = known;
  for (let call = 0; call < MOST_CALLS; call++) {
    found = joined(found, await chat.findRooms(text, found.next));
    if (!found.next || found.rooms.length - known.rooms.length >= ENOUGH) break;
  }
  return found;
}
