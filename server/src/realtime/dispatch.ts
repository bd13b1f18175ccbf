import { COMMANDS, CommandError, type CommandName, isCommandName } from '@snug/protocol';
import * as v from 'valibot';
import type { Caller, Handler, Services } from '../command-handler.ts';
import { HANDLERS } from '../handlers.ts';

export type Dispatch = (caller: Caller, command: string, input: unknown) => Promise<unknown>;

/**
 * The one door to all commands, whichever way they come: checks the name and the input, then has the handler do
 * it. The promise rejects with a `CommandError` and nothing else; `onFailure` is told what lies behind `internal`.
 */
export function createDispatch(services: Services, onFailure: (error: unknown) => void): Dispatch {
  return async (caller, command, input) => {
    if (!isCommandName(command)) throw new CommandError('not_found', `There is no command ${command}`);
    const checked = parseInput(command, input);
    try {
      // Each handler takes the output of its own schema; that the two belong together is lost in the lookup.
      const handler = HANDLERS[command] as Handler<typeof command>;
      return await handler(services, caller, checked as never);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      onFailure(error);
      throw new CommandError('internal');
    }
  };
}

function parseInput(command: CommandName, input: unknown): unknown {
  // To the schemas an array is an object, too.
  if (Array.isArray(input)) throw new CommandError('bad_input', 'must be an object');
  const parsed = v.safeParse(COMMANDS[command].input, input ?? {});
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue);
  const problem = issue.type === 'strict_object' ? describeKey(issue) : issue.message;
  throw new CommandError('bad_input', path ? `${path}: ${problem}` : problem);
}

function describeKey(issue: v.BaseIssue<unknown>): string {
  if (issue.expected === 'never') return 'there is no such field';
  return issue.received === 'undefined' ? 'is missing' : 'must be an object';
}
