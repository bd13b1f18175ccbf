import { type CommandError, ERRORS, type ErrorBody, type ErrorCode } from '@snug/protocol';
import { strings } from './strings.ts';

const CODES_BY_MESSAGE = new Map<string, ErrorCode>(
  Object.entries(ERRORS).map(([code, { message }]) => [message, code as ErrorCode]),
);

/** The text of an error in the page's language, if its message is the protocol's; otherwise the server's own message. */
export function errorText({ code, message, retryAfter }: CommandError | ErrorBody): string {
  if (code === 'rate_limited' && retryAfter !== undefined) return strings.errors.rateLimitedFor(retryAfter);
  return errorTextFromMessage(message);
}

/** For the outbox, which stores only the message. The server's own messages stay in English. */
export function errorTextFromMessage(message: string): string {
  const code = CODES_BY_MESSAGE.get(message);
  return code === undefined ? message : strings.errors[code];
}
