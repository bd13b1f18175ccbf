import { COMMANDS, CommandError, isCommandName } from '@snug/protocol';
import { limitWriter } from '../db/writer.ts';
import type { TurnScheduler } from '../limits/turn-scheduler.ts';
import { checkInput } from './check-input.ts';
import type { CommandCaller, Handler, Services } from './command-handler.ts';
import { type CommandLimits, waitsForTurn } from './command-limits.ts';
import { assertGuestMayLock, assertGuestMayRun } from './guest-rules.ts';
import { HANDLERS } from './handlers.ts';
import { assertTokenMayRun } from './token-rules.ts';

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
    const { scope, guest } = caller;
    if (scope) assertTokenMayRun(command, scope);
    if (guest) assertGuestMayRun(command);
    const checked = checkInput(COMMANDS[command].input, input === undefined ? {} : input);
    if (waitsForTurn(command)) await readScheduler?.waitForTurn();
    try {
      if (guest) await assertGuestMayLock(services.read, caller, command, checked);
      if (COMMANDS[command].needsProof) await confirmCaller(services, caller, checked);
      // The lookup loses the type relation between a handler and its own schema.
      const handler = HANDLERS[command] as Handler<typeof command>;
      // Here, so that no handler can forget the scope of a token, or that a guest asks.
      const isLimited = scope !== undefined || guest;
      const limited = isLimited
        ? { ...services, writer: limitWriter(services.writer, { scope, guest }) }
        : services;
      return await handler(limited, { ...caller, now: services.now() }, checked);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      onFailure(error);
      throw new CommandError('internal');
    }
  };
}

/** Here, so that no handler can forget it. Removes the password from the input. */
async function confirmCaller(
  { reauthentication }: Services,
  { sessionId, uid, address = '' }: CommandCaller,
  input: object,
): Promise<void> {
  const { password } = input as { password?: string };
  delete (input as { password?: string }).password;
  await reauthentication.confirm({ id: sessionId, me: { uid } }, address, password);
}
