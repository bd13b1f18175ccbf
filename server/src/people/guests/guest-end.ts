import { CommandError, MAX_GUEST_DAYS } from '@snug/protocol';

const DAY_MS = 24 * 60 * 60_000;

/** Throws `invalid_input` for a time that is over, or too far away. */
export function assertGuestEnd(until: number | undefined, now: number): void {
  if (until === undefined) return;
  if (until <= now) throw new CommandError('invalid_input', 'must be a time in the future');
  if (until > now + MAX_GUEST_DAYS * DAY_MS)
    throw new CommandError('invalid_input', `must be within ${MAX_GUEST_DAYS} days`);
}
