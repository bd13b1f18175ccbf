import type { CommandError, ErrorBody } from '@snug/protocol';

/** `id`: of the request, as in the log. */
export function toErrorBody(
  { code, message, isRetryable: retry, retryAfter }: CommandError,
  id: string,
): { error: ErrorBody } {
  return { error: { code, message, retry, ...(retryAfter !== undefined && { retryAfter }), id } };
}
