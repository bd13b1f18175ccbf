import { COMMANDS, CommandError, isCommandName } from '@snug/protocol';
import { checkInput } from '../check-input.ts';
import type { Caller, Handler, Services } from '../command-handler.ts';
import { HANDLERS } from '../handlers.ts';
import type { CommandLimits } from '../limits/command-limits.ts';

export type Dispatch = (caller: Caller, command: string, input: unknown) => Promise<unknown>;

/**
 * The one door to all commands, whichever way they come: checks how many there were, the name and the input, then has
 * the handler do it. The promise rejects with a `CommandError` and nothing else; `onFailure` is told what lies behind `internal`.
 */
export function createDispatch(
  services: Services,
  limits: Pick<CommandLimits, 'admit'>,
  onFailure: (error: unknown) => void,
): Dispatch {
  return async (caller, command, input) => {
    // First of all: what is refused costs something, too.
    limits.admit(caller.uid, isCommandName(command) ? command : undefined, input);
    if (!isCommandName(command)) throw new CommandError('not_found', `There is no command ${command}`);
    const checked = checkInput(COMMANDS[command].input, input ?? {});
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
