import type { ErrorCode } from '@snug/protocol';
import type { ChangeCommand, Journal } from '../journal.ts';
import type { Problem } from './problem.ts';

/** What can be refused for good in a load: a like of what was just deleted, a change by one who is no admin. */
const EXPECTED_REFUSALS: Record<ChangeCommand, readonly ErrorCode[]> = {
  send_message: [],
  delete_message: [],
  set_reaction: ['not_found'],
  edit_room: ['forbidden'],
  set_admin: ['forbidden'],
};

export function checkRefusals({ operations }: Journal): Problem[] {
  return operations
    .filter(({ command, refusal }) => refusal && !EXPECTED_REFUSALS[command].includes(refusal.code))
    .map(({ command, input, refusal }) => ({
      fault: 'refused wrongly',
      what: `${command} ${JSON.stringify(input)}: ${refusal?.code}, ${refusal?.message}`,
    }));
}
