import {
  type CommandInput,
  type CommandOutput,
  findEmojiNames,
  type InitialState,
  type ListedRoom,
  type RoomState,
  type WorkspaceSettings,
} from '@snug/protocol';
import type { Session } from '../account/session-authenticator.ts';
import type { Dispatch } from '../commands/dispatch.ts';
import { fitRoom, type RunCommand, readInitialRoom } from './initial-room.ts';
import { countBytes, takeWhileFits, toScriptSafeJson } from './state-json.ts';

/** About two screens of rows. The socket delivers the others. */
const MAX_ROOMS = 30;

/** Largest response with a page, and the minimum of it for the rows of the list, in bytes. */
const MAX_RESPONSE_BYTES = 30_000;
const MIN_ROWS_BYTES = 4_000;

const ELEMENT_BYTES = 100;

/** Names that are looked up, and those of one text. */
const MAX_NAMES = 200;
const MAX_NAMES_OF_TEXT = 50;

export interface InitialStateOptions {
  dispatch: Dispatch;
  epoch: string;
  workspace: WorkspaceSettings;
  isSearchOff: boolean;
  isPushOff: boolean;
  /** Those of the names that are emoji of the workspace. */
  readEmoji: (names: readonly string[]) => Promise<InitialState['emoji']>;
  /** Of the page without the state. */
  pageBytes: number;
  /** Aborts when nobody waits for the page any more. */
  signal: AbortSignal;
}

/** Together with a page of `pageBytes`, the state has at most `MAX_RESPONSE_BYTES`. Rejects with a `CommandError`. */
export async function readInitialState(
  { dispatch, epoch, workspace, isSearchOff, isPushOff, readEmoji, pageBytes, signal }: InitialStateOptions,
  { id: sessionId, me }: Session,
  roomId: string | undefined,
): Promise<InitialState> {
  const caller = { uid: me.uid, guest: me.guest === true, sessionId, signal };
  const run = ((name, input) => dispatch(caller, name, input)) as RunCommand;
  const [{ rooms, joined }, { uids }, room] = await Promise.all([
    readRows(input => run('list_rooms', input)),
    run('list_blocks', {}),
    roomId === undefined ? undefined : readInitialRoom(run, roomId),
  ]);
  const blocked = selectAuthors(uids, rooms, room);
  const bare = {
    epoch,
    me,
    workspace,
    ...(isSearchOff && { isSearchOff: true as const }),
    ...(isPushOff && { isPushOff: true as const }),
    rooms: [],
    joined,
    ...(blocked.length > 0 && { blocked }),
  };
  const emoji = await readEmoji(listEmojiNames(rooms, room));
  const known = { ...bare, ...(emoji && { emoji }) };
  const bytesLeft = MAX_RESPONSE_BYTES - pageBytes - ELEMENT_BYTES - countBytes(known);
  const shown = room && fitRoom(room, bytesLeft - MIN_ROWS_BYTES);
  const rows = takeWhileFits(rooms, bytesLeft - (shown ? countBytes(shown) : 0));
  return { ...known, rooms: rows, joined: joined.slice(0, rows.length), ...(shown && { room: shown }) };
}

/** The client reads the others soon. */
function selectAuthors(uids: readonly string[], rooms: readonly ListedRoom[], room?: RoomState): string[] {
  const messages = [...rooms.flatMap(({ lastMessage }) => lastMessage ?? []), ...(room?.messages ?? [])];
  const authors = new Set(messages.map(({ author }) => author.uid));
  return uids.filter(uid => authors.has(uid));
}

/** The names between colons that the page may show: those of the open room first, from its newest message on. At most `MAX_NAMES`. */
function listEmojiNames(rooms: readonly ListedRoom[], room?: RoomState): string[] {
  const messages = room?.messages.toReversed() ?? [];
  const texts = [...messages, ...rooms.flatMap(({ lastMessage }) => lastMessage ?? [])];
  const names = new Set<string>();
  for (const message of messages)
    for (const key of Object.keys(message.customReactions ?? {})) names.add(key);
  for (const { text = '' } of texts) {
    if (names.size >= MAX_NAMES) break;
    for (const name of findEmojiNames(text, MAX_NAMES_OF_TEXT)) names.add(name);
  }
  return [...names].slice(0, MAX_NAMES);
}

/** The rooms of the person, the favourites first, then, if those are few, other open rooms. */
async function readRows(
  list: (input: CommandInput<'list_rooms'>) => Promise<CommandOutput<'list_rooms'>>,
): Promise<{ rooms: ListedRoom[]; joined: string[] }> {
  const own = await list({ mine: true, limit: MAX_ROOMS });
  const favourites = own.next ? (await list({ mine: 'favourites', limit: MAX_ROOMS })).rooms : [];
  const ownRooms = [...favourites, ...omitRooms(own.rooms, favourites)].slice(0, MAX_ROOMS);
  const limit = MAX_ROOMS - ownRooms.length;
  const open = limit > 0 && !own.next ? (await list({ limit: MAX_ROOMS })).rooms : [];
  const others = omitRooms(open, ownRooms).slice(0, limit);
  return { rooms: [...ownRooms, ...others], joined: ownRooms.map(({ id }) => id) };
}

function omitRooms(rooms: readonly ListedRoom[], omitted: readonly ListedRoom[]): ListedRoom[] {
  return rooms.filter(({ id }) => !omitted.some(room => room.id === id));
}

export function renderStateElement(id: string, state: unknown): string {
  return `<script type="application/json" id="${id}">${toScriptSafeJson(state)}</script>`;
}
