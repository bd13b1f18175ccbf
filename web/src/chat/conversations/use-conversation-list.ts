import type { Chat } from '@snug/client';
import type { ConversationCursor } from '@snug/protocol';
import { useCallback, useMemo, useState } from 'react';
import { useChat, useMe } from '../../state/chat-context.ts';
import { createListCopy } from '../../state/offline/list-copies.ts';
import { ReadOrder } from '../../state/read-order.ts';
import { usePages } from '../../state/use-pages.ts';
import { useStore } from '../../state/use-store.ts';
import { showCommandError } from '../../ui/feedback/toast.ts';
import { useTrims } from '../message-lists/use-trims.ts';
import { getFollowedConversations } from '../replies/followed-conversations.ts';
import {
  type CardPage,
  type ConversationCard,
  getKey,
  listAdded,
  mergeCards,
  putBack,
  trimCard,
} from './merge-cards.ts';
import { useConversationChanges } from './use-conversation-changes.ts';

export type Shown = 'new' | 'all';

/** A change reads at most so many of the shown pages again. */
const MAX_REFRESHED_PAGES = 5;

/** The followed conversations, as far as read. While one looks, cards change in their places, and others wait until they are asked for. */
export function useConversationList(shown: Shown) {
  const chat = useChat();
  const { cursors } = chat;
  const { uid } = useMe();
  const followed = getFollowedConversations(chat);
  const copy = useMemo(() => createListCopy<ConversationCard>(uid, `conversations:${shown}`), [uid, shown]);
  const read = useCallback(
    (before: ConversationCursor | undefined) => readPage(chat, shown, before),
    [chat, shown],
  );
  const { change, ...pages } = usePages(read, copy);
  const { list } = pages;
  const [order] = useState(() => new ReadOrder());
  const [fresh, setFresh] = useState<CardPage>();
  useStore(followed.marks);
  useStore(cursors.states);
  useStore(chat.actions.pending);
  const joined = useStore(chat.memberships.joinedRoomIds);

  const isEnded = ({ roomId, rootId }: ConversationCard) =>
    followed.isFollowed(roomId, rootId) === false || joined?.has(roomId) === false;
  const shownKeys = new Set(list?.rows.map(getKey));

  // A new conversation that is read elsewhere stays while one looks. One that was read before does not show.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const newKeys = list?.rows.filter(card => isNew(chat, card)).map(getKey) ?? [];
  const newlySeen = newKeys.filter(key => !seen.has(key));
  if (newlySeen.length > 0) setSeen(new Set([...seen, ...newlySeen]));
  const isKept = (card: ConversationCard) => shown === 'all' || isNew(chat, card) || seen.has(getKey(card));

  async function refresh(): Promise<void> {
    const isInOrder = order.begin();
    try {
      const newest = await readAgain(read, shownKeys);
      if (!isInOrder()) return;
      setFresh(newest);
      if (newest.rows.some(card => isNew(chat, card))) followed.news.refresh();
      // A card that left the list comes back like any other.
      change(known => mergeCards({ ...known, rows: known.rows.filter(isKept) }, newest, isEnded));
    } catch (error) {
      // The next connection asks again.
      if (chat.connection.state.get().status === 'connected') showCommandError(error);
    }
  }
  useConversationChanges(shownKeys, refresh);
  useTrims(trim => {
    const trimRows = <Known extends CardPage | undefined>(known: Known) =>
      known && { ...known, rows: known.rows.flatMap(card => trimCard(card, trim)) };
    change(trimRows);
    setFresh(trimRows);
  });

  const added = list && fresh ? listAdded(list, fresh).filter(card => !isEnded(card)) : [];
  return {
    ...pages,
    list: list && { ...list, rows: list.rows.filter(card => !isEnded(card) && isKept(card)) },
    added,
    showAdded: () => change(known => ({ ...known, rows: [...added, ...known.rows] })),
    /** Returns what undoes it. */
    unfollow: (card: ConversationCard) => {
      const { roomId, rootId } = card;
      const place = list?.rows.findIndex(row => getKey(row) === getKey(card)) ?? 0;
      void followed.set(roomId, rootId, false);
      return () => {
        void followed.set(roomId, rootId, true);
        change(known => putBack(known, card, place));
      };
    },
    markRead: (card: ConversationCard) => {
      cursors.readConversationOn(card.roomId, card.rootId, card.lastSeq);
      setSeen(keys => new Set([...keys].filter(key => key !== getKey(card))));
    },
  };
}

/** By the cursors of now. */
function isNew({ cursors }: Chat, { roomId, rootId, unread, readSeq, lastSeq }: ConversationCard): boolean {
  return unread > 0 && (cursors.getConversationSeq(roomId, rootId) ?? readSeq) < lastSeq;
}

async function readPage(chat: Chat, shown: Shown, before: ConversationCursor | undefined): Promise<CardPage> {
  const { conversations, rooms, next } = await chat.connection.command('list_conversations', {
    ...(shown === 'new' && { unread: true as const }),
    ...(before && { before }),
  });
  chat.people.upsertShown(conversations.flatMap(({ root, last }) => (root ? [root, ...last] : last)));
  const byId = new Map(rooms.map(room => [room.id, room]));
  const rows = conversations.flatMap(conversation => {
    const room = byId.get(conversation.roomId);
    return room ? [{ ...conversation, room }] : [];
  });
  return { rows, next };
}

/** From the newest on, until all shown cards are read. */
async function readAgain(
  read: (before: ConversationCursor | undefined) => Promise<CardPage>,
  shownKeys: ReadonlySet<string>,
): Promise<CardPage> {
  const missing = new Set(shownKeys);
  let page: CardPage = { rows: [], next: undefined };
  for (let count = 0; count < MAX_REFRESHED_PAGES; count++) {
    const next = await read(page.next);
    page = { ...next, rows: [...page.rows, ...next.rows] };
    for (const card of next.rows) missing.delete(getKey(card));
    if (!next.next || missing.size === 0) break;
  }
  return page;
}
