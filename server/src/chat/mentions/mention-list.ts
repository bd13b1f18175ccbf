import {
  type CommandOutput,
  type ListedMention,
  MAX_LISTED_MENTIONS,
  MAX_RESULT_BYTES,
  type MentionCursor,
  type MentionRoom,
} from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { findOwnConversation } from '../conversations/follow-store.ts';
import { readPage, readPageAfter } from '../messages/message-store.ts';
import { listCursors } from '../reads/count-store.ts';
import { accessRooms } from '../rooms/access.ts';
import type { RoomAccess } from '../rooms/room-access-store.ts';
import { readNamedRooms } from '../rooms/room-rows.ts';
import { findBlocked, listMentionRefs, type MentionRef } from './mention-list-store.ts';

const MAX_PAGE_BYTES = MAX_RESULT_BYTES - 500;

type MentionPage = CommandOutput<'get_mentions'>;

/** A page of the messages that mention the person, newest first, of rooms that they may read now. */
export async function readMentionPage(
  db: Db,
  actor: Actor,
  before: MentionCursor | undefined,
): Promise<MentionPage> {
  const { mentions, rooms, ...end } = await readPageBefore(db, actor, before);
  // Access may have ended during the read.
  const ids = rooms.map(({ id }) => id);
  const readable = await accessRooms(db, actor, ids);
  return {
    mentions: mentions.filter(({ message }) => readable.has(message.roomId)),
    rooms: rooms.filter(({ id }) => readable.has(id)),
    ...end,
  };
}

async function readPageBefore(db: Db, actor: Actor, before: MentionCursor | undefined): Promise<MentionPage> {
  const { refs, next } = await listMentionRefs(db, actor.uid, before, MAX_LISTED_MENTIONS);
  const readable = await accessRooms(db, actor, [...new Set(refs.map(({ roomId }) => roomId))]);
  // The cursor of a guest without a private room names a room that they cannot read.
  if (actor.guest && readable.size === 0) return { mentions: [], rooms: [] };
  const blocked = await findBlocked(
    db,
    actor.uid,
    refs.map(({ authorId }) => authorId),
  );
  // Nothing but "Requests" shows a room before its person accepts it.
  const isListed = (roomId: string) => readable.get(roomId)?.request === null;
  const allowed = refs.filter(({ roomId, authorId }) => isListed(roomId) && !blocked.has(authorId));
  const rooms = await readRooms(db, allowed, readable);
  const cursors = await listCursors(db, actor.uid, [...rooms.keys()]);
  const readSeqs = new Map(cursors.map(({ roomId, readSeq }) => [roomId, readSeq]));
  const page = new PageBuilder();
  for (const ref of allowed) {
    const room = rooms.get(ref.roomId);
    const mention = room && (await readMention(db, actor.uid, ref, readSeqs.get(ref.roomId)));
    if (room && mention && !page.add(mention, room)) return page.finish(page.last);
    page.last = { at: ref.at, roomId: ref.roomId, seq: ref.seq };
  }
  return page.finish(next);
}

async function readRooms(
  db: Db,
  refs: readonly MentionRef[],
  readable: ReadonlyMap<string, RoomAccess>,
): Promise<ReadonlyMap<string, MentionRoom>> {
  const rows = await readNamedRooms(db, [...new Set(refs.map(({ roomId }) => roomId))]);
  const isJoined = (roomId: string) => (readable.get(roomId)?.role ?? null) !== null;
  return new Map(rows.map(room => [room.id, { ...room, joined: isJoined(room.id) }]));
}

/** Undefined if the message was deleted meanwhile. `readSeq`: undefined outside of the person's rooms, where nothing is unread. */
async function readMention(
  db: Db,
  uid: string,
  { roomId, seq, kind }: MentionRef,
  readSeq: number | undefined,
): Promise<ListedMention | undefined> {
  const { messages: from } = await readPageAfter(db, roomId, seq - 1, 2);
  const [message, after] = from;
  if (message?.seq !== seq) return undefined;
  const { messages: earlier } = await readPage(db, roomId, seq, 1);
  const [before] = earlier;
  const { rootId = message.id } = message;
  const isInRoomRead = readSeq === undefined || seq <= readSeq;
  const read = isInRoomRead || seq <= (await findOwnConversation(db, { uid, roomId, rootId })).seq;
  return { kind, message, read, ...(before && { before }), ...(after && { after }) };
}

class PageBuilder {
  /** The end of the page so far. */
  last: MentionCursor | undefined;
  readonly #mentions: ListedMention[] = [];
  readonly #rooms = new Map<string, MentionRoom>();
  #bytesLeft = MAX_PAGE_BYTES;

  /** Leaves out the messages beside a mention if they are too large. Returns false if the page is full. */
  add(mention: ListedMention, room: MentionRoom): boolean {
    const { before: _, after: __, ...alone } = mention;
    const roomBytes = this.#rooms.has(room.id) ? 0 : jsonBytes(room) + 1;
    const fitting = [mention, alone].find(some => jsonBytes(some) + roomBytes < this.#bytesLeft);
    if (!fitting && this.#mentions.length > 0) return false;
    const shown = fitting ?? alone;
    this.#bytesLeft -= jsonBytes(shown) + roomBytes + 1;
    this.#mentions.push(shown);
    this.#rooms.set(room.id, room);
    return true;
  }

  finish(next: MentionCursor | undefined): MentionPage {
    return { mentions: this.#mentions, rooms: [...this.#rooms.values()], ...(next && { next }) };
  }
}
