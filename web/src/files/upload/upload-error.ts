import { CommandError, ERRORS, type ErrorBody } from '@snug/protocol';
import { strings } from '../../strings/strings.ts';

/** The response is an error of Snug, or any text of a proxy in front of it. */
export function toUploadError({
  status,
  responseText,
}: Pick<XMLHttpRequest, 'status' | 'responseText'>): CommandError {
  try {
    const { code, message, retryAfter } = (JSON.parse(responseText) as { error: ErrorBody }).error;
    if (Object.hasOwn(ERRORS, code)) return new CommandError(code, message, retryAfter);
  } catch {
    // Not a response of Snug.
  }
  if (status === ERRORS.too_large.status) return new CommandError('too_large', strings.files.limitedByProxy);
  return new CommandError('unavailable');
}
