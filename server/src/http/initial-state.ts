import {
  CommandError,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  INITIAL_STATE_ID,
  type InitialState,
  type RoomState,
} from '@snug/protocol';
import type { Session } from '../accounts/session-authenticator.ts';
import type { Dispatch } from '../commands/dispatch.ts';

/** About two screens of rows. The socket delivers the others. */
const MAX_ROOMS = 30;

/** Largest response with a page, and the minimum of it for the rows of the list, in bytes. */
const MAX_RESPONSE_BYTES = 30_000;
const MIN_ROWS_BYTES = 4_000;

const ELEMENT_BYTES = 100;

/** Together with a page of `pageBytes`, the state has at most `MAX_RESPONSE_BYTES`. Rejects with a `CommandError`. */
export async function readInitialState(
  { dispatch, epoch, pageBytes }: { dispatch: Dispatch; epoch: string; pageBytes: number },
  { id: sessionId, me }: Session,
  roomId: string | undefined,
): Promise<InitialState> {
  const run = <Name extends CommandName>(name: Name, input: CommandInput<Name>) =>
    dispatch({ uid: me.uid, sessionId }, name, input) as Promise<CommandOutput<Name>>;
  const [{ rooms }, room] = await Promise.all([
    run('list_rooms', { limit: MAX_ROOMS }),
    roomId === undefined ? undefined : run('catch_up', { roomId }).catch(ignoreCommandError),
  ]);
  const bare = { epoch, me, rooms: [] };
  const bytesLeft = MAX_RESPONSE_BYTES - pageBytes - ELEMENT_BYTES - countBytes(bare);
  const shown = room && fitRoom(room, bytesLeft - MIN_ROWS_BYTES);
  const rows = takeWhileFits(rooms, bytesLeft - (shown ? countBytes(shown) : 0));
  return { epoch, me, rooms: rows, ...(shown && { room: shown }) };
}

function fitRoom(room: RoomState, maxBytes: number): RoomState | undefined {
  const bytesLeft = maxBytes - countBytes({ ...room, messages: [] });
  const messages = takeWhileFits(room.messages.toReversed(), bytesLeft).toReversed();
  if (bytesLeft < 0 || (messages.length === 0 && room.messages.length > 0)) return undefined;
  return { ...room, messages, hasOlder: room.hasOlder || messages.length < room.messages.length };
}

function takeWhileFits<Item>(items: readonly Item[], maxBytes: number): Item[] {
  let bytesLeft = maxBytes;
  const end = items.findIndex(item => {
    bytesLeft -= countBytes(item) + 1;
    return bytesLeft < 0;
  });
  return items.slice(0, end === -1 ? items.length : end);
}

function countBytes(value: unknown): number {
  return Buffer.byteLength(toScriptSafeJson(value));
}

/** The page then sends the command itself and shows the error. */
function ignoreCommandError(error: unknown): undefined {
  if (!(error instanceof CommandError)) throw error;
}

export function renderStateElement(state: InitialState): string {
  return `<script type="application/json" id="${INITIAL_STATE_ID}">${toScriptSafeJson(state)}</script>`;
}

/** Prevents texts of people from ending the element: JSON allows an escape for `<`. */
function toScriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
