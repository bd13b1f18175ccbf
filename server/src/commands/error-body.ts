import type { CommandError, ErrorBody } from '@snug/protocol';

export function toErrorBody({ code, message, isRetryable: retry, retryAfter }: CommandError): {
  error: ErrorBody;
} {
  return { error: { code, message, retry, ...(retryAfter !== undefined && { retryAfter }) } };
}
