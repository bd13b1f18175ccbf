import type { Chat } from '@snug/client';
import {
  hasLink,
  haveWords,
  type MentionRoom,
  type Message,
  type Room,
  type SearchWords,
} from '@snug/protocol';
import { getFileKind, isVoiceMessage } from '../chat/files/view/file-kind.ts';
import { createRoomsStorage } from '../state/offline/rooms-storage.ts';
import { type Filter, findFilter, type SearchQuery } from './search-filters.ts';
import { getTimes, parseWords } from './search-query.ts';

export interface FoundMessage {
  message: Message;
  room: MentionRoom;
}

export interface KeptRoom {
  room: Room;
  messages: readonly Message[];
}

/** How far a search without the server goes. `since`: the time of the oldest message, in ms since 1970. */
export interface KeptRange {
  roomCount: number;
  since: number | undefined;
}

/** The messages of this browser: those in memory, and those in its storage. */
export async function loadKeptRooms(chat: Chat, uid: string): Promise<KeptRoom[]> {
  const stored = await createRoomsStorage(uid)
    .load()
    .catch(() => undefined);
  const byId = new Map<string, KeptRoom>();
  for (const room of stored?.rooms ?? [])
    if (room.epoch === stored?.list?.epoch) byId.set(room.room.id, room);
  for (const log of chat.logs) {
    const known = byId.get(log.room.id);
    byId.set(log.room.id, known ? { room: log.room, messages: join(known.messages, log.messages) } : log);
  }
  return [...byId.values()];
}

/** The newer list decides about messages of its range: others may have been deleted. */
function join(stored: readonly Message[], newer: readonly Message[]): readonly Message[] {
  const [first, last] = [newer.at(0)?.seq, newer.at(-1)?.seq];
  if (first === undefined || last === undefined) return stored;
  return [...stored.filter(({ seq }) => seq < first || seq > last), ...newer];
}

interface FindOptions {
  isTyping: boolean;
  me: string;
  now: number;
  isBlocked: (uid: string) => boolean;
  /** A room that waits for an answer is searched only by itself. */
  isRequest: (roomId: string) => boolean;
}

/** Newest first. */
export function findKept(
  rooms: readonly KeptRoom[],
  query: SearchQuery,
  options: FindOptions,
): { rows: FoundMessage[]; kept: KeptRange } {
  const roomId = findFilter(query.filters, 'in');
  const searched = rooms.filter(({ room: { id } }) =>
    roomId === undefined ? !options.isRequest(id) : id === roomId,
  );
  const words = parseWords(query, options.isTyping);
  const matches = createMatcher(query.filters, words, options);
  const rows = searched.flatMap(({ room, messages }) =>
    messages.filter(matches).map(message => ({ message, room: { ...room, joined: true } })),
  );
  const oldest = searched.flatMap(({ messages }) => messages[0]?.createdAt ?? []);
  return {
    rows: rows.toSorted(
      ({ message: a }, { message: b }) =>
        b.createdAt - a.createdAt || b.seq - a.seq || (a.id < b.id ? 1 : -1),
    ),
    kept: { roomCount: searched.length, since: oldest.length > 0 ? Math.min(...oldest) : undefined },
  };
}

function createMatcher(
  filters: readonly Filter[],
  words: SearchWords,
  { me, now, isBlocked }: FindOptions,
): (message: Message) => boolean {
  const { before = Number.POSITIVE_INFINITY, after = 0 } = getTimes(filters, now);
  const from = findFilter(filters, 'from');
  const parts = filters.flatMap(({ key, value }) => (key === 'has' ? [value] : []));
  const isOfMe = findFilter(filters, 'mentions') !== undefined;
  return message => {
    const { author, createdAt, deletedAt, removed, notice, exported, mentions } = message;
    if (deletedAt !== undefined || removed || notice || exported || isBlocked(author.uid)) return false;
    if (createdAt >= before || createdAt < after || (from !== undefined && author.uid !== from)) return false;
    // One's own messages do not mention oneself.
    if (isOfMe && (author.uid === me || !mentions?.some(({ uid }) => uid === me || uid === null)))
      return false;
    const texts = [message.text, message.file?.name].filter(text => text !== undefined);
    return parts.every(part => hasPart(message, part)) && haveWords(texts, words);
  };
}

/** As the server lists the files of a room. */
function hasPart({ text, file, pinnedAt }: Message, part: string): boolean {
  if (part === 'pin') return pinnedAt !== undefined;
  if (part === 'link') return text !== undefined && hasLink(text);
  if (!file) return false;
  const isPicture = getFileKind(file) === 'picture';
  return part === (isPicture ? 'picture' : isVoiceMessage(file) ? 'voice' : 'file');
}
