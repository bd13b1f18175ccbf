import { CommandError, ERRORS, type ErrorBody } from '@snug/protocol';
import { lazyStrings } from '../../../strings/lazy-strings.ts';

/** The response is an error of Snug, or any text of a proxy in front of it. */
export function toUploadError({
  status,
  responseText,
}: Pick<XMLHttpRequest, 'status' | 'responseText'>): CommandError {
  try {
    const { error } = JSON.parse(responseText) as { error: ErrorBody };
    if (typeof error.retry === 'boolean') return CommandError.fromBody(error);
  } catch {
    // Not a response of Snug.
  }
  if (status === ERRORS.too_large.status)
    return new CommandError('too_large', lazyStrings.uploads.limitedByProxy);
  return new CommandError('unavailable');
}
