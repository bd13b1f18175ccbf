import type { Message } from '@snug/protocol';
import { array, assert, nat, property, tuple, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CardPage,
  type ConversationCard,
  getKey,
  getTime,
  listAdded,
  mergeCards,
  putBack,
  trimCard,
} from './merge-cards.ts';

const ROOM_ID = 'kitchen';
const AUTHOR = { uid: 'ben', name: 'Ben', createdAt: 0, version: 0 };

function createMessage(id: string, at: number): Message {
  return { id, roomId: ROOM_ID, seq: at, changedSeq: at, author: AUTHOR, createdAt: at, text: id };
}

/** `at`: of its newest reply. */
function createCard(rootId: string, at: number, unread = 1): ConversationCard {
  return {
    roomId: ROOM_ID,
    rootId,
    root: createMessage(rootId, 1),
    last: [createMessage(`${rootId} ${at}`, at)],
    replies: 1,
    unread,
    readSeq: unread > 0 ? 0 : at,
    lastSeq: at,
    room: { id: ROOM_ID, name: 'Kitchen', joined: true },
  };
}

function createPage(rows: readonly ConversationCard[], nextAt?: number): CardPage {
  return { rows, next: nextAt === undefined ? undefined : { at: nextAt, roomId: ROOM_ID, rootId: 'x' } };
}

const isNeverEnded = () => false;
const listRoots = (cards: readonly ConversationCard[]) => cards.map(({ rootId }) => rootId);

test('a card with a new reply changes in its place', () => {
  const known = createPage([createCard('lunch', 30), createCard('bus', 20), createCard('paint', 10)]);
  const fresh = createPage([createCard('paint', 40, 2), createCard('lunch', 30), createCard('bus', 20)]);
  const merged = mergeCards(known, fresh, isNeverEnded);
  expect(listRoots(merged.rows)).toEqual(['lunch', 'bus', 'paint']);
  expect(merged.rows[2]).toEqual(createCard('paint', 40, 2));
  expect(listAdded(merged, fresh)).toEqual([]);
});

test('a conversation that becomes new waits, and an empty list shows it at once', () => {
  const fresh = createPage([createCard('paint', 40), createCard('bus', 20)]);
  const known = createPage([createCard('bus', 20)]);
  const merged = mergeCards(known, fresh, isNeverEnded);
  expect(listRoots(merged.rows)).toEqual(['bus']);
  expect(listRoots(listAdded(merged, fresh))).toEqual(['paint']);
  expect(mergeCards(createPage([]), fresh, isNeverEnded)).toEqual(fresh);
});

test('a card that is followed again returns to its place, also after the list was read without it', () => {
  const rows = [createCard('lunch', 30), createCard('bus', 20), createCard('paint', 10)];
  const [lunch, bus, paint] = rows as [ConversationCard, ConversationCard, ConversationCard];
  const without = mergeCards(createPage(rows), createPage([lunch, paint]), ({ rootId }) => rootId === 'bus');
  expect(listRoots(without.rows)).toEqual(['lunch', 'paint']);
  const again = putBack(without, bus, 1);
  expect(again.rows).toEqual(rows);
  expect(putBack(again, bus, 1)).toEqual(again);
  expect(listAdded(again, createPage(rows))).toEqual([]);
});

test('older cards that are not loaded yet are not added', () => {
  const known = createPage([createCard('lunch', 30), createCard('bus', 20)], 20);
  const fresh = createPage([createCard('lunch', 30), createCard('tea', 25), createCard('old', 10)], 10);
  expect(listRoots(listAdded(known, fresh))).toEqual(['tea']);
});

test('a card that a complete list lacks was read elsewhere, and stays as one that is read', () => {
  const known = createPage([createCard('lunch', 30), createCard('bus', 20)]);
  const merged = mergeCards(known, createPage([createCard('bus', 20)]), isNeverEnded);
  expect(merged.rows.map(({ rootId, unread, readSeq }) => [rootId, unread, readSeq])).toEqual([
    ['lunch', 0, 30],
    ['bus', 1, 0],
  ]);
  const partial = mergeCards(known, createPage([createCard('bus', 20)], 20), isNeverEnded);
  expect(partial.rows[0]?.unread, 'below the part that was read again').toBe(1);
});

test('a conversation that the person has left goes, unless the list still has it', () => {
  const known = createPage([createCard('lunch', 30), createCard('bus', 20)]);
  const isEnded = () => true;
  expect(listRoots(mergeCards(known, createPage([createCard('bus', 20)]), isEnded).rows)).toEqual(['bus']);
});

test('after any changes, no card moves among the others, none shows twice, and none is lost', () => {
  const times = uniqueArray(nat(1_000), { maxLength: 30 });
  assert(
    property(times, array(tuple(nat(40), nat(5)), { maxLength: 20 }), (ats, changes) => {
      const cards = new Map(ats.map((at, index) => [`c${index}`, createCard(`c${index}`, at)]));
      const listNewestFirst = () => [...cards.values()].toSorted((a, b) => getTime(b) - getTime(a));
      let known = createPage(listNewestFirst());
      let clock = 2_000;
      for (const [index, unread] of changes) {
        cards.set(`c${index}`, createCard(`c${index}`, clock++, unread));
        const fresh = createPage(listNewestFirst());
        const before = known.rows.map(getKey);
        known = mergeCards(known, fresh, isNeverEnded);
        expect(known.rows.slice(0, before.length).map(getKey)).toEqual(before);
        const all = [...known.rows, ...listAdded(known, fresh)];
        expect(new Set(all.map(getKey)).size).toBe(all.length);
        expect(new Map(all.map(card => [card.rootId, card]))).toEqual(cards);
      }
    }),
  );
});

test('TR7 a trim takes the first message and replies from a card, and the card with its newest reply', () => {
  const card = { ...createCard('root', 9), last: [createMessage('old', 7), createMessage('new', 9)] };
  const trim = (before: number) => trimCard(card, { roomId: ROOM_ID, before });
  expect(trim(1)).toEqual([card]);
  const [kept] = trim(8);
  expect(kept?.last.map(({ id }) => id)).toEqual(['new']);
  expect(kept).not.toHaveProperty('root');
  expect(trim(9)).toHaveLength(1);
  expect(trim(10)).toEqual([]);
  expect(trimCard(card, { roomId: 'other', before: 99 })).toEqual([card]);
});
