import { MAX_PREVIEW_LENGTH, MAX_ROW_BYTES } from '../core/limits.ts';
import type { Message } from './message.ts';
import type { LastMessage, ListCursor, ListedRoom } from './room.ts';

type PreviewedFile = NonNullable<LastMessage['file']>;
type PreviewedMessage = Pick<Message, 'id' | 'seq' | 'author' | 'createdAt' | 'text'> & {
  file?: PreviewedFile | undefined;
};

/** A row with a text needs less of the file's name. */
const MAX_NAME_BYTES_WITH_TEXT = 60;

/** The row of a room. Truncates its last message, so that the row has at most `MAX_ROW_BYTES` of JSON, besides its people. */
export function toListedRoom(
  { people, ...room }: Omit<ListedRoom, 'lastMessage'>,
  message: PreviewedMessage | undefined,
): ListedRoom {
  const row = pickListed(room);
  const lastMessage = message && truncateMessage(row, message);
  return { ...row, ...(people && { people }), ...(lastMessage && { lastMessage }) };
}

/** The row of a room, without its people and its last message. A room may have more fields than its row. */
export function pickListed(room: ListedRoom): ListedRoom {
  const { id, kind, name, archivedAt, createdAt, seq, incarnation, trimmedBefore } = room;
  return {
    id,
    ...(kind && { kind }),
    name,
    ...(archivedAt !== undefined && { archivedAt }),
    createdAt,
    seq,
    ...(incarnation && { incarnation }),
    ...(trimmedBefore !== undefined && { trimmedBefore }),
  };
}

function truncateMessage(row: ListedRoom, message: PreviewedMessage): LastMessage {
  const { author, text } = message;
  const file = message.file && pickShown(message.file);
  const frame: LastMessage = { id: message.id, seq: message.seq, author, createdAt: message.createdAt };
  const empty = {
    ...frame,
    ...(text !== undefined && { text: '' }),
    ...(file && { file: { ...file, name: '' } }),
  };
  let remainingBytes = MAX_ROW_BYTES - countJsonBytes({ ...row, lastMessage: empty });
  const truncate = (text: string, limit: number) => {
    const [part, bytes] = truncateToBytes(text, Math.min(limit, remainingBytes));
    remainingBytes -= bytes;
    return part;
  };
  const shownFile = file && {
    ...file,
    name: truncate(file.name, text === undefined ? remainingBytes : MAX_NAME_BYTES_WITH_TEXT),
  };
  return {
    ...frame,
    ...(text !== undefined && { text: truncate(text, remainingBytes) }),
    ...(shownFile && { file: shownFile }),
  };
}

/** The file of a message may have more fields. */
function pickShown({ name, contentType, duration }: PreviewedFile): PreviewedFile {
  return { name, contentType, ...(duration !== undefined && { duration }) };
}

/** The time of the room's newest message, or else of its creation, in ms since 1970. */
export function getLastActivityAt(room: Pick<ListedRoom, 'createdAt' | 'lastMessage'>): number {
  return room.lastMessage?.createdAt ?? room.createdAt;
}

export function toListCursor(room: ListedRoom): ListCursor {
  return { at: getLastActivityAt(room), roomId: room.id };
}

export function compareCursors(a: ListCursor, b: ListCursor): number {
  return b.at - a.at || (a.roomId === b.roomId ? 0 : a.roomId < b.roomId ? 1 : -1);
}

/** The longest prefix of the rows that has at most `maxBytes` of JSON. */
export function takeFittingRows(rooms: readonly ListedRoom[], maxBytes: number): ListedRoom[] {
  let remainingBytes = maxBytes;
  const end = rooms.findIndex(room => {
    remainingBytes -= countJsonBytes(room) + 1;
    return remainingBytes < 0;
  });
  return rooms.slice(0, end === -1 ? rooms.length : end);
}

/** In UTF-8. */
export function countJsonBytes(value: unknown): number {
  const text = JSON.stringify(value);
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const isHalf = unit >= 0xd8_00 && unit <= 0xdf_ff;
    if (unit >= 0x80) bytes += unit >= 0x8_00 && !isHalf ? 2 : 1;
  }
  return bytes;
}

/** Never splits a character. */
function truncateToBytes(text: string, maxBytes: number): [part: string, bytes: number] {
  let bytes = 0;
  let count = 0;
  let end = 0;
  for (const character of text) {
    const characterBytes = countJsonCharacterBytes(character);
    if (bytes + characterBytes > maxBytes || count === MAX_PREVIEW_LENGTH) break;
    bytes += characterBytes;
    count++;
    end += character.length;
  }
  return [text.slice(0, end), bytes];
}

/** JSON escapes a control character with six bytes. */
function countJsonCharacterBytes(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || (code >= 0xd8_00 && code <= 0xdf_ff)) return 6;
  if (character === '"' || character === '\\') return 2;
  if (code < 0x80) return 1;
  if (code < 0x8_00) return 2;
  return code < 0x1_00_00 ? 3 : 4;
}
