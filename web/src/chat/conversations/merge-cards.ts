import { type Trim, trimMessages } from '@snug/client';
import { toKey } from '@snug/client/conversations/followed-conversations.ts';
import type { ConversationCursor, ListedConversation, MentionRoom } from '@snug/protocol';
import type { Page } from '../../state/use-pages.ts';

export interface ConversationCard extends ListedConversation {
  room: MentionRoom;
}

export type CardPage = Page<ConversationCard, ConversationCursor>;

export function getKey({ roomId, rootId }: Pick<ConversationCard, 'roomId' | 'rootId'>): string {
  return toKey(roomId, rootId);
}

/** `fresh`: the newest cards, read later. Each card keeps its place. `isEnded`: whether the person no longer follows it. */
export function mergeCards(
  known: CardPage,
  fresh: CardPage,
  isEnded: (card: ConversationCard) => boolean,
): CardPage {
  // Nobody looks at a card that could move.
  if (known.rows.length === 0) return fresh;
  const byKey = new Map(fresh.rows.map(card => [getKey(card), card]));
  const rows = known.rows.filter(card => byKey.has(getKey(card)) || !isEnded(card));
  return {
    ...known,
    rows: rows.map(card => byKey.get(getKey(card)) ?? (fresh.next ? card : toRead(card))),
  };
}

/** A card that has left the list, at the place where it was. */
export function putBack(known: CardPage, card: ConversationCard, place: number): CardPage {
  const isShown = known.rows.some(row => getKey(row) === getKey(card));
  return isShown ? known : { ...known, rows: known.rows.toSpliced(place, 0, card) };
}

/** Nothing if nothing of it is left. */
export function trimCard(card: ConversationCard, { roomId, before }: Trim): ConversationCard[] {
  if (card.roomId !== roomId) return [card];
  if (card.lastSeq < before) return [];
  const { root, last, ...rest } = card;
  const [kept] = root ? trimMessages([root], before) : [];
  return [{ ...rest, ...(kept && { root: kept }), last: [...trimMessages(last, before)] }];
}

/** The fresh cards that are new among the known ones, and not older cards that are not loaded yet. */
export function listAdded(known: CardPage, fresh: CardPage): ConversationCard[] {
  const shown = new Set(known.rows.map(getKey));
  const end = known.next?.at ?? 0;
  return fresh.rows.filter(card => !shown.has(getKey(card)) && getTime(card) >= end);
}

/** Of the newest reply, as the server orders the cards. */
export function getTime({ root, last }: Pick<ConversationCard, 'root' | 'last'>): number {
  return (last.at(-1) ?? root)?.createdAt ?? 0;
}

/** A list that has all new conversations lacks it: the person has read it elsewhere. */
function toRead(card: ConversationCard): ConversationCard {
  return { ...card, unread: 0, readSeq: Math.max(card.readSeq, card.lastSeq) };
}
