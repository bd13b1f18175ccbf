import { listTerms } from '@snug/protocol';
import { parseMentions } from '../../chat/mentions/message-mentions.ts';
import { listParts, type RowWithParts } from '../indexed-parts.ts';
import type { IndexedPart } from '../search-index.ts';

/** Where a message is in the log of its room, and what is indexed of it. */
export interface IndexedRow extends RowWithParts {
  seq: number;
  changedSeq: number;
  createdAt: number;
  authorId: string;
  mentions: string | null;
  deletedAt: number | null;
  notice: string | null;
  /** Null without a file. */
  fileName: string | null;
}

/** The index has lists for beginnings of up to so many code points. */
const PREFIX_LENGTH = 6;
/** In code points. A letter of a script without spaces can have any number of marks. */
const MAX_LENGTH = 32;

/** They separate terms, or end the quotes of a term. Some letters have spaces in their folded forms. */
const SEPARATORS = /[\0- "'`\x7f]/g;
const NO_SEPARATOR = '\ue000';

/** Other terms than those of words begin with a sign that no word has. */
const AUTHOR = '@';
const MENTION = '!';
const EVERYONE = `${MENTION}*`;
const ROOM = '&';
const PARTS: Readonly<Record<IndexedPart, string>> = {
  file: '~f',
  picture: '~p',
  voice: '~v',
  link: '~l',
  pin: '~n',
};

/** Every message has a term that begins so. */
export const ANY_AUTHOR = AUTHOR;

export function toAuthorTerm(person: number): string {
  return AUTHOR + person.toString(36);
}

export function toMentionTerm(person: number): string {
  return MENTION + person.toString(36);
}

export const EVERYONE_TERM = EVERYONE;

/** Of an open room, which shares its partition with all others. */
export function toRoomTerm(room: number): string {
  return ROOM + room.toString(36);
}

export function toPartTerm(part: IndexedPart): string {
  return PARTS[part];
}

export function toStoredTerm(term: string): string {
  return cut(term.replaceAll(SEPARATORS, NO_SEPARATOR), MAX_LENGTH);
}

/** The beginning of all stored terms that begin with `term`, or more of them. */
export function toStoredPrefix(term: string): string {
  return cut(term.replaceAll(SEPARATORS, NO_SEPARATOR), PREFIX_LENGTH);
}

function cut(term: string, length: number): string {
  return term.length <= length ? term : Array.from(term).slice(0, length).join('');
}

export interface Numbers {
  /** Of a person. */
  toNumber: (uid: string) => number;
  /** Of an open room. */
  room: number | undefined;
}

/** Undefined if nobody may find the message. */
export function listMessageTerms(row: IndexedRow, { toNumber, room }: Numbers): string[] | undefined {
  if (row.deletedAt !== null || row.notice !== null) return undefined;
  const words = [row.text, row.fileName].flatMap(text => (text === null ? [] : [...listTerms(text)]));
  const terms = new Set(words.map(toStoredTerm));
  terms.add(toAuthorTerm(toNumber(row.authorId)));
  for (const { uid } of row.mentions === null ? [] : parseMentions(row.mentions))
    terms.add(uid === null ? EVERYONE_TERM : toMentionTerm(toNumber(uid)));
  for (const part of listParts(row)) terms.add(toPartTerm(part));
  if (room !== undefined) terms.add(toRoomTerm(room));
  return [...terms];
}

/** Above all letters of ASCII, and two bytes each. */
const [FIRST_SIGN, SIGNS] = [0x100, 0x600];

/** The two letters with which all terms of a partition begin. */
export function toPartitionStart(partition: number): string {
  return String.fromCharCode(FIRST_SIGN + Math.floor(partition / SIGNS), FIRST_SIGN + (partition % SIGNS));
}
