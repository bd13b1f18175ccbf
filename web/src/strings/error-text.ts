import { type CommandError, ERRORS, type ErrorBody, type ErrorCode } from '@snug/protocol';
import { strings } from './strings.ts';

const CODES_BY_MESSAGE = new Map<string, ErrorCode>(
  Object.entries(ERRORS).map(([code, { message }]) => [message, code as ErrorCode]),
);

/** Why something was refused, for a person: in the language of the page where the protocol has words for it. */
export function errorText({ code, message, retryAfter }: CommandError | ErrorBody): string {
  if (code === 'rate_limited' && retryAfter !== undefined) return strings.errors.rateLimitedFor(retryAfter);
  return errorTextFromMessage(message);
}

/** The same of a sentence alone, as the outbox keeps it. What the server says of its own stays as it is, in English. */
export function errorTextFromMessage(message: string): string {
  const code = CODES_BY_MESSAGE.get(message);
  return code === undefined ? message : strings.errors[code];
}
