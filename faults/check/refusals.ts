import type { ErrorCode } from '@snug/protocol';
import type { ChangeCommand, Journal } from '../journal.ts';
import type { Problem } from './problem.ts';

/**
 * The final errors that a load can cause: a reaction to a deleted message, a change by a person who is not an admin, a pin too
 * many. `checkMessageEdits` examines those of edits.
 */
const EXPECTED_REFUSALS: Record<ChangeCommand, readonly ErrorCode[]> = {
  send_message: [],
  edit_message: ['stale', 'not_found'],
  delete_message: [],
  set_reaction: ['not_found'],
  set_pin: ['forbidden', 'limit_exceeded', 'not_found'],
  set_saved: ['not_found'],
  set_read: [],
  edit_room: ['forbidden'],
  set_admin: ['forbidden'],
};

export function checkRefusals({ operations }: Journal): Problem[] {
  return operations
    .filter(({ command, refusal }) => refusal && !EXPECTED_REFUSALS[command].includes(refusal.code))
    .map(({ command, input, refusal }) => ({
      fault: 'wrong error',
      what: `${command} ${JSON.stringify(input)}: ${refusal?.code}, ${refusal?.message}`,
    }));
}
