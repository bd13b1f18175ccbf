import type { Chat } from '@snug/client';
import type { EventOf, ListedMention, MentionCursor, MentionRoom } from '@snug/protocol';
import { useEffect, useEffectEvent, useState } from 'react';
import { useChat } from '../../state/chat-context.ts';
import { useStore } from '../../state/use-store.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';

export interface MentionEntry extends ListedMention {
  room: MentionRoom;
}

interface MentionList {
  entries: readonly MentionEntry[];
  next: MentionCursor | undefined;
}

/** Pages without mentions before the reader asks again: a page looks at mentions of everyone in all rooms. */
const MAX_EMPTY_PAGES = 10;

/** The messages that mention this person, as far as read, newest first. Undefined until known. */
export function useMentionList() {
  const chat = useChat();
  const isConnected = useStore(chat.connection.state).status === 'connected';
  const [list, setList] = useState<MentionList>();
  const [isBusy, setBusy] = useState(false);

  const readAgain = useEffectEvent(() => {
    readPage(chat, undefined).then(page => setList(known => mergeNewest(page, known)), showCommandError);
  });
  const onChange = useEffectEvent(({ on, roomId, messageSeq }: EventOf<'mention_changed'>) => {
    if (on) return readAgain();
    const isOther = ({ message }: MentionEntry) => message.roomId !== roomId || message.seq !== messageSeq;
    setList(known => known && { ...known, entries: known.entries.filter(isOther) });
  });

  useEffect(() => {
    if (isConnected) readAgain();
  }, [isConnected]);
  useEffect(() => chat.arrivals.mentions.subscribe(change => onChange(change)), [chat]);

  async function showMore(): Promise<void> {
    if (!list?.next) return;
    setBusy(true);
    try {
      const page = await readPage(chat, list.next);
      setList(known => known && { entries: [...known.entries, ...page.entries], next: page.next });
    } catch (error) {
      showCommandError(error);
    }
    setBusy(false);
  }

  return { list, isBusy, showMore };
}

async function readPage(chat: Chat, from: MentionCursor | undefined): Promise<MentionList> {
  let before = from;
  for (let page = 0; ; page++) {
    const { mentions, rooms, next } = await chat.connection.command('get_mentions', before ? { before } : {});
    chat.people.upsertShown(mentions.map(({ message }) => message));
    const byId = new Map(rooms.map(room => [room.id, room]));
    const entries = mentions.flatMap(mention => {
      const room = byId.get(mention.message.roomId);
      return room ? { ...mention, room } : [];
    });
    if (entries.length > 0 || !next || page === MAX_EMPTY_PAGES) return { entries, next };
    before = next;
  }
}

/** Keeps older entries that were read before, if the newest page reaches them. */
function mergeNewest(page: MentionList, known: MentionList | undefined): MentionList {
  const last = page.entries.at(-1);
  const index = known?.entries.findIndex(({ message }) => message.id === last?.message.id) ?? -1;
  if (!known || index === -1) return page;
  return { entries: [...page.entries, ...known.entries.slice(index + 1)], next: known.next };
}
