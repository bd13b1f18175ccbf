import {
  CommandError,
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type InitialState,
  MAX_UNREAD_AT_END,
} from '@snug/protocol';
import { countBytes, takeWhileFits } from './state-json.ts';

/** Half of them are before the first unread message. */
const MAX_MESSAGES_AROUND = 30;

export type RunCommand = <Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
) => Promise<CommandOutput<Name>>;

type InitialRoom = NonNullable<InitialState['room']>;

/** The room with the messages that its reader sees first: the newest page, or one around many unread messages. */
export async function readInitialRoom(run: RunCommand, roomId: string): Promise<InitialRoom | undefined> {
  try {
    const room = await run('catch_up', { roomId });
    const { unread = 0, readSeq = 0 } = room.read ?? {};
    if (unread <= MAX_UNREAD_AT_END) return room;
    const place = { roomId, around: readSeq, limit: MAX_MESSAGES_AROUND };
    const { messages, hasOlder, hasNewer } = await run('get_messages', place);
    return { ...room, messages, hasOlder, hasNewer };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    // The page then sends the command itself and shows the error.
    return undefined;
  }
}

/** With the messages nearest to where the room opens. Undefined if not even the first of them fits. */
export function fitRoom(room: InitialRoom, maxBytes: number): InitialRoom | undefined {
  const { messages, hasOlder, hasNewer } = room;
  const bytesLeft = maxBytes - countBytes({ ...room, messages: [] });
  const fitting = new Set(takeWhileFits(sortByDistance(room), bytesLeft));
  const shown = messages.filter(message => fitting.has(message));
  if (bytesLeft < 0 || (shown.length === 0 && messages.length > 0)) return undefined;
  return {
    ...room,
    messages: shown,
    hasOlder: hasOlder || shown[0] !== messages[0],
    ...(hasNewer !== undefined && { hasNewer: hasNewer || shown.at(-1) !== messages.at(-1) }),
  };
}

/** From the first unread message outwards if the page is around it, else from the newest message backwards. */
function sortByDistance({ messages, hasNewer, read }: InitialRoom): InitialRoom['messages'] {
  const isAround = hasNewer !== undefined && read !== undefined;
  const unread = isAround ? messages.findIndex(({ seq }) => seq > read.readSeq) : -1;
  const middle = unread === -1 ? messages.length - 1 : unread;
  const distances = new Map(messages.map((message, index) => [message, Math.abs(index - middle)]));
  return messages.toSorted((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
}
