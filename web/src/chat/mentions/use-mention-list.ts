import { type Chat, trimMessages } from '@snug/client';
import type { EventOf, ListedMention, MentionCursor, MentionRoom } from '@snug/protocol';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { createListCopy } from '../../state/offline/list-copies.ts';
import { ReadOrder } from '../../state/read-order.ts';
import { type Page, usePages } from '../../state/use-pages.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';
import { useTrims } from '../message-lists/use-trims.ts';

interface MentionEntry extends ListedMention {
  room: MentionRoom;
}

type MentionPage = Page<MentionEntry, MentionCursor>;

/** Pages without mentions before the reader asks again: a page looks at mentions of everyone in all rooms. */
const MAX_EMPTY_PAGES = 10;

/** The messages that mention this person, as far as read, newest first. */
export function useMentionList() {
  const chat = useChat();
  const { uid } = useMe();
  const copy = useMemo(() => createListCopy<MentionEntry>(uid, 'mentions'), [uid]);
  const read = useCallback((before: MentionCursor | undefined) => readPage(chat, before), [chat]);
  const { change, ...pages } = usePages(read, copy);
  const [order] = useState(() => new ReadOrder());

  // Not all pages again: mentions arrive often, and only at the start.
  const readNewest = useEffectEvent(() => {
    const isInOrder = order.begin();
    read(undefined).then(page => isInOrder() && change(known => mergeNewest(page, known)), showCommandError);
  });
  const onChange = useEffectEvent(({ on, roomId, messageSeq }: EventOf<'mention_changed'>) => {
    if (on) return readNewest();
    const isOther = ({ message }: MentionEntry) => message.roomId !== roomId || message.seq !== messageSeq;
    change(known => ({ ...known, rows: known.rows.filter(isOther) }));
  });

  useTrims(({ roomId, before }) => {
    const trim = (entry: MentionEntry) =>
      entry.message.roomId === roomId
        ? trimMessages([entry.message], before).map(message => ({ ...entry, message }))
        : [entry];
    change(known => ({ ...known, rows: known.rows.flatMap(trim) }));
  });
  useEffect(() => {
    const { state } = chat.connection;
    return state.subscribe(() => {
      if (state.get().status === 'connected') readNewest();
    });
  }, [chat]);
  useEffect(() => chat.arrivals.mentions.subscribe(event => onChange(event)), [chat]);
  return pages;
}

async function readPage(chat: Chat, from: MentionCursor | undefined): Promise<MentionPage> {
  let before = from;
  for (let page = 0; ; page++) {
    const { mentions, rooms, next } = await chat.connection.command('get_mentions', before ? { before } : {});
    chat.people.upsertShown(mentions.map(({ message }) => message));
    const byId = new Map(rooms.map(room => [room.id, room]));
    const entries = mentions.flatMap(mention => {
      const room = byId.get(mention.message.roomId);
      return room ? { ...mention, room } : [];
    });
    if (entries.length > 0 || !next || page === MAX_EMPTY_PAGES) return { rows: entries, next };
    before = next;
  }
}

/** Keeps older entries that were read before, if the newest page reaches them. */
function mergeNewest(page: MentionPage, known: MentionPage): MentionPage {
  const last = page.rows.at(-1);
  const index = known.rows.findIndex(({ message }) => message.id === last?.message.id);
  if (index === -1) return page;
  return { rows: [...page.rows, ...known.rows.slice(index + 1)], next: known.next };
}
