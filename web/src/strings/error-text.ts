import { type CommandError, ERRORS, type ErrorBody, type ErrorCode } from '@snug/protocol';
import { words } from './strings.ts';

const CODES = new Map<string, ErrorCode>(
  Object.entries(ERRORS).map(([code, { message }]) => [message, code as ErrorCode]),
);

/** Why something was refused, for a person: in the language of the page where the protocol has words for it. */
export function wordsOfError({ code, message, retryAfter }: CommandError | ErrorBody): string {
  if (code === 'slow_down' && retryAfter !== undefined) return words.refusals.slowDown(retryAfter);
  return wordsOfSentence(message);
}

/** The same of a sentence alone, as the outbox keeps it. What the server says of its own stays as it is, in English. */
export function wordsOfSentence(message: string): string {
  const code = CODES.get(message);
  return code === undefined ? message : words.refusals[code];
}
