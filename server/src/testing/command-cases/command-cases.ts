import type { CommandName } from '@snug/protocol';
import { type AccessRow, signedIn } from '../access-matrix.ts';
import {
  type AccessClassName,
  type RoomAccessRow,
  type TestedKind,
  toRoomRow,
} from '../room-access-matrix.ts';
import { ACCOUNT_CASES } from './account-cases.ts';
import type { CommandCase } from './command-case.ts';
import { EMOJI_CASES } from './emoji-cases.ts';
import { GUEST_RESULTS, NEVER_BY_GUEST, REMOVED_GUEST_RESULTS } from './guest-results.ts';
import type { InputSource } from './input-source.ts';
import { MARK_CASES } from './mark-cases.ts';
import { MEMBER_CASES } from './member-cases.ts';
import { MESSAGE_CASES } from './message-cases.ts';
import { NOTIFICATION_CASES } from './notification-cases.ts';
import { PROGRAM_CASES } from './program-cases.ts';
import { ROOM_CASES } from './room-cases.ts';
import { WORKSPACE_CASES } from './workspace-cases.ts';

/** A new command needs one case here. */
const COMMAND_CASES: { readonly [Name in CommandName]: CommandCase<Name> } = {
  ...ROOM_CASES,
  ...MEMBER_CASES,
  ...MESSAGE_CASES,
  ...MARK_CASES,
  ...EMOJI_CASES,
  ...PROGRAM_CASES,
  ...WORKSPACE_CASES,
  ...NOTIFICATION_CASES,
  // The last: one of them ends all sessions of the caller.
  ...ACCOUNT_CASES,
};

export async function createInput(command: CommandName, source: InputSource): Promise<object> {
  return COMMAND_CASES[command].input(source);
}

export const COMMAND_ROWS: Readonly<Record<CommandName, AccessRow>> = mapCases(
  ({ people = signedIn, tokens }, command) => {
    const [bot, botElsewhere, adminToken] = tokens;
    const guest = GUEST_RESULTS[command];
    const removedGuest = REMOVED_GUEST_RESULTS[command] ?? guest;
    return { ...people, bot, botElsewhere, adminToken, guest, removedGuest };
  },
);

export const ROOM_COMMANDS: Readonly<Record<CommandName, AccessClassName | undefined>> = mapCases(
  ({ room }) => room,
);

export const NEEDS_NEW_ROOM: ReadonlySet<CommandName> = new Set(
  (Object.keys(COMMAND_CASES) as CommandName[]).filter(name => getCase(name).needsNewRoom),
);

/** Of those that name a room. */
const NEVER_BY_TOKEN: ReadonlySet<CommandName> = new Set([
  'create_token',
  'create_webhook',
  'list_room_programs',
  'remove_room_program',
]);

const BOTS = ['bot', 'botElsewhere', 'botOfBanned'] as const;

export function toCommandRow(command: CommandName, kind: TestedKind): RoomAccessRow {
  const { room = 'anyone', isForBots = true } = getCase(command);
  const row = withGuests(command, toRoomRow(room, kind));
  if (isForBots) return row;
  const programs = NEVER_BY_TOKEN.has(command) ? [...BOTS, 'adminToken'] : BOTS;
  return { ...row, ...Object.fromEntries(programs.map(actor => [actor, 'forbidden'])) };
}

/** Beside the rooms that they are in, some commands are not for guests at all. */
function withGuests(command: CommandName, row: RoomAccessRow): RoomAccessRow {
  return NEVER_BY_GUEST.includes(command) ? { ...row, guest: 'forbidden', formerGuest: 'forbidden' } : row;
}

function getCase(name: CommandName): Omit<CommandCase, 'input'> {
  return COMMAND_CASES[name];
}

function mapCases<Value>(
  toValue: (from: Omit<CommandCase, 'input'>, name: CommandName) => Value,
): Readonly<Record<CommandName, Value>> {
  const entries = (Object.keys(COMMAND_CASES) as CommandName[]).map(name => [
    name,
    toValue(getCase(name), name),
  ]);
  return Object.fromEntries(entries) as Record<CommandName, Value>;
}
