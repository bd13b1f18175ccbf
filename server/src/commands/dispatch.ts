import { COMMANDS, CommandError, isCommandName } from '@snug/protocol';
import { scopeWriter } from '../db/writer.ts';
import type { TurnScheduler } from '../limits/turn-scheduler.ts';
import { checkInput } from './check-input.ts';
import type { CommandCaller, Handler, Services } from './command-handler.ts';
import type { CommandLimits } from './command-limits.ts';
import { HANDLERS } from './handlers.ts';
import { assertTokenMayRun } from './token-rules.ts';

const LARGE_READS = new Set<string>([
  'find_rooms',
  'find_people',
  'list_rooms',
  'list_joined',
  'list_members',
  'list_invites',
  'list_workspace_people',
  'list_workspace_rooms',
  'list_audit',
  'get_messages',
  'list_pins',
  'list_saved',
  'list_files',
  'catch_up',
]);
/** Reads hundreds of people or rooms and subscribes to them. `unwatch_viewers` must not overtake the command that it reverts. */
const LARGE_SUBSCRIPTIONS = new Set<string>([
  'watch_people',
  'watch_rooms',
  'watch_viewers',
  'unwatch_viewers',
]);

/** Whether a command reads much: it may wait, and its result may exceed a limit. */
export function isLargeRead(command: string): boolean {
  return LARGE_READS.has(command);
}

/** Whether a result can have up to `MAX_RESULT_BYTES`. */
export function hasLargeResult(command: string): boolean {
  return LARGE_READS.has(command) || command === 'open_room';
}

export type Dispatch = (caller: CommandCaller, command: string, input: unknown) => Promise<unknown>;

/** `onFailure` receives the cause of `internal`. The promise rejects only with a `CommandError`. */
export function createDispatch(
  services: Services,
  limits: Pick<CommandLimits, 'admit'>,
  onFailure: (error: unknown) => void,
  readScheduler?: Pick<TurnScheduler, 'waitForTurn'>,
): Dispatch {
  return async (caller, command, input) => {
    // Before validation, because rejecting a command costs work, too.
    limits.admit(caller.uid, isCommandName(command) ? command : undefined, input);
    if (!isCommandName(command)) throw new CommandError('not_found', `There is no command ${command}`);
    const { scope } = caller;
    if (scope) assertTokenMayRun(command, scope);
    const checked = checkInput(COMMANDS[command].input, input === undefined ? {} : input);
    // The large reads of many people at once would delay messages.
    if (isLargeRead(command) || LARGE_SUBSCRIPTIONS.has(command)) await readScheduler?.waitForTurn();
    try {
      // The lookup loses the type relation between a handler and its own schema.
      const handler = HANDLERS[command] as Handler<typeof command>;
      // Here, so that no handler can forget the scope of a token.
      const scoped = scope ? { ...services, writer: scopeWriter(services.writer, scope) } : services;
      return await handler(scoped, { ...caller, now: services.now() }, checked);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      onFailure(error);
      throw new CommandError('internal');
    }
  };
}
