import type { AuditAction, CommandArguments } from '@snug/protocol';
import { parseLocalDay } from '../chat/messages/list/local-day.ts';

export const COMMAND_LINE = 'command-line';

/** As in the address: empty for everything. */
export interface AuditFilter {
  /** An id of a person, or `COMMAND_LINE`. */
  by: string;
  action: AuditAction | '';
  /** Days, both included. */
  from: string;
  to: string;
}

/** `from` and `to` are days of the reader. */
export function toAuditInput({ by, action, from, to }: AuditFilter): CommandArguments<'list_audit'> {
  const [start, end] = [parseLocalDay(from), findDayAfter(to)];
  return {
    ...(by !== '' && { uid: by === COMMAND_LINE ? null : by }),
    ...(action !== '' && { action }),
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { to: end }),
  };
}

/** A day can have 23 or 25 hours. */
function findDayAfter(day: string): number | undefined {
  const start = parseLocalDay(day);
  if (start === undefined) return undefined;
  const date = new Date(start);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}
