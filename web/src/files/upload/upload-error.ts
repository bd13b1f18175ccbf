import { CommandError, ERRORS, type ErrorBody } from '@snug/protocol';
import { strings } from '../../strings/strings.ts';

/** Why an upload was refused: in Snug's own words, or by a proxy in front of it, which answers with anything. */
export function toUploadError({
  status,
  responseText,
}: Pick<XMLHttpRequest, 'status' | 'responseText'>): CommandError {
  try {
    const { code, message, retryAfter } = (JSON.parse(responseText) as { error: ErrorBody }).error;
    if (Object.hasOwn(ERRORS, code)) return new CommandError(code, message, retryAfter);
  } catch {
    // Not an answer of Snug's.
  }
  if (status === ERRORS.too_large.status) return new CommandError('too_large', strings.files.limitedByProxy);
  return new CommandError('unavailable');
}
