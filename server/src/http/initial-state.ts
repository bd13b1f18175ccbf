import {
  CommandError,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  INITIAL_STATE_ID,
  type InitialState,
} from '@snug/protocol';
import type { Session } from '../accounts/sessions.ts';
import type { Dispatch } from '../realtime/dispatch.ts';

/** More than a screen shows; the whole list comes over the socket. */
const MOST_ROOMS = 50;

/**
 * What the page of this person would ask for first, asked for by the same commands; with the room `roomId`, unless that may not
 * be read. Rejects with a `CommandError`.
 */
export async function readInitialState(
  { dispatch, epoch }: { dispatch: Dispatch; epoch: string },
  { id: sessionId, me }: Session,
  roomId: string | undefined,
): Promise<InitialState> {
  const ask = <Name extends CommandName>(name: Name, input: CommandInput<Name>) =>
    dispatch({ uid: me.uid, sessionId }, name, input) as Promise<CommandOutput<Name>>;
  const [{ rooms }, room] = await Promise.all([
    ask('list_rooms', {}),
    roomId === undefined ? undefined : ask('catch_up', { roomId }).catch(nothingIfRefused),
  ]);
  return { epoch, me, rooms: rooms.slice(0, MOST_ROOMS), ...(room && { room }) };
}

/** The page then asks for itself, and says why not. */
function nothingIfRefused(error: unknown): undefined {
  if (!(error instanceof CommandError)) throw error;
}

/** The state as an element of the page. */
export function stateElement(state: InitialState): string {
  // Nothing that somebody wrote may end the element: in JSON, < can be said by its number.
  const json = JSON.stringify(state).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${INITIAL_STATE_ID}">${json}</script>`;
}
