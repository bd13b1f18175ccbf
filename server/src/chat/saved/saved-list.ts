import {
  type CommandOutput,
  MAX_LISTED_SAVED,
  MAX_RESULT_BYTES,
  type SavedCursor,
  type SavedMessage,
} from '@snug/protocol';
import type { Actor } from '../../db/mutation.ts';
import type { Db } from '../../db/schema.ts';
import { jsonBytes } from '../../limits/json-bytes.ts';
import { findMessages } from '../messages/message-lookup.ts';
import { readPage, readPageAfter } from '../messages/message-store.ts';
import { accessRooms } from '../rooms/access.ts';
import { readNamedRooms } from '../rooms/room-rows.ts';
import { findSavedVersion, listSavedRows, presentSaved, type SavedRow } from './saved-store.ts';

const MAX_PAGE_BYTES = MAX_RESULT_BYTES - 500;
const NEWEST: SavedCursor = { savedAt: Number.MAX_SAFE_INTEGER, roomId: '', messageId: '' };

type Page = CommandOutput<'list_saved'>;
type SavedRoom = Page['rooms'][number];

/** A page of the messages that the person has saved, with those that they can read now. */
export async function readSaved(db: Db, actor: Actor, before: SavedCursor = NEWEST): Promise<Page> {
  // The version first: a client that receives a later change applies it, or reads again.
  const version = await findSavedVersion(db, actor.uid);
  const found = await listSavedRows(db, actor.uid, before, MAX_LISTED_SAVED + 1);
  const rows = found.slice(0, MAX_LISTED_SAVED);
  const readable = await accessRooms(db, actor, [...new Set(rows.map(({ roomId }) => roomId))]);
  const page = new PageBuilder(await readNamedRooms(db, [...readable.keys()]));
  const end = await findEnd(rows, async row => {
    const saved = readable.has(row.roomId) ? await readMessage(db, row) : presentRow(row);
    return page.add(saved);
  });
  const last = end ?? (found.length > rows.length ? rows.at(-1) : undefined);
  // Access may have ended during the read.
  const stillReadable = await accessRooms(db, actor, [...readable.keys()]);
  return { ...page.finish(stillReadable), version, ...(last && { next: toCursor(last) }) };
}

/** The row before the first one that does not fit. */
async function findEnd(
  rows: readonly SavedRow[],
  fits: (row: SavedRow) => Promise<boolean>,
): Promise<SavedRow | undefined> {
  for (const [index, row] of rows.entries()) if (!(await fits(row))) return rows[index - 1];
  return undefined;
}

function toCursor({ savedAt, roomId, messageId }: SavedRow): SavedCursor {
  return { savedAt, roomId, messageId };
}

function presentRow(row: SavedRow): SavedMessage {
  return { roomId: row.roomId, messageId: row.messageId, ...presentSaved(row) };
}

async function readMessage(db: Db, row: SavedRow): Promise<SavedMessage> {
  const { roomId, messageId } = row;
  const [message] = await findMessages(db, roomId, [messageId]);
  if (!message) return presentRow(row);
  if (message.deletedAt !== undefined) return { ...presentRow(row), message };
  const { messages: earlier } = await readPage(db, roomId, message.seq, 1);
  const { messages: later } = await readPageAfter(db, roomId, message.seq, 1);
  const [[before], [after]] = [earlier, later];
  return { ...presentRow(row), message, ...(before && { before }), ...(after && { after }) };
}

class PageBuilder {
  readonly #allRooms: ReadonlyMap<string, SavedRoom>;
  readonly #saved: SavedMessage[] = [];
  readonly #rooms = new Map<string, SavedRoom>();
  #bytesLeft = MAX_PAGE_BYTES;

  constructor(rooms: readonly SavedRoom[]) {
    this.#allRooms = new Map(rooms.map(room => [room.id, room]));
  }

  /** Leaves out the messages beside a saved one if they are too large. Returns false if the page is full. */
  add(saved: SavedMessage): boolean {
    const { before: _, after: __, ...alone } = saved;
    const room = this.#allRooms.get(saved.roomId);
    const roomBytes = !room || this.#rooms.has(room.id) ? 0 : jsonBytes(room) + 1;
    const fitting = [saved, alone].find(some => jsonBytes(some) + roomBytes < this.#bytesLeft);
    if (!fitting && this.#saved.length > 0) return false;
    const shown = fitting ?? alone;
    this.#bytesLeft -= jsonBytes(shown) + roomBytes + 1;
    this.#saved.push(shown);
    if (room) this.#rooms.set(room.id, room);
    return true;
  }

  finish(readable: ReadonlyMap<string, unknown>): Pick<Page, 'saved' | 'rooms'> {
    return {
      saved: this.#saved.map(saved => (readable.has(saved.roomId) ? saved : withoutMessage(saved))),
      rooms: [...this.#rooms.values()].filter(({ id }) => readable.has(id)),
    };
  }
}

function withoutMessage(saved: SavedMessage): SavedMessage {
  const { message: _, before: __, after: ___, ...rest } = saved;
  return rest;
}
