import { type CommandInput, listTermChoices, type SearchCursor, type SearchWords } from '@snug/protocol';
import type { Actor } from '../db/mutation.ts';
import type { Db } from '../db/schema.ts';
import { listSavedPlaces, type MessagePlace, type SavedPlace } from './candidate-store.ts';
import { type IndexQuery, PLACES_PER_MS, type SearchIndex } from './search-index.ts';
import type { SearchScope } from './search-scope.ts';

type SearchInput = CommandInput<'search_messages'>;

export interface Candidate extends MessagePlace {
  /** A page that begins after this candidate. */
  cursor: SearchCursor;
}

export interface CandidatePage {
  /** Newest first. */
  candidates: readonly Candidate[];
  /** Where the next page begins; undefined at the end. */
  next?: SearchCursor | undefined;
  isBehind: boolean;
}

/** Proposes messages after a cursor, at most `limit`. Ends soon after `deadline` aborts. */
export type ListCandidates = (
  cursor: SearchCursor | undefined,
  limit: number,
  deadline: AbortSignal,
) => Promise<CandidatePage>;

/** Edits move a message by a place each, in an index. Its own time decides. */
const MAX_MOVED_MS = 1_000;

export function listIndexed(
  index: Pick<SearchIndex, 'find'>,
  { uid }: Actor,
  scope: SearchScope,
  { wanted }: SearchWords,
  { from, mentions, has, before, after }: SearchInput,
): ListCandidates {
  const query: Omit<IndexQuery, 'limit'> = {
    ...scope,
    choices: wanted.flatMap(listTermChoices),
    ...(from !== undefined && { from }),
    ...(mentions && { mentions: uid }),
    ...(has && { has: [...new Set(has)] }),
    ...(before !== undefined && { below: toPlace(before + MAX_MOVED_MS) }),
    ...(after !== undefined && { notBelow: toPlace(after) }),
  };
  const last = query.below ?? Number.MAX_SAFE_INTEGER;
  return async (cursor, limit, deadline) => {
    const below = cursor && Math.min(cursor.place, last);
    const range = below !== undefined && { below };
    const { candidates, examinedTo, isBehind } = await index.find({ ...query, ...range, limit }, deadline);
    return {
      candidates: candidates.map(({ roomId, seq, place }) => ({ roomId, seq, cursor: { place } })),
      ...(examinedTo !== undefined && { next: { place: examinedTo } }),
      isBehind,
    };
  };
}

/** Saved messages change often and are few, so they are in no index. */
export function listSaved(
  db: Db,
  { uid }: Actor,
  { roomId, before, after = 0 }: SearchInput,
): ListCandidates {
  const newest = { createdAt: before ?? Number.MAX_SAFE_INTEGER, roomId: '', seq: 0 };
  return async (cursor, limit) => {
    const below = cursor ? fromCursor(cursor) : newest;
    const found = await listSavedPlaces(db, uid, { below, after, roomId }, limit + 1);
    const candidates = found
      .slice(0, limit)
      .map(place => ({ roomId: place.roomId, seq: place.seq, cursor: toCursor(place) }));
    return {
      candidates,
      next: found.length > limit ? candidates.at(-1)?.cursor : undefined,
      isBehind: false,
    };
  };
}

function toCursor({ createdAt, roomId, seq }: SavedPlace): SearchCursor {
  return { place: toPlace(createdAt), roomId, seq };
}

function fromCursor({ place, roomId = '', seq = 0 }: SearchCursor): SavedPlace {
  return { createdAt: toTime(place), roomId, seq };
}

/** The first place of a millisecond, within the numbers that are exact. */
function toPlace(time: number): number {
  return Math.min(Math.max(0, time) * PLACES_PER_MS, Number.MAX_SAFE_INTEGER);
}

export function toTime(place: number): number {
  return Math.floor(place / PLACES_PER_MS);
}
