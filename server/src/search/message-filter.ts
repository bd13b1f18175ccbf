import {
  type CommandInput,
  hasLink,
  haveWords,
  type Message,
  parseSearchWords,
  type SearchPart,
  type SearchWords,
} from '@snug/protocol';
import { parseMentions } from '../chat/mentions/message-mentions.ts';
import { toListing } from '../chat/messages/file-listing.ts';
import type { CandidateRow } from './candidate-store.ts';

type SearchInput = CommandInput<'search_messages'>;

export interface Reader {
  uid: string;
  blocked: ReadonlySet<string>;
  /** By room: since when the person is a member. */
  joinedAt: ReadonlyMap<string, number>;
}

/** The conditions of a search, on a message as it is now. An index only proposes. */
export class MessageFilter {
  readonly words: SearchWords;
  readonly #input: SearchInput;

  constructor(input: SearchInput) {
    this.#input = input;
    this.words = parseSearchWords(input.text ?? '', input.isTyping === true);
  }

  matches(row: CandidateRow, reader: Reader): boolean {
    const { from, before, after, mentions } = this.#input;
    if (row.deletedAt !== null || row.notice !== null || reader.blocked.has(row.authorId)) return false;
    if (from !== undefined && row.authorId !== from) return false;
    if (before !== undefined && row.createdAt >= before) return false;
    if (after !== undefined && row.createdAt < after) return false;
    return (
      this.#hasParts(row) &&
      (!mentions || isMentioned(row, reader)) &&
      haveWords(listTexts(row.text, row.fileName), this.words)
    );
  }

  #hasParts(row: CandidateRow): boolean {
    const { has = [] } = this.#input;
    if (has.length === 0) return true;
    const parts = listParts(row);
    return has.every(part => parts.has(part));
  }

  /** Each word is in the text or in the name of the file. */
  hasWords({ text, file }: Pick<Message, 'text' | 'file'>): boolean {
    return haveWords(listTexts(text, file?.name), this.words);
  }
}

function listTexts(...texts: readonly (string | null | undefined)[]): string[] {
  return texts.filter(text => text != null);
}

/** A release before this one may have stored the message without `fileKind` and `links`: then a job adds them. */
function listParts({
  text,
  links,
  fileKind,
  contentType,
  pinnedAt,
  ...file
}: CandidateRow): ReadonlySet<SearchPart> {
  const [kind] =
    links === null && contentType !== null ? toListing({ file: { contentType, ...file } }) : [fileKind];
  const isLink = links === null ? text !== null && hasLink(text) : links === 1;
  return new Set([
    ...(kind ? [kind] : []),
    ...(isLink ? ['link' as const] : []),
    ...(pinnedAt === null ? [] : ['pin' as const]),
  ]);
}

/** By name, or as a member of the room at that time. One's own messages do not mention oneself. */
function isMentioned(
  { roomId, authorId, createdAt, mentions, mentionsRoom }: CandidateRow,
  { uid, joinedAt }: Reader,
): boolean {
  if (authorId === uid || mentions === null) return false;
  const since = joinedAt.get(roomId);
  if (mentionsRoom !== null && since !== undefined && createdAt >= since) return true;
  return parseMentions(mentions).some(mention => mention.uid === uid);
}
