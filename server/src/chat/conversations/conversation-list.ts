import {
  type CommandInput,
  type CommandOutput,
  type ConversationCursor,
  type ListedConversation,
  MAX_LISTED_CONVERSATIONS,
  MAX_NEW_CONVERSATIONS,
  MAX_RESULT_BYTES,
  type MentionRoom,
} from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { findBlocked } from '../mentions/mention-list-store.ts';
import { findMessage, readRepliesBefore } from '../messages/message-store.ts';
import { accessRooms } from '../rooms/access.ts';
import { readNamedRooms } from '../rooms/room-rows.ts';
import { findFollowsVersion, listFollowed } from './follow-store.ts';
import {
  countNewReplies,
  type FollowedRow,
  findReplyCount,
  listFollowedRows,
  listNew,
} from './followed-store.ts';

const MAX_PAGE_BYTES = MAX_RESULT_BYTES - 500;
/** Newest replies of a conversation in the list. */
const SHOWN_REPLIES = 2;
/** Those of blocked people do not show. */
const READ_REPLIES = 10;

type ConversationList = CommandOutput<'list_conversations'>;

/** A page of what the person follows in their rooms, with the newest reply first. */
export async function readConversations(
  db: Db,
  actor: Actor,
  { unread, before }: CommandInput<'list_conversations'>,
): Promise<ConversationList> {
  // The version first: a client that receives a later change applies it, or reads again.
  const version = await findFollowsVersion(db, actor.uid);
  const rows = (await listFollowedRows(db, actor.uid))
    .filter(row => !unread || (row.isNew === 1 && row.muted === null))
    .filter(row => !before || compareNewestFirst(row, before) > 0)
    .toSorted(compareNewestFirst);
  const shown = rows.slice(0, MAX_LISTED_CONVERSATIONS);
  const roomIds = [...new Set(shown.map(({ roomId }) => roomId))];
  const readable = await accessRooms(db, actor, roomIds);
  const page = new PageBuilder(await readNamedRooms(db, [...readable.keys()]));
  let last: FollowedRow | undefined;
  let isFull = false;
  for (const row of shown) {
    isFull = readable.has(row.roomId) && !page.add(await readCard(db, actor.uid, row));
    if (isFull) break;
    last = row;
  }
  const hasMore = isFull || rows.length > shown.length;
  // Access may have ended during the read.
  const stillReadable = await accessRooms(db, actor, roomIds);
  // The cursor of a guest without a private room names a room that they cannot read.
  const isHidden = actor.guest && stillReadable.size === 0;
  return {
    ...page.finish(stillReadable),
    version,
    ...(hasMore && last && !isHidden && { next: { at: last.at, roomId: last.roomId, rootId: last.rootId } }),
  };
}

/** Those with unread replies, of rooms that are not muted. */
export async function readNewConversations(
  db: Db,
  actor: Actor,
): Promise<CommandOutput<'list_new_conversations'>> {
  const version = await findFollowsVersion(db, actor.uid);
  const rows = await listNew(db, actor.uid, MAX_NEW_CONVERSATIONS + 1);
  const readable = await accessRooms(db, actor, [...new Set(rows.map(({ roomId }) => roomId))]);
  const conversations = rows.slice(0, MAX_NEW_CONVERSATIONS).filter(({ roomId }) => readable.has(roomId));
  const isHidden = actor.guest && readable.size === 0;
  return { conversations, ...(rows.length > MAX_NEW_CONVERSATIONS && !isHidden && { more: true }), version };
}

/** Those of some conversations of a room that the person follows. */
export async function readFollows(
  db: Db,
  actor: Actor,
  { roomId, rootIds }: CommandInput<'get_follows'>,
): Promise<CommandOutput<'get_follows'>> {
  const version = await findFollowsVersion(db, actor.uid);
  const isReadable = (await accessRooms(db, actor, [roomId])).has(roomId);
  return { rootIds: isReadable ? await listFollowed(db, actor.uid, roomId, rootIds) : [], version };
}

async function readCard(
  db: Db,
  uid: string,
  { roomId, rootId, readSeq, lastSeq }: FollowedRow,
): Promise<ListedConversation> {
  const root = await findMessage(db, roomId, rootId);
  const isShown = root && (root.deletedAt === undefined || root.removed);
  const end = Number.MAX_SAFE_INTEGER;
  const newest = await readRepliesBefore(db, { roomId, rootId }, end, READ_REPLIES, MAX_PAGE_BYTES);
  const authors = newest.messages.map(({ author }) => author.uid);
  const blocked = await findBlocked(db, uid, authors);
  const unread = await countNewReplies(db, uid, { roomId, rootId, readSeq });
  return {
    roomId,
    rootId,
    ...(isShown && { root }),
    last: newest.messages.filter(({ author }) => !blocked.has(author.uid)).slice(-SHOWN_REPLIES),
    replies: await findReplyCount(db, roomId, rootId),
    unread,
    readSeq,
    lastSeq: lastSeq ?? 0,
  };
}

class PageBuilder {
  readonly #allRooms: ReadonlyMap<string, MentionRoom>;
  readonly #conversations: ListedConversation[] = [];
  readonly #rooms = new Map<string, MentionRoom>();
  #bytesLeft = MAX_PAGE_BYTES;

  constructor(rooms: readonly Omit<MentionRoom, 'joined'>[]) {
    this.#allRooms = new Map(rooms.map(room => [room.id, { ...room, joined: true }]));
  }

  /** Returns false if the page is full. */
  add(conversation: ListedConversation): boolean {
    const room = this.#allRooms.get(conversation.roomId);
    if (!room) return true;
    const roomBytes = this.#rooms.has(room.id) ? 0 : jsonBytes(room) + 1;
    const fitting = shorten(conversation).find(some => jsonBytes(some) + roomBytes < this.#bytesLeft);
    const isShort = fitting && this.#conversations.length > 0 && fitting !== conversation;
    if (!fitting || isShort) return false;
    this.#bytesLeft -= jsonBytes(fitting) + roomBytes + 1;
    this.#conversations.push(fitting);
    this.#rooms.set(room.id, room);
    return true;
  }

  finish(readable: ReadonlyMap<string, unknown>): Pick<ConversationList, 'conversations' | 'rooms'> {
    return {
      conversations: this.#conversations.filter(({ roomId }) => readable.has(roomId)),
      rooms: [...this.#rooms.values()].filter(({ id }) => readable.has(id)),
    };
  }
}

/** The first one of a page can be too large for a result: then it has fewer messages. */
function shorten(conversation: ListedConversation): ListedConversation[] {
  const { root: _, ...rest } = conversation;
  return [
    conversation,
    { ...conversation, last: conversation.last.slice(-1) },
    { ...rest, last: conversation.last.slice(-1) },
    { ...rest, last: [] },
  ];
}

function compareNewestFirst(a: ConversationCursor, b: ConversationCursor): number {
  if (a.at !== b.at) return b.at - a.at;
  if (a.roomId !== b.roomId) return a.roomId < b.roomId ? 1 : -1;
  return a.rootId === b.rootId ? 0 : a.rootId < b.rootId ? 1 : -1;
}
