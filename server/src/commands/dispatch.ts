import { COMMANDS, CommandError, isCommandName } from '@snug/protocol';
import type { TurnScheduler } from '../limits/turn-scheduler.ts';
import { checkInput } from './check-input.ts';
import type { CommandCaller, Handler, Services } from './command-handler.ts';
import type { CommandLimits } from './command-limits.ts';
import { HANDLERS } from './handlers.ts';

const LARGE_READS = new Set<string>(['find_rooms', 'list_rooms', 'get_messages', 'catch_up']);

/** Whether a command reads much, so that it may wait, and be refused after it is done. */
export function isLargeRead(command: string): boolean {
  return LARGE_READS.has(command);
}

export type Dispatch = (caller: CommandCaller, command: string, input: unknown) => Promise<unknown>;

/**
 * The one door to all commands, whichever way they come: checks how many there were, the name and the input, then has
 * the handler do it. The promise rejects with a `CommandError` and nothing else; `onFailure` is told what lies behind `internal`.
 */
export function createDispatch(
  services: Services,
  limits: Pick<CommandLimits, 'admit'>,
  onFailure: (error: unknown) => void,
  readScheduler?: Pick<TurnScheduler, 'waitForTurn'>,
): Dispatch {
  return async (caller, command, input) => {
    // First of all: what is refused costs something, too.
    limits.admit(caller.uid, isCommandName(command) ? command : undefined, input);
    if (!isCommandName(command)) throw new CommandError('not_found', `There is no command ${command}`);
    const checked = checkInput(COMMANDS[command].input, input ?? {});
    // Many people's reads that come at once would hold up what others send.
    if (isLargeRead(command)) await readScheduler?.waitForTurn();
    try {
      // Each handler takes the output of its own schema; that the two belong together is lost in the lookup.
      const handler = HANDLERS[command] as Handler<typeof command>;
      return await handler(services, caller, checked);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      onFailure(error);
      throw new CommandError('internal');
    }
  };
}
