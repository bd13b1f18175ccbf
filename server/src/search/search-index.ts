import type { MessagePort } from 'node:worker_threads';
import type { TermChoice } from '@snug/protocol';

/**
 * Where a message is in every index: its `createdAt` in ms times `PLACES_PER_MS`, plus the next free number. Descending is newest
 * first. An edit can raise it, into a later millisecond at worst.
 */
export type IndexPlace = number;

export const PLACES_PER_MS = 16;

/** Of one `find`. */
export const MAX_CANDIDATES = 400;

/** What an index knows of a message besides its words. `file`: neither a picture nor a voice message. */
export type IndexedPart = 'file' | 'picture' | 'voice' | 'link' | 'pin';

/** All conditions hold. Without choices and other conditions, every message of the rooms. */
export interface IndexQuery {
  /** The open rooms: only some, or all except some. Undefined: none. */
  open?: { only: readonly string[] } | { except: readonly string[] };
  /** Private and direct rooms, with the one that has the newest message first. The index looks at no others. */
  roomIds: readonly string[];
  /** Of each choice, the text or the name of the file has a term. */
  choices: readonly TermChoice[];
  /** The author. */
  from?: string;
  /** The person whom the message names, unless it names everyone. */
  mentions?: string;
  has?: readonly IndexedPart[];
  /** Exclusive. */
  below?: IndexPlace;
  /** Inclusive. */
  notBelow?: IndexPlace;
  /** At most `MAX_CANDIDATES`. */
  limit: number;
}

export interface IndexCandidate {
  roomId: string;
  seq: number;
  place: IndexPlace;
}

export interface IndexPage {
  /** Newest first, without messages that the index knows to be deleted. Can have more than the query asks for, and never fewer. */
  candidates: readonly IndexCandidate[];
  /** The limit or the time ended the page: everything from this place up is examined. Undefined: everything is. */
  examinedTo?: IndexPlace;
  /** Messages of the searched rooms may be missing. */
  isBehind: boolean;
}

export interface IndexProgress {
  /** Of all changes, from 0 to 1. Below 1, older messages are missing. */
  share: number;
  /** Messages of deleted rooms, and trimmed ones, whose words are still to be erased. */
  leaving: number;
  /** The disk has no space for the words of further messages. */
  isPaused: boolean;
  bytes: number;
}

/** Follows the rooms. */
export interface FollowingIndex {
  /** The rooms that a commit changed. Returns at once. */
  follow(roomIds: readonly string[]): void;
  /** Undefined before it is known. */
  readProgress?(): Promise<IndexProgress | undefined>;
  /** Looks for changes that nobody follows, because another node has ended. */
  compare?(): void;
  /** Whether everything is followed within this time, so that no word of a deleted message or room is left. */
  hasFollowed?(withinMs: number): Promise<boolean>;
  close(): Promise<void>;
}

/** Proposes messages. Their current texts decide. */
export interface SearchIndex extends FollowingIndex {
  /** Ends soon after `deadline` aborts, with what it has. Rejects with `unavailable` if it cannot search now. */
  find(query: IndexQuery, deadline: AbortSignal): Promise<IndexPage>;
}

/** An index with threads of its own. */
export interface ThreadIndex extends FollowingIndex {
  /** For a `RemoteIndex`. The port closes when the thread behind it ends. Throws `unavailable` if there is none now. */
  connect(): MessagePort;
}
